/// What a ``Lifecycle`` knows, and its transitions: a value, tested without threads.
struct LifecycleState {
    private enum Phase {
        case active
        case stopping
    }

    private var phase = Phase.active
    /// Every instance that it has admitted, in the order in which they were built or first resolved.
    private(set) var nodes: [LifecycleNode] = []
    /// Instances that were built while it stopped, and were not admitted.
    private(set) var refused: [LifecycleNode] = []
    /// The singleton scopes that store some of them.
    private(set) var scopes: [Scope.Singleton] = []
    /// Admitted while named dependencies were being resolved. They start afterwards, when all hooks are known.
    private var waiting: [LifecycleNode] = []
    /// The calls that resolve named dependencies now.
    private var resolving = 0
    /// The calls that start named dependencies now.
    private var starting = 0
    /// Whether a `run` waits for the end.
    private let isRun: Bool
    /// The first error of an instance.
    private(set) var failure: (any Error)?

    init(isRun: Bool) { self.isRun = isRun }

    var isActive: Bool { if case .active = phase { true } else { false } }

    // MARK: - Starting

    enum Admission {
        /// Start it.
        case start
        /// It starts when the named dependencies have been resolved.
        case wait
        /// The container is shutting down.
        case refuse
    }

    mutating func admit(_ node: LifecycleNode, storedIn scope: Scope.Singleton?) -> Admission {
        guard isActive else {
            refused.append(node)
            return .refuse
        }
        nodes.append(node)
        if let scope, !scopes.contains(where: { $0 === scope }) { scopes.append(scope) }
        guard resolving > 0 else { return .start }
        waiting.append(node)
        return .wait
    }

    /// Begins to resolve and start named dependencies.
    ///
    /// - Returns: Whether that is possible.
    mutating func beginStart() -> Bool {
        guard isActive else { return false }
        resolving += 1
        starting += 1
        return true
    }

    /// Ends the resolution of named dependencies, and returns what starts now.
    mutating func endResolving() -> [LifecycleNode] {
        resolving -= 1
        guard resolving == 0 else { return [] }
        defer { waiting = [] }
        return waiting
    }

    /// Ends the start of named dependencies.
    ///
    /// - Returns: The error that ends it; `nil` if everything has started. Later errors do not affect this start.
    mutating func endStart() -> (any Error)? {
        starting -= 1
        return isActive ? failure : LifecycleError.shutDown
    }

    // MARK: - Ending

    enum Failure {
        /// A `run` or `start` throws the error. While named dependencies start, the other starts are cancelled.
        case thrown(cancelled: [LifecycleNode])
        /// No caller can be told.
        case reported
        /// It follows from an earlier error, or from the stop.
        case ignored
    }

    /// Records an error of an instance.
    mutating func fail(_ error: any Error) -> Failure {
        guard isActive, failure == nil else { return .ignored }
        guard isRun || starting > 0 else { return .reported }
        failure = error
        return .thrown(cancelled: starting > 0 ? nodes : [])
    }

    /// Records an error that a hook has thrown. One that comes later than another, or while the container stops, is reported.
    mutating func failHook(_ error: any Error) -> Failure {
        let isLate = !isActive || failure != nil
        return isLate && !(error is CancellationError) ? .reported : fail(error)
    }

    /// Begins to stop.
    ///
    /// - Returns: What to stop; `nil` if that is under way.
    mutating func stop() -> [LifecycleNode]? {
        guard isActive else { return nil }
        phase = .stopping
        return nodes
    }
}
