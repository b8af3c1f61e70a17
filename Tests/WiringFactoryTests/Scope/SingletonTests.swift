import Testing
import WiringTestSupport
import WiringTesting

private final class Office: ManagedContainer {
    let manager = ContainerManager()
}

extension Scope {
    fileprivate static let building = Singleton()
}

extension Office {
    var single: Factory<any Service> { self { LiveService() }.singleton }
    var other: Factory<any Service> { self { LiveService() }.singleton }
    var building: Factory<any Service> { self { LiveService() }.scope(.building) }
    var optional: Factory<(any Service)?> { promised().singleton }
    var forParameter: ParameterFactory<Int, LiveService> { self { _ in LiveService() }.scopeOnParameters.singleton }
}

@Suite(.container) struct SingletonTests {
    private let office = Office()

    @Test func allContainersShareASingleton() {
        #expect(office.single() === office.single())
        #expect(office.single() === Office().single())
        #expect(office.single() !== office.other())
    }

    @Test(arguments: [FactoryResetOptions.all, .registration, .context, .scope])
    func aContainerResetKeepsSingletons(_ options: FactoryResetOptions) {
        let single = office.single()
        office.reset(options: options)
        #expect(office.single() === single)
    }

    @Test func aScopeResetOfAContainerKeepsSingletons() {
        let single = office.single()
        office.manager.reset(scope: .singleton)
        #expect(office.single() === single)
    }

    @Test func pushAndPopKeepSingletons() {
        office.manager.push()
        let single = office.single()
        office.manager.pop()
        #expect(office.single() === single)
    }

    @Test(arguments: [FactoryResetOptions.all, .scope])
    func aFactoryResetClearsOnlyItsSingleton(_ options: FactoryResetOptions) {
        let (single, other) = (office.single(), office.other())
        office.single.reset(options)
        #expect(office.single() !== single)
        #expect(office.other() === other)
    }

    @Test(arguments: [FactoryResetOptions.none, .registration, .context])
    func otherFactoryResetsKeepTheSingleton(_ options: FactoryResetOptions) {
        let single = office.single()
        office.single.reset(options)
        #expect(office.single() === single)
    }

    @Test func aRegistrationClearsTheSingletonForAllContainers() {
        let other = Office()
        let single = other.single()
        office.single.register { MockService() }
        let replaced = office.single()
        #expect(replaced is MockService)
        #expect(other.single() === replaced)
        #expect(replaced !== single)
    }

    @Test func aRegistrationClearsTheInstanceOfACustomScope() {
        let building = office.building()
        office.building.register { MockService() }
        let replaced = office.building()
        #expect(replaced is MockService)
        #expect(replaced !== building)
        #expect(Office().building() === replaced)
    }

    @Test func aRegistrationClearsTheSingletonAfterAScopeChange() {
        let plain: Factory<any Service> = office { LiveService() }
        _ = plain.scope(.singleton)()
        plain.scope(.cached)
        plain.register { MockService() }
        #expect(plain.scope(.singleton)() is MockService)
    }

    @Test func aFactoryValueFromBeforeAContainerResetStillClearsTheSingleton() {
        let factory = office.single
        let single = factory()
        office.reset()
        factory.reset(.scope)
        let second = factory()
        #expect(second !== single)
        office.reset()
        factory.register { MockService() }
        #expect(factory() is MockService)
    }

    @Test func aScopeResetClearsAllItsSingletons() {
        let (single, other, building) = (office.single(), office.other(), office.building())
        Scope.singleton.reset()
        #expect(office.single() !== single)
        #expect(office.other() !== other)
        #expect(office.building() === building)
    }

    @Test func aCustomSingletonScopeIsIndependent() {
        let building = office.building()
        #expect(Office().building() === building)
        Scope.building.reset()
        #expect(office.building() !== building)
        let second = office.building()
        office.building.reset(.scope)
        #expect(office.building() !== second)
    }

    @Test func aBoundScopeHasItsOwnSingletons() {
        let single = office.single()
        Scope.$singleton.withValue(Scope.Singleton()) {
            #expect(office.single() !== single)
            office.single.register { MockService() }
            #expect(office.single() is MockService)
        }
        #expect(office.single() === single)
    }

    @Test func aCloneStartsWithTheSameInstancesAndIsIndependent() {
        let (single, first) = (office.single(), office.forParameter(1))
        Scope.$singleton.withValue(Scope.singleton.clone()) {
            #expect(office.single() === single)
            #expect(office.forParameter(1) === first)
            office.single.reset(.scope)
            office.forParameter.reset(.scope)
            #expect(office.single() !== single)
            #expect(office.forParameter(1) !== first)
        }
        #expect(office.single() === single)
        #expect(office.forParameter(1) === first)
    }

    @Test func nilIsNotStored() {
        office.manager.promiseTriggersError = false
        #expect(office.optional() == nil)
        office.optional.register { MockService() }
        #expect(office.optional() is MockService)
        #expect(office.optional() === Office().optional())
    }

    @Test func childTasksInheritABoundScope() async {
        let single = office.single()
        let child = await Task { office.single() }.value
        #expect(child === single)
    }
}
