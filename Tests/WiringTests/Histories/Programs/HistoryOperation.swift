import Wiring

/// An operation of a worker on a container.
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
    /// Sets or removes the argument that the context closures apply to.
    case setArgument(Bool)
    /// Sets or removes a decorator for the whole container.
    case observe(Bool)
    /// Reads state without changing it.
    case inspect
    /// Replaces the changing container with a new one.
    case move
}

/// An operation on one of the containers of a program.
struct HistoryStep: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case container(Int)
        /// The container that `move` replaces.
        case changing
        /// A container that is created for this step and released after it.
        case temporary
    }

    let operation: HistoryOperation
    let target: Target
}
