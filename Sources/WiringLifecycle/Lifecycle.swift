import Wiring
import WiringAsync

/// The call of `run` or `start` that starts a container.
struct StartCall: Sendable {
    /// Whether it is a `run`, which waits for the end.
    let isRun: Bool
    /// The container's type.
    let container: any Any.Type
    let site: CallSite
}

/// What a container has started, from the first start until everything has stopped.
final class Lifecycle: Sendable {
    /// The call that started the container.
    let origin: StartCall
    /// The container's.
    let manager: ContainerManager
    /// The numbers of the container and its parents, the nearest first.
    let containers: [UInt64]
    let state: Protected<LifecycleState>
    /// Set when something ends a run before its body does: an error, an `onRun` closure that returns, or a shutdown.
    let ended = Eventual<Void>()
    /// Begins the tasks that call hooks.
    let tasks: AsyncStream<@Sendable () -> Void>.Continuation
    /// Set when everything has stopped.
    let stopped = Eventual<Void>()

    /// - Parameter origin: The call that starts the container.
    init(_ origin: StartCall, of manager: ContainerManager) {
        self.origin = origin
        self.manager = manager
        containers = manager.numbers
        state = Protected(LifecycleState(origin, of: manager.number))
        FollowedContainers.begin(noting: StartWaits.begin)
        let (stream, tasks) = AsyncStream<@Sendable () -> Void>.makeStream()
        self.tasks = tasks
        // Hooks have the task-local values of the caller that began the lifecycle, and not those of one that happens to resolve an
        // instance first. What a hook resolves does not belong to the closure that has built the instance.
        AsyncStep.outside { _ = Task { for await begin in stream { begin() } } }
    }

    /// Reports what happens, before those that wait for it go on.
    ///
    /// - Returns: The failure that an observer has received.
    @discardableResult
    func report(_ event: LifecycleEvent) -> ReportedFailures? {
        if case .unreceived(_, _, _, let text) = event { manager.logger(text) }
        if manager.areChangesObserved || manager.areFailuresObserved {
            manager.tell(.lifecycle(event), observersOf: .changes | .failures)
        }
        return event.failure.flatMap { manager.observedFailure($0.error, path: [$0.step]).reported }
    }

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
        _ hooks: LifecycleHooks,
        isKept: Bool,
        storedIn scope: Scope.Singleton?,
        unless hasEnded: () -> Bool
    ) {
        let node = LifecycleNode.of(handle)
        let admission = state.withLock { state -> LifecycleState.Admission? in
            guard !hasEnded() else { return node.isAdmitted ? nil : .childHasEnded }
            guard !state.isStopping(node.containers) else {
                return node.isAdmitted ? nil : state.admit(node, storedIn: scope)
            }
            guard node.admit(hooks, by: self) else { return nil }
            if !isKept { node.keep(handle) }
            let callers = LifecycleCall.instances.filter { $0.owner === self }
            node.stop(afterCallers: callers.map(Weak.init), bystanders: state.running)
            node.noteAsDependent(of: self)
            return state.admit(node, storedIn: scope)
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

    /// Whether the lifecycle is this one, or that of a child.
    func isPart(of other: Lifecycle) -> Bool { self === other || containers.dropFirst().contains(other.containers[0]) }

    /// Whether a child may be started, because neither this lifecycle nor what it has started for that child is stopping.
    func mayStart(_ child: Lifecycle) -> Bool { state.withLock { !$0.isStopping(child.containers) } }
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
        let hooks = LifecycleHooks(modifiers, of: instance, type)
        admit(handle, hooks, isKept: isKept, storedIn: scope, unless: hasEnded)
    }

    func mayStop(_ child: ContainerManager) -> Bool {
        child.follower != nil || !child.childFollowers.isEmpty
            || child.parents.contains { $0.manager.lifecycle?.state.withLock { $0.mayStop(child.number) } ?? false }
    }

    func endAll(of child: ContainerManager) async { await child.stopStarted() }
}
