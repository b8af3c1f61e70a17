/// What a container has started, from the first start until everything has stopped.
final class Lifecycle: Sendable {
    /// The lifecycle's callbacks to its container.
    struct Callbacks: Sendable {
        /// Receives what happens, before those that wait for it go on.
        let report: @Sendable (LifecycleEvent) -> Void
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
    private let callbacks: Callbacks
    let state: Protected<LifecycleState>
    /// Set when something ends a run before its body does: an error, an `onRun` closure that returns, or a shutdown.
    let ended = Eventual<Void>()
    /// Begins the tasks that call hooks.
    private let tasks: AsyncStream<@Sendable () -> Void>.Continuation
    /// Set when everything has stopped.
    private let stopped = Eventual<Void>()

    /// - Parameters:
    ///   - origin: The call that starts the container.
    ///   - containers: The numbers of the container and its parents, the nearest first.
    init(_ origin: StartCall, of containers: [UInt64], _ callbacks: Callbacks) {
        self.origin = origin
        self.containers = containers
        self.callbacks = callbacks
        state = Protected(LifecycleState(origin))
        LifecycleNode.beginLifecycle()
        let (stream, tasks) = AsyncStream<@Sendable () -> Void>.makeStream()
        self.tasks = tasks
        // Hooks have the task-local values of the caller that began the lifecycle, and not those of one that happens to resolve an
        // instance first. What a hook resolves does not belong to the closure that has built the instance.
        AsyncStep.outside { _ = Task { for await begin in stream { begin() } } }
    }

    deinit {
        tasks.finish()
        LifecycleNode.endLifecycle()
    }

    // MARK: - Starting

    /// Admits an instance that was built or resolved, and starts it. It stops when no one has its handle any longer.
    ///
    /// - Parameters:
    ///   - isKept: Whether a scope keeps it. Otherwise it runs until everything stops.
    ///   - scope: The singleton scope that stores it, if one does.
    ///   - hasEnded: Whether its container is a child that has ended. Then it does not start. Called under the lock.
    func admit(
        _ handle: LifecycleHandle,
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
            node.noteDependent(of: self)
            return state.admit(node, of: children, storedIn: scope)
        }
        switch admission {
        case .start: begin(node)
        case .refuse:
            if state.withLock(\.hasStopped) { node.setStopped() }
            callbacks.report(.unreceived(.builtDuringShutdown(node.step), node.step))
        case .childHasEnded: callbacks.report(.unreceived(.builtAfterEnd(node.step), node.step))
        case .wait, nil: break
        }
    }

    private var isStopping: Bool { state.withLock { !$0.isActive } }

    /// Whether a child may be started, because neither this lifecycle nor what it has started for that child is stopping.
    func mayStart(_ child: Lifecycle) -> Bool {
        let children = child.containers.prefix { $0 != containers[0] }
        return state.withLock { !$0.isStopping(children) }
    }

    /// The child of the container that an instance belongs to, and that child's parents up to the container; empty if it belongs
    /// to the container itself or to one that does not descend from it.
    private func children(of node: LifecycleNode) -> ArraySlice<UInt64> {
        node.containers.firstIndex(of: containers[0]).map { node.containers[..<$0] } ?? []
    }

    /// Resolves and starts named dependencies, and waits until they have started. If the task is cancelled, the wait ends.
    ///
    /// - Parameters:
    ///   - call: The call that names them.
    ///   - stopsAll: Whether an error stops everything. Otherwise a run goes on, and with it what has been resolved.
    ///   - resolve: Resolves them, and returns their handles.
    /// - Throws: What resolving throws, or the first error of a start.
    func start(_ call: StartCall, stopsAll: Bool, _ resolve: () async throws -> [LifecycleHandle]) async throws {
        guard state.withLock({ $0.beginStart() }) else { throw LifecycleError.shutDown(origin) }
        var isResolving = true
        do {
            let handles = try await resolve()
            defer { extendLifetime(handles) }
            let nodes = handles.map(LifecycleNode.of)
            try Task.checkCancellation()
            isResolving = false
            for node in state.withLock({ $0.endResolving() }) { begin(node) }
            // Another call may still resolve what it names.
            for node in nodes { Self.beginPending(node) }
            for node in nodes {
                guard node.isAdmitted else { throw LifecycleError.builtBefore(node.step) }
                try await Self.awaitStart(of: node, isCancellable: true)
            }
            try Task.checkCancellation()
        } catch {
            let end = state.withLock { $0.endStart(error, isResolving: isResolving, stopsAll: stopsAll) }
            if end.isReported {
                callbacks.report(.unreceived(error, nil, text: Failure.text(unresolved: error, in: call)))
            }
            for node in end.starting { begin(node) }
            if stopsAll { await stop() }
            throw end.error
        }
        guard let failure = state.withLock({ $0.endStart() }) else { return }
        if stopsAll { await stop() }
        throw failure
    }

    private func begin(_ node: LifecycleNode) {
        tasks.yield { node.begin { hooks in Task { await self.start(node, hooks) } } }
    }

    private func start(_ node: LifecycleNode, _ hooks: LifecycleHooks.Bound) async {
        var source = LifecycleState.ErrorSource.elsewhere
        do {
            for dependency in node.dependencies {
                let isAdmitted = dependency.isAdmitted
                if isAdmitted {
                    Self.beginPending(dependency)
                    try await dependency.started.cancellableValue.get()
                }
                guard isAdmitted, !dependency.hasStopped else {
                    source = .missingStart
                    throw LifecycleError.builtBefore(dependency.step, neededBy: node.step)
                }
            }
            try Task.checkCancellation()
            let began = ContinuousClock.now
            if let start = hooks.start {
                source = .hook
                let isInTime = try await Self.run(within: hooks.startLimit) {
                    try await LifecycleCall.run(node, self, start)
                }
                if !isInTime, let limit = hooks.startLimit { throw LifecycleError.startOverran(node.step, limit) }
            }
            callbacks.report(.started(node.step, began.duration(to: .now)))
            node.end(hooks) { Task.isCancelled ? nil : hooks.run.map { task(of: node, $0) } }
        } catch {
            if error is CancellationError, Task.isCancelled { source = .elsewhere }
            fail(node, error, from: source, in: source == .hook ? "the onStart closure" : "the start") { [self] in
                state.withLock { $0.remove(node, of: children(of: node)) }
                node.fail(error)
            }
        }
    }

    private func task(of node: LifecycleNode, _ run: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
        Task {
            do {
                try await LifecycleCall.run(node, self, run)
                if children(of: node).isEmpty, !node.isStopping, state.withLock({ $0.endRun(of: node.step) }) {
                    ended.set(())
                }
            } catch {
                fail(node, error, from: .hook, in: "the onRun closure")
            }
        }
    }

    /// Waits until an instance has started, for a caller that has resolved it asynchronously.
    ///
    /// It does not wait for an instance that no lifecycle has.
    ///
    /// - Parameter isCancellable: Whether cancellation ends the wait.
    static func awaitStart(of handles: [LifecycleHandle], isCancellable: Bool) async throws {
        defer { extendLifetime(handles) }
        for node in handles.map(LifecycleNode.of) where node.isAdmitted {
            beginPending(node)
            try await awaitStart(of: node, isCancellable: isCancellable)
        }
    }

    private static func awaitStart(of node: LifecycleNode, isCancellable: Bool) async throws {
        guard let wait = LifecycleCall.beginWait(for: node) else { throw LifecycleError.awaitsItself(node.step) }
        defer { wait.end() }
        let result = isCancellable ? try await node.started.cancellableValue : await node.started.value
        try result.get()
    }

    /// Begins a start that is pending while named dependencies are resolved, and the starts that it needs. One of the named
    /// dependencies may be waiting for the caller.
    private static func beginPending(_ node: LifecycleNode) {
        guard node.pendingLifecycle != nil else { return }
        let needed = node.withDependencies
        // Otherwise it needs an instance that was built before, and that may be named.
        guard needed.allSatisfy(\.isAdmitted) else { return }
        for node in needed { node.pendingLifecycle?.begin(node) }
    }

    // MARK: - Ending

    /// Records and reports an error of an instance.
    ///
    /// - Parameters:
    ///   - origin: What has failed, as the message names it.
    ///   - endStart: Ends the start that has thrown the error. Called when the error has been recorded, so that what depends on the
    ///     instance does not hide the cause, and reported, so that no stop ends before. The others are cancelled afterwards, so that
    ///     what waits for this start receives its error.
    private func fail(
        _ node: LifecycleNode,
        _ error: any Error,
        from source: LifecycleState.ErrorSource,
        in origin: String,
        endStart: (() -> Void)? = nil
    ) {
        let children = children(of: node)
        let failure = state.withLock { $0.fail(error, of: children, from: source, isStopping: node.isStopping) }
        switch failure {
        case .thrown: callbacks.report(.failed(error, node.step))
        case .reported:
            callbacks.report(.unreceived(error, node.step, text: Failure.text(of: error, in: origin, of: node.step)))
        case .ignored: break
        }
        endStart?()
        guard case .thrown(let cancelled) = failure else { return }
        for node in cancelled { node.cancelStart() }
        ended.set(())
    }

    /// Stops everything in reverse order, and waits until that is done. Within a hook, also of a child, it does not wait.
    func stop() async {
        beginStop()
        if !LifecycleCall.isWithin(self) { await stopped.value }
    }

    /// Stops several lifecycles at once.
    static func stop(_ lifecycles: [Lifecycle]) async {
        for lifecycle in lifecycles { lifecycle.beginStop() }
        for lifecycle in lifecycles { await lifecycle.stop() }
    }

    private func beginStop() {
        guard let (nodes, endings) = state.withLock({ $0.stop() }) else { return }
        ended.set(())
        // A task of its own, because stopping must not be cancelled.
        tasks.yield { _ = Task { await self.stop(nodes, after: endings) } }
    }

    private func stop(_ nodes: [LifecycleNode], after endings: [Eventual<Void>]) async {
        let nodes = handOver(nodes)
        // What waits for one of these starts, such as a child that is ending, does not wait any longer.
        for node in nodes { node.cancelStart() }
        // They need what this lifecycle has started.
        await Self.stop(callbacks.children())
        for ending in endings { await ending.value }
        await stop(nodes)
        end(nodes + state.withLock(\.refusedNodes))
        callbacks.clear(state.withLock(\.scopes))
        state.withLock { $0.endStop() }
        // What has been stored since it was cleared is evicted when it is found.
        end(state.withLock(\.refusedNodes))
        stopped.set(())
        tasks.finish()
    }

    /// Hands instances of other containers to lifecycles that need them.
    ///
    /// - Returns: The others, which stop now.
    private func handOver(_ nodes: [LifecycleNode]) -> [LifecycleNode] {
        var rest: [LifecycleNode] = []
        // Dependents first: a lifecycle that takes over a dependent also needs its dependencies.
        for node in nodes.reversed() where !isHandedOver(node) { rest.append(node) }
        return rest.reversed()
    }

    private func isHandedOver(_ node: LifecycleNode) -> Bool {
        guard !node.containers.contains(containers[0]) else { return false }
        let scopes = state.withLock(\.scopes)
        return node.dependentsElsewhere.lazy.compactMap(\.lifecycle).contains { other in
            // Children stop first.
            guard !other.containers.contains(containers[0]) else { return false }
            return other.state.withLock { state in
                guard state.isActive, node.move(to: other) else { return false }
                state.adopt(node, storedIn: scopes)
                return true
            }
        }
    }

    /// Stops the instances of a child and of its own children, and waits until that is done. Within a hook of what is stopping it
    /// does not wait.
    ///
    /// - Parameters:
    ///   - numbers: Those of the child and its parents.
    ///   - clear: Called when they have stopped, before anyone else continues. Not called if there is nothing to stop.
    /// - Returns: Whether this call or an earlier one calls `clear`, or the call is within such a hook.
    func stop(child numbers: [UInt64], _ clear: @escaping @Sendable () -> Void) async -> Bool {
        let end = state.withLock { $0.end(numbers) }
        if end.stopped != nil { tasks.yield { _ = Task { await self.stop(end.nodes, of: numbers, clear) } } }
        for earlier in end.earlier where !LifecycleCall.isWithin(self, child: earlier.child) {
            await earlier.stopped.value
        }
        guard !LifecycleCall.isWithin(self, child: end.isPartOfShutdown ? nil : numbers[0]) else { return true }
        for node in end.nodes { await node.stopped.value }
        await end.stopped?.value
        return end.stopped != nil || end.earlier.contains { $0.child == numbers[0] }
    }

    private func stop(_ nodes: [LifecycleNode], of child: [UInt64], _ clear: @Sendable () -> Void) async {
        // Those of the child and its own children need what is going to stop.
        await Self.stop(callbacks.children().filter { $0.containers.contains(child[0]) })
        await stop(nodes)
        self.end(nodes)
        clear()
        let end = state.withLock { $0.endStop(of: child) }
        self.end(end.refused)
        end.stopped?.set(())
    }

    private func stop(_ nodes: [LifecycleNode]) async {
        for node in nodes { node.cancelStart() }
        for node in nodes { _ = await node.started.value }
        let dependents = Self.dependents(among: nodes)
        await withTaskGroup(of: Void.self) { group in
            for node in nodes.reversed() {
                let dependents = dependents[ObjectIdentifier(node)] ?? []
                // Those of lifecycles that stop, too. The others have taken the instance over, or lose it.
                let others = node.dependentsElsewhere.filter { $0.lifecycle?.isStopping ?? $0.isStopping }
                group.addTask {
                    for dependent in others { await dependent.stopped.value }
                    for dependent in dependents { await dependent.stopped.value }
                    await self.stop(node)
                }
            }
        }
    }

    /// The instances that stop before each other one. What lies between them may belong to other containers.
    private static func dependents(among nodes: [LifecycleNode]) -> [ObjectIdentifier: [LifecycleNode]] {
        let own = Set(nodes.map(ObjectIdentifier.init))
        var dependents: [ObjectIdentifier: [LifecycleNode]] = [:]
        for node in nodes {
            var known: Set<ObjectIdentifier> = []
            var remaining = node.dependencies
            while let dependency = remaining.popLast() {
                let id = ObjectIdentifier(dependency)
                guard known.insert(id).inserted else { continue }
                dependents[id, default: []].append(node)
                if !own.contains(id) { remaining += dependency.dependencies }
            }
        }
        return dependents
    }

    /// Marks instances as stopped, and lets go what they were built with.
    private func end(_ nodes: [LifecycleNode]) {
        for node in nodes { node.setStopped() }
        for node in nodes { node.releaseHandles() }
    }

    /// Stops an instance that neither a scope nor a dependent has any longer.
    func letGo(_ node: LifecycleNode) {
        let children = children(of: node)
        guard !state.withLock({ $0.isStopping(children) }) else { return }
        tasks.yield { _ = Task { await self.stop(letGo: node, of: children) } }
    }

    private func stop(letGo node: LifecycleNode, of children: ArraySlice<UInt64>) async {
        _ = await node.started.value
        await stop(node)
        state.withLock { $0.remove(node, of: children) }
        node.releaseHandles()
    }

    /// Stops an instance, or waits until another call has stopped it.
    private func stop(_ node: LifecycleNode) async {
        if let (hooks, run) = node.beginStop() {
            let began = ContinuousClock.now
            await stop(node, hooks, run)
            callbacks.report(.stopped(node.step, began.duration(to: .now)))
        } else if node.isStopping {
            return await node.stopped.value
        }
        node.stopped.set(())
    }

    /// How long `onRun` may take after `onStop`, if `onStop` has no limit.
    private static let runLimit = Duration.seconds(30)

    /// Stops an instance. The `onStop` closure asks the task of `onRun` to finish. Without that closure, or after its time, the task
    /// is cancelled.
    private func stop(_ node: LifecycleNode, _ hooks: LifecycleHooks.Bound, _ run: Task<Void, Never>?) async {
        guard let stop = hooks.stop else {
            run?.cancel()
            await run?.value
            return
        }
        let hasReturned = Protected(false)
        let ask = { @Sendable in
            await LifecycleCall.run(node, self, stop)
            hasReturned.withLock { $0 = true }
        }
        if hooks.stopLimit == nil {
            await ask()
            guard run != nil else { return }
        }
        let limit = hooks.stopLimit ?? Self.runLimit
        let isInTime = try? await Self.run(within: limit) {
            if hooks.stopLimit != nil { await ask() }
            await run?.value
        }
        guard isInTime == false else { return }
        run?.cancel()
        let error = LifecycleError.stopOverran(node.step, limit, inRun: hasReturned.withLock { $0 })
        callbacks.report(.unreceived(error, node.step))
    }
}
