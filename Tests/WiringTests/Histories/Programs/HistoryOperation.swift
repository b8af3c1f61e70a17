import Wiring

/// One thing that a worker does to a container.
enum HistoryOperation: Hashable, Sendable {
    case resolve(Declared, Int)
    case register(Declared)
    case override(Declared)
    case setContext(Declared)
    case resetFactory(Declared, FactoryResetOptions)
    case resetContainer(FactoryResetOptions)
    case resetScope(HistoryScope)
    case resetSingletons(HistoryScope)
    case push
    case pop
    case setDefaultScope(HistoryScope?)
    /// Sets or removes the argument that the closures for contexts are for.
    case setArgument(Bool)
    /// Sets or removes a decorator for the whole container.
    case observe(Bool)
    /// Asks what there is, which changes nothing.
    case inspect
    /// Puts another container in place of the one that changes.
    case move
}

/// An operation on one of the containers of a program.
struct HistoryStep: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case container(Int)
        /// The one that others replace.
        case changing
        /// One that is made for this step and dropped after it.
        case own
    }

    let operation: HistoryOperation
    let target: Target
}
