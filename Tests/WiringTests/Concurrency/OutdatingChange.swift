import Wiring

/// A change that outdates what is being built.
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

    /// A container's own changes leave singletons alone.
    func concerns(_ lifetime: Lifetime) -> Bool {
        switch self {
        case .register, .override, .resetFactory: true
        case .resetContainer, .resetScopes, .pop: lifetime != .singleton
        case .resetSingletons: lifetime == .singleton
        }
    }
}
