/// A deliberate mistake of the model.
enum Mistake: CaseIterable {
    case registerKeepsInstances
    case registrationResetClearsInstances
    case popLeavesContexts
    case timeToLiveDoesNotSlide
    case absoluteTimeToLiveSlides
    case defaultScopeBeatsUnique
    case contextBeatsOverride
    case graphOutlivesItsResolution
    case containerResetClearsSingletons
    case scopeOnParametersIgnoresParameters
    case sharedIsStrong
    case decoratorsAddUp
    case decorationsStackInReverse
    case contributionsIgnoreTheirOrder
    case keyedPartsAreResolvedInReverse
    case sessionsBuildWhatTheirParentDeclares
    case modulesRegisterTwice
    case childrenInstallAgain
    case singletonsSeeTheChild
    case providersRetainTheirContainer
    case childrenLookNothingUp
    case failuresAreDecorated
    case effectsIgnoreParameters
    case shutdownKeepsInstances
    case onlyNewInstancesStart
    case childrenStartNothing
    case childrenStopWithTheirParents
    case startsIgnoreEarlierInstances
    case dependenciesStopFirst
    case stoppedInstancesAreResolved
    case replacedInstancesRun

    /// Those that a few programs reveal.
    static let foundSoon: [Mistake] = [
        .registerKeepsInstances, .registrationResetClearsInstances, .defaultScopeBeatsUnique,
        .graphOutlivesItsResolution, .containerResetClearsSingletons, .scopeOnParametersIgnoresParameters,
        .sharedIsStrong, .decoratorsAddUp, .failuresAreDecorated, .providersRetainTheirContainer,
        .shutdownKeepsInstances,
    ]
}
