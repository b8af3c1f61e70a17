import Wiring

extension Lifecycle {
    /// Stops everything in reverse order, and waits until that is done, unless it waits for a hook that this task is part of.
    func stop() async {
        guard !LifecycleCall.isWithin(self) else { return beginEnd() }
        let hasWaited = await StopOrder.wait(for: .all(of: self)) {
            beginEnd()
            await stopped.value
        }
        if !hasWaited { beginEnd() }
    }

    /// Stops those of children at once.
    private static func stop(_ lifecycles: [Lifecycle]) async {
        for lifecycle in lifecycles { lifecycle.beginEnd() }
        // Not `stop`: this task has the task-local values of the first start, which may have been part of a hook.
        for lifecycle in lifecycles { await lifecycle.stopped.value }
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
        let (rest, order) = await StopOrder.shared.end(self, nodes)
        for node in rest { node.noteShutdown(of: self) }
        await stop(rest, in: order)
        markAsStopped(rest)
        // What is refused from now on ends at once. If a scope stores it after it has been cleared, it is evicted when it is found.
        state.withLock { $0.endStop() }
        for node in state.withLock(\.refused) { node.refuse() }
        manager.endLifecycle(clearing: state.withLock(\.scopes))
        stopped.set(())
        tasks.finish()
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
        for earlier in end.earlier where !LifecycleCall.isWithin(child: earlier.child) {
            _ = await StopOrder.wait(for: .child(earlier.child, earlier.nodes, of: self)) {
                await earlier.stopped.value
            }
        }
        guard !LifecycleCall.isWithin(child: numbers[0]) else { return true }
        if end.isPartOfShutdown, LifecycleCall.isWithin(self) { return true }
        guard !end.nodes.isEmpty else { return end.earlier.contains { $0.child == numbers[0] } }
        let hasWaited = await StopOrder.wait(for: .child(numbers[0], end.nodes, of: self)) {
            for node in end.nodes { await node.stopped.value }
            await end.stopped?.value
        }
        return !hasWaited || end.stopped != nil || end.earlier.contains { $0.child == numbers[0] }
    }

    /// The lifecycles of a child and of its own children.
    func childLifecycles(of child: UInt64) -> [Lifecycle] {
        manager.childLifecycles.filter { $0.containers.contains(child) }
    }

    private func stop(_ nodes: [LifecycleNode], of child: UInt64, _ clear: @Sendable () -> Void) async {
        // Those of the child and its own children need what is going to stop.
        await Self.stop(childLifecycles(of: child))
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
        await stop(nodes, in: StopOrder.earlier(among: nodes))
    }

    private func stop(_ nodes: [LifecycleNode], in order: StopOrder.Earlier) async {
        await withTaskGroup(of: Void.self) { group in
            for node in nodes.reversed() {
                let earlier = order[ObjectIdentifier(node)] ?? []
                group.addTask {
                    for node in earlier { await node.stopped.value }
                    await self.stop(node)
                }
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
            await LifecycleCall.run(node, stop)
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
