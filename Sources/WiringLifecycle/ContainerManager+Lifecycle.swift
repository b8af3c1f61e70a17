import Wiring

extension ContainerManager {
    /// The lifecycle of the container; `nil` if nothing is started.
    var lifecycle: Lifecycle? { follower.map(Lifecycle.of) }

    /// Resolves and starts named dependencies. If that fails, everything is stopped.
    ///
    /// - Parameters:
    ///   - origin: The call. If it is a `run`, the container must not have been started.
    ///   - resolve: Resolves them, and returns their handles.
    func start(_ origin: StartCall, _ resolve: () async throws -> [FollowerHandle]) async throws -> Lifecycle {
        let (lifecycle, isNew) = try lazyState.follower.withLock { known in
            if let known = known.map(Lifecycle.of) {
                guard !origin.isRun else { throw LifecycleError.alreadyRunning(known.origin) }
                try known.beginStart()
                return (known, false)
            }
            let new = Lifecycle(origin, of: self)
            // Before a resolution finds it: the error of what that starts ends this start, and a parent stops it.
            try new.beginStart()
            guard parentsMayStop(new) else { throw LifecycleError.refused(origin) }
            known = new
            return (new, true)
        }
        // A run stops by itself, when its body has ended.
        try await lifecycle.start(origin, stopsAll: isNew || !lifecycle.origin.isRun, resolve)
        return lifecycle
    }

    /// Makes the parents stop a lifecycle of this child before they stop what it may need.
    ///
    /// - Returns: Whether they do; `false` if one of them is already stopping, or if the operation of a child has ended.
    private func parentsMayStop(_ lifecycle: Lifecycle) -> Bool {
        for parent in parents { parent.manager.lazyState.childFollowers.withLock { $0.append(lifecycle) } }
        // Afterwards, so that a parent that is not stopping yet finds it, and so does the end of an operation.
        let mayStart = !hasEnded && parents.allSatisfy { $0.manager.lifecycle?.mayStart(lifecycle) ?? true }
        if !mayStart { removeFromParents(lifecycle) }
        return mayStart
    }

    private func removeFromParents(_ lifecycle: Lifecycle?) {
        for parent in parents {
            parent.manager.lazyState.childFollowers.withLock { $0.removeAll { $0 === lifecycle } }
        }
    }

    /// The lifecycles of children that have been started themselves, and of their children.
    var childLifecycles: [Lifecycle] { childFollowers.map(Lifecycle.of) }

    /// Stops what was started for this container, also by its parents, and clears its instances.
    func shutdown() async { if await !stopStarted({ [self] in clearInstances() }) { clearInstances() } }

    private func clearInstances() {
        reset(.scope, because: InstanceDrop(by: "shutdown()", of: "container"))
        clearSavedInstances()
    }

    /// Ends the lifecycle, when everything has stopped, and clears that.
    ///
    /// - Parameter scopes: The singleton scopes that store some of it.
    func endLifecycle(clearing scopes: [Scope.Singleton]) {
        clearInstances()
        // Instances that other scopes and containers store are evicted when they are found.
        for scope in scopes { scope.clearStopped() }
        removeFromParents(lazyState.follower.withLock { $0.take() }.map(Lifecycle.of))
    }

    /// Stops what a container has started, and then what its parents have started for it.
    ///
    /// - Parameter clear: Clears the instances when a parent has stopped something.
    /// - Returns: Whether what has stopped them clears the instances; `false` if nothing was started.
    @discardableResult
    func stopStarted(_ clear: @escaping @Sendable () -> Void = {}) async -> Bool {
        var isCleared = false
        if let lifecycle {
            await lifecycle.stop()
            isCleared = true
        } else {
            let lifecycles = childLifecycles
            for lifecycle in lifecycles { lifecycle.beginEnd() }
            for lifecycle in lifecycles { await lifecycle.stop() }
        }
        let numbers = numbers
        for parent in parents {
            if let lifecycle = parent.manager.lifecycle, await lifecycle.stop(child: numbers, clear) {
                isCleared = true
            }
        }
        return isCleared
    }
}
