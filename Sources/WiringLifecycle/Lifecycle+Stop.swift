import Wiring

extension Lifecycle {
    /// Stops everything in reverse order, and waits until that is done. Within a hook, also of a child, it does not wait.
    func stop() async {
        beginEnd()
        if !LifecycleCall.isWithin(self) { await stopped.value }
    }

    /// Stops several lifecycles at once.
    static func stop(_ lifecycles: [Lifecycle]) async {
        for lifecycle in lifecycles { lifecycle.beginEnd() }
        for lifecycle in lifecycles { await lifecycle.stop() }
    }

    /// Begins to stop everything, without waiting.
    func beginEnd() {
        guard let (nodes, endings) = state.withLock({ $0.beginEnd() }) else { return }
        ended.set(())
        // A task of its own, because stopping must not be cancelled.
        tasks.yield { _ = Task { await self.end(nodes, after: endings) } }
    }

    private func end(_ nodes: [LifecycleNode], after endings: [Eventual<Void>]) async {
        // What waits for one of these starts, such as a child that is ending, does not wait any longer.
        for node in nodes { node.cancelStart() }
        // They need what this lifecycle has started.
        await Self.stop(manager.childLifecycles)
        for ending in endings { await ending.value }
        // Until then, an instance may get dependents that another lifecycle starts.
        for node in nodes { _ = await node.started.value }
        let nodes = handOver(state.withLock { $0.beginStop(of: nodes) })
        for node in nodes { node.noteShutdown(of: self) }
        await stop(nodes)
        markAsStopped(nodes)
        for node in state.withLock(\.refused) { node.refuse() }
        manager.endLifecycle(clearing: state.withLock(\.scopes))
        state.withLock { $0.endStop() }
        // What has been stored since it was cleared is evicted when it is found.
        for node in state.withLock(\.refused) { node.refuse() }
        stopped.set(())
        tasks.finish()
    }

    /// Hands instances of other containers to lifecycles that need them.
    ///
    /// - Returns: The others, which stop now.
    private func handOver(_ nodes: [LifecycleNode]) -> [LifecycleNode] {
        // Another lifecycle that takes over what these were built with, and stops, waits for these.
        for node in nodes { node.noteAsDependent() }
        // The dependents that are noted by now are considered below. Later ones may not start.
        for node in nodes { node.refuseDependents() }
        var (rest, count) = (nodes, Int.max)
        // The lifecycle that takes over an instance also needs what that one was built with.
        while rest.count < count {
            count = rest.count
            rest.removeAll(where: isHandedOver)
        }
        return rest
    }

    private func isHandedOver(_ node: LifecycleNode) -> Bool {
        guard !node.containers.contains(containers[0]) else { return false }
        let scopes = state.withLock(\.scopes)
        return (node.dependentsElsewhere.compactMap(\.lifecycle) + node.namers).contains { other in
            // Children stop first.
            guard !other.containers.contains(containers[0]) else { return false }
            return other.state.withLock { state in
                guard !state.isStoppingInstances, node.move(to: other) else { return false }
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
        if end.stopped != nil { tasks.yield { _ = Task { await self.stop(end.nodes, of: numbers[0], clear) } } }
        // When everything stops, what the child has started may wait for what uses it, and that for the child's operation.
        if end.isPartOfShutdown { tasks.yield { _ = Task { await self.stop(end.nodes) } } }
        for earlier in end.earlier where !LifecycleCall.isWithin(self, child: earlier.child) {
            await earlier.stopped.value
        }
        guard !LifecycleCall.isWithin(self, child: end.isPartOfShutdown ? nil : numbers[0]) else { return true }
        for node in end.nodes { await node.stopped.value }
        await end.stopped?.value
        return end.stopped != nil || end.earlier.contains { $0.child == numbers[0] }
    }

    private func stop(_ nodes: [LifecycleNode], of child: UInt64, _ clear: @Sendable () -> Void) async {
        // Those of the child and its own children need what is going to stop.
        await Self.stop(manager.childLifecycles.filter { $0.containers.contains(child) })
        await stop(nodes)
        markAsStopped(nodes)
        clear()
        let end = state.withLock { $0.endStop(of: child) }
        for node in end.refused { node.refuse() }
        end.stopped?.set(())
    }

    private func stop(_ nodes: [LifecycleNode]) async {
        for node in nodes { node.cancelStart() }
        for node in nodes { _ = await node.started.value }
        var earlier = Self.dependents(among: nodes)
        Self.addPrecedents(to: &earlier, among: nodes)
        await withTaskGroup(of: Void.self) { group in
            for node in nodes.reversed() {
                let earlier = earlier[ObjectIdentifier(node)] ?? []
                group.addTask {
                    for node in earlier { await node.stopped.value }
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
            let dependencies = node.dependenciesAtStop.transitiveClosure {
                own.contains(ObjectIdentifier($0)) ? [] : $0.dependenciesAtStop
            }
            for dependency in dependencies { dependents[ObjectIdentifier(dependency), default: []].append(node) }
            // Those of lifecycles that stop, too. The others have taken the instance over, or lose it.
            let others = node.dependentsElsewhere.filter { dependent in
                dependent.lifecycle?.state.withLock(\.isStoppingInstances) ?? dependent.isStopping
            }
            if !others.isEmpty { dependents[ObjectIdentifier(node), default: []] += others }
        }
        return dependents
    }

    /// Makes instances stop after those that were running when they were admitted, except where that would close a cycle.
    ///
    /// - Parameter earlier: The instances that stop before each other one.
    private static func addPrecedents(
        to earlier: inout [ObjectIdentifier: [LifecycleNode]],
        among nodes: [LifecycleNode]
    ) {
        let own = Set(nodes.map(ObjectIdentifier.init))
        var precedents: [LifecycleNode] = []
        var followers: [ObjectIdentifier: [LifecycleNode]] = [:]
        for node in nodes {
            for precedent in node.precedents where own.contains(ObjectIdentifier(precedent)) {
                if followers[ObjectIdentifier(precedent)] == nil { precedents.append(precedent) }
                followers[ObjectIdentifier(precedent), default: []].append(node)
            }
        }
        for precedent in precedents {
            // What the precedent waits for does not wait for it. Nor does anything if it waits for another lifecycle, whose order
            // is unknown here.
            let awaited = [precedent].transitiveClosure { earlier[ObjectIdentifier($0), default: []] }
            let known = Set(awaited.map(ObjectIdentifier.init))
            guard known.isSubset(of: own) else { continue }
            for follower in followers[ObjectIdentifier(precedent), default: []]
            where !known.contains(ObjectIdentifier(follower)) {
                earlier[ObjectIdentifier(follower), default: []].append(precedent)
            }
        }
    }

    /// Marks instances as stopped, and lets go what they were built with.
    private func markAsStopped(_ nodes: [LifecycleNode]) {
        for node in nodes { node.marks.setEnded() }
        for node in nodes { node.releaseHandles() }
    }

    /// Stops an instance that neither a scope nor a dependent has any longer.
    func letGo(_ node: LifecycleNode) {
        guard !state.withLock({ $0.isStopping(node.containers) }) else { return }
        tasks.yield { _ = Task { await self.stop(letGo: node) } }
    }

    private func stop(letGo node: LifecycleNode) async {
        _ = await node.started.value
        await stop(node)
        state.withLock { $0.remove(node) }
        node.releaseHandles()
    }

    /// Stops an instance, or waits until another call has stopped it.
    private func stop(_ node: LifecycleNode) async {
        if let (hooks, run) = node.beginStop() {
            let began = ContinuousClock.now
            await stop(node, hooks, run)
            // Nothing has happened to one whose start has failed and that has no `onStop` closure.
            if hooks.stop != nil || !node.marks.isEnded {
                report(.stopped(node.step, began.duration(to: .now)))
            }
        } else if node.isStopping {
            return await node.stopped.value
        }
        node.stopped.set(())
    }

    /// How long `onRun` may take after `onStop`, if `onStop` has no limit.
    private static let runLimit = Duration.seconds(30)

    /// Stops an instance. The `onStop` closure asks the task of `onRun` to finish. Without that closure, or after its time, the task
    /// is cancelled.
    private func stop(_ node: LifecycleNode, _ hooks: LifecycleHooks, _ run: Task<Void, Never>?) async {
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
        let inRun = hasReturned.withLock { $0 }
        let error = LifecycleError.stopTimedOut(node.step, limit, inRun: inRun)
        report(.unreceived(error, node.step, inRun ? .onRun : .onStop))
    }
}
