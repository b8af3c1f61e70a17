/// An instance with hooks, and the instances that it was built with.
///
/// The instance's scope stores the node. The node knows the hooks only while it belongs to a ``Lifecycle``: a hook may capture the
/// container, which would otherwise never be released.
final class LifecycleNode: AnyLifecycleNode, @unchecked Sendable {
    // SAFETY: What can change is behind a lock.

    /// Names the instance in errors.
    let step: PathStep
    /// The numbers of its container and that container's parents, the nearest first.
    let containers: [UInt64]
    /// The instances that start before this one and stop after it. They were built before it, so there are no cycles.
    let dependencies: [LifecycleNode]
    /// Set when the start has ended. A node whose start has failed is not stopped.
    let started = Eventual<Result<Void, any Error>>()
    /// Set when the stop has ended or has exceeded its time.
    let stopped = Eventual<Void>()
    private let state = Protected(State.built)

    // Not private, because the compiler fails on that in a build without optimization.
    enum State {
        /// No lifecycle has the instance.
        case built
        /// A lifecycle has the instance, and will start it.
        case admitted(LifecycleHooks.Bound, by: Lifecycle)
        case starting(Task<Void, Never>)
        /// - Parameter run: The task of `onRun`.
        case started(LifecycleHooks.Bound, run: Task<Void, Never>?)
        /// The start has failed, or the stop has begun.
        case ended
    }

    /// - Parameters:
    ///   - containers: The numbers of its container and that container's parents, the nearest first.
    ///   - dependencies: May contain a node several times.
    init(_ step: PathStep, in containers: [UInt64] = [], dependencies: [AnyLifecycleNode]) {
        self.step = step
        self.containers = containers
        self.dependencies = dependencies.withoutDuplicates.map(LifecycleNode.of)
    }

    /// Casts a node to its concrete type.
    static func of(_ node: AnyLifecycleNode) -> LifecycleNode {
        // SAFETY: There is no other subclass of `AnyLifecycleNode`.
        unsafeDowncast(node, to: LifecycleNode.self)
    }

    /// The node, its dependencies and theirs, each once.
    var withDependencies: [LifecycleNode] {
        var nodes = [self]
        var known: Set = [ObjectIdentifier(self)]
        var next = 0
        while next < nodes.count {
            nodes += nodes[next].dependencies.filter { known.insert(ObjectIdentifier($0)).inserted }
            next += 1
        }
        return nodes
    }

    override var dependsOnStopped: Bool { withDependencies.contains(where: \.isMarkedAsStopped) }

    /// Whether a lifecycle has, or has had, the instance.
    var isAdmitted: Bool { state.withLock { if case .built = $0 { false } else { true } } }

    /// Whether the start is under way.
    var isStarting: Bool { state.withLock { if case .starting = $0 { true } else { false } } }

    // MARK: - Transitions

    /// Admits the instance to a lifecycle.
    ///
    /// - Returns: Whether it has not been admitted before.
    func admit(_ hooks: LifecycleHooks.Bound, by lifecycle: Lifecycle) -> Bool {
        state.withLock { state in
            guard case .built = state else { return false }
            setAdmitted()
            state = .admitted(hooks, by: lifecycle)
            return true
        }
    }

    /// The lifecycle that has admitted the instance and has not begun to start it.
    var pendingLifecycle: Lifecycle? {
        state.withLock { if case .admitted(_, let lifecycle) = $0 { lifecycle } else { nil } }
    }

    /// Begins the start of an admitted instance.
    ///
    /// - Parameter makeTask: Makes the task that starts it. Called under the lock.
    func begin(_ makeTask: (LifecycleHooks.Bound) -> Task<Void, Never>) {
        state.withLock { state in
            guard case .admitted(let hooks, _) = state else { return }
            state = .starting(makeTask(hooks))
        }
    }

    /// Cancels the start. If it has not begun, it fails.
    func cancelStart() {
        let old = state.withLock { state in
            let old = state
            if case .admitted = state { state = .ended }
            return old
        }
        switch old {
        case .admitted: fail(CancellationError())
        case .starting(let task): task.cancel()
        case .built, .started, .ended: break
        }
    }

    /// Ends the start.
    ///
    /// - Parameter makeRun: Makes the task of `onRun`. Called under the lock, so that the task finds the node started.
    func end(_ hooks: LifecycleHooks.Bound, _ makeRun: () -> Task<Void, Never>?) {
        state.withLock { $0 = .started(hooks, run: makeRun()) }
        setStarted()
        started.set(.success(()))
    }

    /// Ends the start with an error. The next resolution builds another instance, which starts anew.
    func fail(_ error: any Error) {
        state.withLock { $0 = .ended }
        // Before a caller that has waited for the start resolves again.
        setStopped()
        started.set(.failure(error))
    }

    /// Begins the stop.
    ///
    /// - Returns: `nil` if the instance was not started.
    func beginStop() -> (hooks: LifecycleHooks.Bound, run: Task<Void, Never>?)? {
        state.withLock { state in
            guard case .started(let hooks, let run) = state else { return nil }
            state = .ended
            return (hooks, run)
        }
    }
}
