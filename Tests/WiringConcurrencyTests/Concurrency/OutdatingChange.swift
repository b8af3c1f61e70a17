import Wiring

/// A change that outdates constructions in progress.
enum OutdatingChange: CaseIterable, Sendable {
    case register, override, resetFactory, resetContainer, resetScopes, resetSingletons, pop

    func make(to stage: Stage, _ lifetime: Lifetime) {
        switch self {
        case .register: lifetime.register(in: stage) { [unowned stage] in stage.make("registered") }
        case .override: lifetime.override(in: stage) { [unowned stage] in stage.make("registered") }
        case .resetFactory: lifetime.reset(in: stage)
        case .resetContainer: stage.reset()
        case .resetScopes: stage.reset(options: .scope)
        case .resetSingletons: Scope.singleton.reset()
        case .pop: stage.manager.pop()
        }
    }

    /// Whether this outdates an instance. Changes to a container do not affect singletons.
    func outdates(_ lifetime: Lifetime) -> Bool {
        switch self {
        case .register, .override, .resetFactory: true
        case .resetContainer, .resetScopes, .pop: lifetime != .singleton
        case .resetSingletons: lifetime == .singleton
        }
    }
}
