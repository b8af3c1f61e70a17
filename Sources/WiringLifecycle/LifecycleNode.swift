import Wiring
import WiringAsync

/// An instance with hooks, and the instances that it was built with.
///
/// The instance's scope stores the node. The node knows the hooks only while it belongs to a ``Lifecycle``: a hook may capture the
/// container, which would otherwise never be released.
final class LifecycleNode: Follower {
    let marks = FollowerMarks()
    /// Names the instance in errors.
    let step: PathStep
    /// The numbers of its container and that container's parents, the nearest first.
    let containers: [UInt64]
    /// Set when the start has ended. A node whose start has failed is stopped if it has no `onStart` closure.
    let started = Eventual<Result<Void, any Error>>()
    /// What an observer has received of the error of the start, before that ends.
    private let reported = Protected<ReportedFailures?>(nil)
    /// Set when the stop has ended or has exceeded its time.
    let stopped = Eventual<Void>()
    private let state = Protected(State.built)
    /// 1 when nothing has the handle of the instance any longer.
    private let release = AtomicWord()
    private let lastDrop = Protected<InstanceDrop?>(nil)
    private let held: Protected<Held>

    /// The handles that the node has until the instance has stopped, or has failed to start.
    private struct Held {
        /// Those of the instances that start before this one and stop after it. They were built before it, so there are no cycles.
        var dependencies: [FollowerHandle]
        /// Those that the node has let go because its start has failed. What was built with it still stops before them.
        var formerDependencies: [LifecycleNode] = []
        /// The node's own, if no scope keeps the instance.
        var own: FollowerHandle?
        /// Those that stop before this one and that other lifecycles may have, until they have ended.
        var dependents: [LifecycleNode] = []
        /// What this one waits for when it stops, once that is decided.
        var earlier: [LifecycleNode] = []
        // Not retained: the instance may outlive many of them. Those that have not stopped are in their lifecycle.
        /// Those in whose hooks this one was resolved. They stop before it, although they were not built with it.
        var callers: [Weak<LifecycleNode>] = []
        /// The others that were running when this one was admitted, and may use it. They stop before it, too.
        var bystanders: [Weak<LifecycleNode>] = []
        /// Those that have come too late, because the instance is about to stop; `nil` if it is not. If another lifecycle takes it over,
        /// they are dependents like the others.
        var lateDependents: [LifecycleNode]?
        /// The lifecycles in which a call names the instance, or one without hooks that was built with it.
        var namers: [Weak<Lifecycle>] = []
        /// The end of `onRun`.
        var runEnd: Result<Void, any Error>?
    }

    // Not private, because the compiler fails on that in a build without optimization.
    enum State {
        /// No lifecycle has the instance.
        case built
        /// A lifecycle has the instance, and will start it.
        case admitted(LifecycleHooks, by: Lifecycle)
        case starting(LifecycleHooks, Task<Void, Never>, by: Lifecycle)
        /// The start has ended.
        ///
        /// - Parameter run: The task of `onRun`.
        case started(LifecycleHooks, run: Task<Void, Never>?, by: Lifecycle)
        /// The stop has begun.
        case stopping(by: Weak<Lifecycle>)
        /// The start has failed, or the instance was built while its container was stopping, so that no lifecycle starts it.
        case failed

        /// The state after a start that has failed. Without an `onStart` closure, what `onStop` releases was acquired when the instance
        /// was built, so it stops as if it had started.
        static func afterFailure(_ hooks: LifecycleHooks, by lifecycle: Lifecycle) -> State {
            hooks.start == nil ? .started(hooks, run: nil, by: lifecycle) : .failed
        }

        /// The lifecycle that has the instance, and the hooks that it calls.
        var admission: (lifecycle: Lifecycle, hooks: LifecycleHooks)? {
            switch self {
            case .admitted(let hooks, let lifecycle), .starting(let hooks, _, let lifecycle),
                .started(let hooks, _, let lifecycle):
                (lifecycle, hooks)
            case .built, .stopping, .failed: nil
            }
        }
    }

    /// - Parameters:
    ///   - containers: The numbers of its container and that container's parents, the nearest first.
    ///   - dependencies: May contain a node several times.
    init(_ step: PathStep, in containers: [UInt64], dependencies: [FollowerHandle]) {
        self.step = step
        self.containers = containers
        held = Protected(Held(dependencies: dependencies.withoutDuplicates))
    }

    /// The node of a handle.
    static func of(_ handle: FollowerHandle) -> LifecycleNode {
        guard let node = handle.follower as? LifecycleNode else { Failure.secondCopy(of: "WiringLifecycle") }
        return node
    }

    /// The instances that start before this one and stop after it; none when it has ended.
    // The handles are not copied: whoever releases the last copy stops an instance.
    var dependencies: [LifecycleNode] { held.withLock { $0.dependencies.map(Self.of) } }

    /// The instances that stop after this one, without those of instances that have failed to start.
    var dependenciesAtStop: [LifecycleNode] { held.withLock { $0.dependencies.map(Self.of) + $0.formerDependencies } }

    /// The instances that stop after this one, with those of instances that have failed to start.
    private var allDependenciesAtStop: [LifecycleNode] {
        dependenciesAtStop.transitiveClosure { $0.held.withLock(\.formerDependencies) }
    }

    /// The instances that stop before this one and that other lifecycles may have.
    var dependentsElsewhere: [LifecycleNode] { held.withLock(\.dependents) }

    /// The node, its dependencies and theirs, each once.
    var withDependencies: [LifecycleNode] { [self].transitiveClosure(over: \.dependencies) }

    var declaration: Declaration { step.declaration }

    var dependsOnEnded: Bool {
        let ends = FollowerMarks.ends
        // A check of one node serves the others, or hits of a layered graph would walk the same dependencies again and again.
        let unchecked = [self].transitiveClosure { $0.marks.isChecked(at: ends) ? [] : $0.dependencies }
        if unchecked.contains(where: \.marks.isEnded) { return true }
        for node in unchecked { node.marks.noteCheck(at: ends) }
        return false
    }

    /// Why its scope has dropped the instance; `nil` if that is unknown.
    var drop: InstanceDrop? { lastDrop.withLock { $0 } }

    func note(_ drop: InstanceDrop) {
        lastDrop.withLock { known in
            // Later, only what was built with it has gone.
            if drop.isIndirect, known?.isIndirect == false { return }
            known = drop
        }
    }

    /// Whether a lifecycle has, or has had, the instance.
    var isAdmitted: Bool { marks.isAdmitted }

    /// Whether the stop has begun.
    var isStopping: Bool { state.withLock { if case .stopping = $0 { true } else { false } } }

    /// Whether the task of `onRun` has begun.
    var isRunning: Bool { state.withLock { if case .started(_, .some, _) = $0 { true } else { false } } }

    /// Whether the start is under way.
    var isStarting: Bool { state.withLock { if case .starting = $0 { true } else { false } } }

    // MARK: - Transitions

    /// Admits the instance to a lifecycle.
    ///
    /// - Returns: Whether it has not been admitted before.
    func admit(_ hooks: LifecycleHooks, by lifecycle: Lifecycle) -> Bool {
        state.withLock { state in
            guard case .built = state else { return false }
            marks.setAdmitted()
            state = .admitted(hooks, by: lifecycle)
            return true
        }
    }

    /// The lifecycle that has the instance; `nil` before it is admitted, and when it is stopping or has failed.
    var lifecycle: Lifecycle? { state.withLock { $0.admission?.lifecycle } }

    /// The lifecycle that has the instance, or is stopping it.
    var owner: Lifecycle? {
        state.withLock { if case .stopping(let lifecycle) = $0 { lifecycle.object } else { $0.admission?.lifecycle } }
    }

    /// Records that a call names the instance, or one without hooks that was built with it.
    ///
    /// - Parameter lifecycle: That of the call. Another one may have started the instance.
    /// - Returns: The end of `onRun`, if that has ended.
    func note(namedIn lifecycle: Lifecycle) -> Result<Void, any Error>? {
        // Released without the lock: the last reference may be among them.
        let (others, end) = held.withLock { held in
            let others = held.namers.compactMap(\.object)
            held.namers = (others.filter { $0 !== lifecycle } + [lifecycle]).map(Weak.init)
            return (others, held.runEnd)
        }
        extendLifetime(others)
        return end
    }

    /// Records the end of `onRun`. Later calls that name the instance receive it.
    ///
    /// - Returns: The ``namers`` until now.
    func note(endOfRun end: Result<Void, any Error>) -> [Lifecycle] {
        held.withLock { held in
            held.runEnd = end
            return held.namers.compactMap(\.object)
        }
    }

    /// The lifecycles that exist in which a call names the instance.
    var namers: [Lifecycle] { held.withLock { $0.namers.compactMap(\.object) } }

    /// Makes what the instance was built with stop after it, also if other lifecycles have that.
    ///
    /// - Parameter lifecycle: The lifecycle that admits the instance, and itself stops the instance before what else it has.
    func noteAsDependent(of lifecycle: Lifecycle? = nil) {
        for dependency in allDependenciesAtStop where lifecycle == nil || dependency.lifecycle !== lifecycle {
            dependency.held.withLock { held in
                // An earlier end may have noted it.
                guard !held.dependents.contains(where: { $0 === self }) else { return }
                if held.lateDependents?.append(self) == nil { held.dependents.append(self) }
            }
        }
    }

    /// Makes the instance stop after others that may use it without having been built with it, when they stop together.
    func stop(afterCallers callers: [Weak<LifecycleNode>], bystanders: [Weak<LifecycleNode>]) {
        held.withLock { ($0.callers, $0.bystanders) = (callers, bystanders) }
    }

    /// Records what the instance waits for when it stops.
    func stop(after earlier: [LifecycleNode]) { held.withLock { $0.earlier = earlier } }

    /// What the instance waits for when it stops; empty until that is decided.
    var earlierAtStop: [LifecycleNode] { held.withLock(\.earlier) }

    /// Records that a `run` or `start` has named the instance. What was running then has not resolved it, nor what it was built with.
    func forgetBystanders() {
        for node in withDependencies where node.pendingLifecycle != nil {
            node.held.withLock { $0.bystanders = [] }
        }
    }

    /// Those that stop before this one if they stop together, unless they wait for it.
    var precedents: [LifecycleNode] { held.withLock { ($0.callers + $0.bystanders).compactMap(\.object) } }

    /// Ends the time in which a dependent may start, because the instance is about to stop, unless another lifecycle takes it over.
    func refuseDependents() { held.withLock { $0.lateDependents = [] } }

    /// Whether the instance stops after one that was built with it.
    func outlives(_ dependent: LifecycleNode) -> Bool {
        let isLate = held.withLock { held in held.lateDependents?.contains { $0 === dependent } ?? false }
        return !isLate && !isStopping && !isOver
    }

    /// Moves the instance to another lifecycle, which will stop it.
    ///
    /// - Returns: Whether that is possible. It is once the instance has started, and until nothing has its handle any longer.
    func move(to new: Lifecycle) -> Bool {
        let isMoved = state.withLock { state in
            // Otherwise nothing would stop it before the new lifecycle ends. If the handle goes after this check, `letGo` finds the new
            // lifecycle.
            guard release.current == 0, case .started(let hooks, let begun, _) = state else { return false }
            // A start that was cancelled has not begun the task of `onRun`. One that has failed does not run.
            let run = begun ?? (marks.isEnded ? nil : hooks.run.map { new.task(of: self, $0) })
            state = .started(hooks, run: run, by: new)
            return true
        }
        if isMoved { held.withLock { $0.dependents += $0.lateDependents.take() ?? [] } }
        return isMoved
    }

    /// The lifecycle that has admitted the instance and has not begun to start it.
    var pendingLifecycle: Lifecycle? {
        state.withLock { if case .admitted(_, let lifecycle) = $0 { lifecycle } else { nil } }
    }

    /// Begins the start of an admitted instance.
    ///
    /// - Parameter makeTask: Makes the task that starts it. Called under the lock.
    func begin(_ makeTask: (LifecycleHooks) -> Task<Void, Never>) {
        state.withLock { state in
            guard case .admitted(let hooks, let lifecycle) = state else { return }
            state = .starting(hooks, makeTask(hooks), by: lifecycle)
        }
    }

    /// Cancels the start. If it has not begun, it fails.
    @inline(never)
    func cancelStart() {
        let old = state.withLock { state in
            let old = state
            if case .admitted(let hooks, let lifecycle) = state { state = .afterFailure(hooks, by: lifecycle) }
            return old
        }
        switch old {
        case .admitted(let hooks, _): endStart(LifecycleError.stopping(step), hooks)
        case .starting(_, let task, _): task.cancel()
        case .built, .started, .stopping, .failed: break
        }
    }

    /// Ends the start, and begins the task of `onRun`, unless the start was cancelled.
    @inline(never)
    func end() {
        state.withLock { state in
            guard case .starting(let hooks, _, let lifecycle) = state else { return }
            // Under the lock, so that the task finds the node started.
            let run = Task.isCancelled ? nil : hooks.run.map { lifecycle.task(of: self, $0) }
            state = .started(hooks, run: run, by: lifecycle)
        }
        marks.setReady()
        started.set(.success(()))
    }

    /// Ends the start with an error. The next resolution builds another instance, which starts anew. Without an `onStart` closure, this
    /// one stops as if it had started.
    func fail(_ error: any Error) {
        let hooks = state.withLock { state -> LifecycleHooks? in
            guard case .starting(let hooks, _, let lifecycle) = state else { return nil }
            state = .afterFailure(hooks, by: lifecycle)
            return hooks
        }
        if let hooks { endStart(error, hooks) }
    }

    private func endStart(_ error: any Error, _ hooks: LifecycleHooks) {
        // Before a caller that has waited for the start resolves again.
        marks.setEnded()
        guard hooks.start == nil else {
            started.set(.failure(error))
            return releaseHandles(hasFailed: true)
        }
        if let lifecycle { noteAsDependent(of: lifecycle) }
        started.set(.failure(error))
        // It stops when nobody has it any longer. Released without the lock.
        let own = held.withLock { $0.own.take() }
        extendLifetime(own)
    }

    /// Ends an instance that was built while its container was stopping, unless another lifecycle has admitted it since.
    func refuse() {
        let isRefused = state.withLock { state in
            guard case .built = state else { return false }
            state = .failed
            return true
        }
        guard isRefused else { return }
        marks.setEnded()
        releaseHandles()
    }

    /// Begins the stop.
    ///
    /// - Returns: `nil` if there is nothing to stop.
    func beginStop() -> (hooks: LifecycleHooks, run: Task<Void, Never>?)? {
        state.withLock { state in
            guard case .started(let hooks, let run, let lifecycle) = state else { return nil }
            state = .stopping(by: Weak(lifecycle))
            return (hooks, run)
        }
    }

    // MARK: - Handles

    /// Keeps the instance running until its lifecycle stops, because no scope keeps it.
    func keep(_ handle: FollowerHandle) { held.withLock { $0.own = handle } }

    /// Lets the dependencies go, when the instance has ended.
    ///
    /// - Parameter hasFailed: Whether its start has failed, so that what was built with it may still stop.
    func releaseHandles(hasFailed: Bool = false) {
        let former = allDependenciesAtStop
        // Released without the lock: they may stop.
        let released = held.withLock { held in
            let new = Held(dependencies: [], formerDependencies: hasFailed ? held.dependencies.map(Self.of) : [])
            return exchange(&held, with: new)
        }
        defer { extendLifetime(released) }
        for dependency in former {
            dependency.held.withLock { held in
                held.dependents.removeAll { $0 === self }
                held.lateDependents?.removeAll { $0 === self }
            }
        }
    }

    func letGo() {
        // Before the lifecycle is read: see `move`.
        release.turnOn(1)
        // What failed to start may have the node, but nothing starts the instance any longer.
        guard isAdmitted else { return releaseHandles(hasFailed: true) }
        guard let (lifecycle, hooks) = state.withLock(\.admission) else { return }
        noteDrop(in: lifecycle, isExpectedToRun: hooks.run != nil)
        lifecycle.letGo(self)
    }

    /// Tells those that expect the instance to run that its scope has dropped it, unless it is stopping.
    ///
    /// - Parameters:
    ///   - lifecycle: The one that has it.
    ///   - isExpectedToRun: Whether that expects the instance to run, because it has an `onRun` closure. Others do if a call names it.
    @inline(never)
    private func noteDrop(in lifecycle: Lifecycle, isExpectedToRun: Bool) {
        guard !marks.isEnded else { return }
        // The end of the lifecycle tells them nothing then.
        let namers = held.withLock { exchange(&$0.namers, with: []) }.compactMap(\.object)
        if isExpectedToRun, !namers.contains(where: { $0 === lifecycle }) { lifecycle.noteDrop(of: self) }
        for namer in namers { namer.noteDrop(of: self) }
    }

    /// Tells the other lifecycles in which a call names the instance that its own is about to stop it.
    func noteShutdown(of lifecycle: Lifecycle) {
        let others = namers.filter { $0 !== lifecycle }
        // The error of a start that has failed reaches them, because they wait for it.
        guard !others.isEmpty, !marks.isEnded else { return }
        note(InstanceDrop(cause: "the container that had started it was shut down"))
        for other in others { other.noteDrop(of: self) }
    }
}

extension [LifecycleNode] {
    /// These, and what they lead to, each once: the nearest first.
    func transitiveClosure(over next: (LifecycleNode) -> [LifecycleNode]) -> [LifecycleNode] {
        var known: Set<ObjectIdentifier> = []
        var nodes = filter { known.insert(ObjectIdentifier($0)).inserted }
        var index = 0
        while index < nodes.count {
            nodes += next(nodes[index]).filter { known.insert(ObjectIdentifier($0)).inserted }
            index += 1
        }
        return nodes
    }
}

extension LifecycleNode {
    func note(_ failure: ReportedFailures?) { reported.withLock { $0 = failure } }

    /// Records that the start fails because that of a dependency has failed.
    func noteFailure(of dependency: LifecycleNode) { note(dependency.reported.withLock(\.self)) }

    /// Tells the closure under way of the failure that an observer has received. If it passes the error on, it has not failed itself.
    func passOn() { ResolutionStack.passOn(reported.withLock(\.self)) }

    func awaitReadiness(isCancellable: Bool) async throws {
        guard marks.isPending else { return }
        Lifecycle.beginPending(self)
        try await StartWaits.wait(for: self, isCancellable: isCancellable)
    }
}
