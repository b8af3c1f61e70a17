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

    /// Whether it concerns many places: what is being built anywhere while it is under way is not kept.
    var isOfAWhole: Bool {
        switch kind {
        case .resetContainer, .resetScope, .resetSingletons, .pop: true
        default: false
        }
    }

    /// Whether `autoRegister()` is called for after this: until it has run, nothing that is built is kept.
    var callsForRegistration: Bool {
        switch kind {
        case .resetContainer(.all), .resetContainer(.registration), .pop: true
        default: false
        }
    }
}
