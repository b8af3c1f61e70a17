import Wiring

/// What a container has started, from the first start until everything has stopped.
final class Lifecycle: Sendable {
    /// The lifecycle's callbacks to its container.
    struct Callbacks: Sendable {
        /// Receives what happens, before those that wait for it go on. Returns the failure that an observer has received.
        let report: @Sendable (LifecycleEvent) -> ReportedFailures?
        /// The lifecycles of children that have been started themselves, and of their children.
        let children: @Sendable () -> [Lifecycle]
        /// Clears what has been stopped. Called once, when everything has stopped, with the singleton scopes that store some of
        /// it.
        let clear: @Sendable (_ scopes: [Scope.Singleton]) -> Void
    }

    /// The call that started the container.
    let origin: StartCall
    /// The numbers of the container and its parents, the nearest first.
    let containers: [UInt64]
    let callbacks: Callbacks
    let state: Protected<LifecycleState>
    /// Set when something ends a run before its body does: an error, an `onRun` closure that returns, or a shutdown.
    let ended = Eventual<Void>()
    /// Begins the tasks that call hooks.
    let tasks: AsyncStream<@Sendable () -> Void>.Continuation
    /// Set when everything has stopped.
    let stopped = Eventual<Void>()

    /// - Parameters:
    ///   - origin: The call that starts the container.
    ///   - containers: The numbers of the container and its parents, the nearest first.
    init(_ origin: StartCall, of containers: [UInt64], _ callbacks: Callbacks) {
        self.origin = origin
        self.containers = containers
        self.callbacks = callbacks
        state = Protected(LifecycleState(origin))
        FollowedContainers.begin(noting: StartWaits.begin)
        let (stream, tasks) = AsyncStream<@Sendable () -> Void>.makeStream()
        self.tasks = tasks
        // Hooks have the task-local values of the caller that began the lifecycle, and not those of one that happens to resolve an
        // instance first. What a hook resolves does not belong to the closure that has built the instance.
        AsyncStep.outside { _ = Task { for await begin in stream { begin() } } }
    }

    @discardableResult
    func report(_ event: LifecycleEvent) -> ReportedFailures? { callbacks.report(event) }

    deinit {
        tasks.finish()
        FollowedContainers.end()
    }

    /// Admits an instance that was built or resolved, and starts it. It stops when no one has its handle any longer.
    ///
    /// - Parameters:
    ///   - isKept: Whether a scope keeps it. Otherwise it runs until everything stops.
    ///   - scope: The singleton scope that stores it, if one does.
    ///   - hasEnded: Whether its container is a child that has ended. Then it does not start. Called under the lock.
    func admit(
        _ handle: FollowerHandle,
        _ hooks: LifecycleHooks.Bound,
        isKept: Bool,
        storedIn scope: Scope.Singleton?,
        unless hasEnded: () -> Bool
    ) {
        let node = LifecycleNode.of(handle)
        let children = children(of: node)
        let admission = state.withLock { state -> LifecycleState.Admission? in
            guard !hasEnded() else { return node.isAdmitted ? nil : .childHasEnded }
            guard !state.isStopping(children) else {
                return node.isAdmitted ? nil : state.admit(node, of: children, storedIn: scope)
            }
            guard node.admit(hooks, by: self) else { return nil }
            if !isKept { node.keep(handle) }
            let callers = LifecycleCall.callers(in: self).map(Weak.init)
            node.stop(after: .init(callers: callers, bystanders: state.running))
            node.noteAsDependent(of: self)
            return state.admit(node, of: children, storedIn: scope)
        }
        switch admission {
        case .start: begin(node)
        case .refuse:
            if state.withLock(\.hasStopped) { node.refuse() }
            report(.unreceived(.builtDuringShutdown(node.step), node.step))
        case .childHasEnded: report(.unreceived(.builtAfterEnd(node.step), node.step))
        case .wait, nil: break
        }
    }

    /// Whether a child may be started, because neither this lifecycle nor what it has started for that child is stopping.
    func mayStart(_ child: Lifecycle) -> Bool {
        let children = child.containers.prefix { $0 != containers[0] }
        return state.withLock { !$0.isStopping(children) }
    }

    /// The child of the container that an instance belongs to, and that child's parents up to the container; empty if it belongs
    /// to the container itself or to one that does not descend from it.
    func children(of node: LifecycleNode) -> ArraySlice<UInt64> {
        node.containers.firstIndex(of: containers[0]).map { node.containers[..<$0] } ?? []
    }
}

extension Lifecycle: ContainerFollower {
    /// The lifecycle that follows the instances of a container.
    static func of(_ follower: any ContainerFollower) -> Lifecycle {
        guard let lifecycle = follower as? Lifecycle else { Failure.secondCopy(of: "WiringLifecycle") }
        return lifecycle
    }

    func admit(
        _ handle: FollowerHandle,
        of instance: StoredInstance,
        _ type: any Any.Type,
        _ modifiers: Modifiers,
        isKept: Bool,
        storedIn scope: Scope.Singleton?,
        unless hasEnded: () -> Bool
    ) {
        let hooks = LifecycleHooks(modifiers).bound(to: instance, of: type)
        admit(handle, hooks, isKept: isKept, storedIn: scope, unless: hasEnded)
    }

    func endAll(of child: ContainerManager) async { await child.stopStarted() }
}
