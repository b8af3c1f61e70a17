import Wiring

/// An operation of a worker on a container.
enum HistoryOperation: Hashable, Sendable {
    case resolve(Declared, Int)
    case register(Declared)
    case override(Declared)
    case setContext(Declared)
    case decorate(Declared)
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

    /// The declaration that it changes.
    var changedDeclaration: Declared? {
        switch self {
        case .register(let declared), .override(let declared), .setContext(let declared), .decorate(let declared),
            .resetFactory(let declared, _):
            declared
        default: nil
        }
    }
}

/// An operation on one of the containers of a program.
struct HistoryStep: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case container(Int)
        /// A child of a container, which all workers share.
        case child(Int)
        /// A child of that child, which is created for this step and released after it.
        case temporaryChild(Int)
        /// The container that `move` replaces.
        case changing
        /// A container that is created for this step and released after it.
        case temporary
    }

    let operation: HistoryOperation
    let target: Target

    init(_ operation: HistoryOperation, _ target: Target) {
        self.target = target
        // A child that changes a singleton has an instance of its own, as if it were cached.
        switch target {
        case .child, .temporaryChild:
            let singleton = operation.changedDeclaration.flatMap { $0.storage.isInSingletons ? $0 : nil }
            self.operation = singleton.map { .resolve($0, 0) } ?? operation
        case .container, .changing, .temporary: self.operation = operation
        }
    }
}
