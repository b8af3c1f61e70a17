import Wiring

/// One change, by one worker, to one container or to a singleton scope.
struct HistoryChange: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case register(Declared)
        case override(Declared)
        /// A `register` within `autoRegister()`.
        case registerAutomatically(Declared)
        /// A closure for a context that may or may not be the current one.
        case setContext(Declared)
        /// The stamp of the change stands for the decoration.
        case decorate(Declared)
        case resetFactory(Declared, FactoryResetOptions)
        case resetContainer(FactoryResetOptions)
        case resetScope(HistoryScope)
        case resetSingletons(HistoryScope)
        case push
        case pop
    }

    let worker: Int
    let span: Span
    let kind: Kind
    let container: Int

    /// The number of the closure that this registers.
    var generation: Int { span.begin }

    /// Whether it affects many places. Nothing that is built while it is in progress is stored.
    var affectsManyPlaces: Bool {
        switch kind {
        case .resetContainer, .resetScope, .resetSingletons, .pop: true
        default: false
        }
    }

    /// Whether `autoRegister()` is due after this. Until it has run, nothing that is built is stored.
    var makesAutoRegisterDue: Bool {
        switch kind {
        case .resetContainer(.all), .resetContainer(.registration), .pop: true
        default: false
        }
    }
}
