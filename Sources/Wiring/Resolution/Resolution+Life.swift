extension Resolution {
    /// The handle of a new instance; `nil` if the declaration has no hooks.
    ///
    /// - Parameter dependencies: The handles of the instances that it depends on.
    func makeHandle<T>(of instance: T, dependencies: [LifecycleHandle]) -> LifecycleHandle? {
        guard modifiers.hooks != nil, !isNil(instance) else { return nil }
        return LifecycleHandle(LifecycleNode(request.step, in: request.manager.numbers, dependencies: dependencies))
    }

    /// Starts an instance if the container has been started.
    func admit<T>(_ handle: LifecycleHandle, _ instance: T) {
        guard let hooks = modifiers.hooks, let lifecycle, !isNil(instance) else { return }
        let stored = StoredInstance(instance, scope: .singletons)
        lifecycle.admit(
            handle,
            hooks.bound(to: stored, of: request.declaration.product),
            isKept: keepsInstance,
            storedIn: singletons
        ) {
            request.manager.hasEnded
        }
    }

    /// Whether the scope keeps the instance beyond its resolution. A shared scope stores none that has hooks.
    private var keepsInstance: Bool {
        switch scope.kind {
        case .graph, .unique, .shared: false
        case .cached, .singleton: modifiers.timeToLive.map { $0.duration > 0 } ?? true
        }
    }

    /// Records that what is being built depends on a stored instance, and starts it if the container has been started.
    func addDependencies<T>(on stored: StoredInstance.Strong, _ instance: T) {
        let nodes = stored.lifecycleNodes
        guard !nodes.isEmpty else { return }
        ResolutionStack.addDependencies(nodes)
        let own = nodes.first { LifecycleNode.of($0).step.declaration == request.declaration }
        if let own { admit(own, instance) }
    }

    /// The lifecycle of the container, or else of that of the innermost instance that this one is resolved for.
    private var lifecycle: Lifecycle? {
        if let lifecycle = request.lifecycle { return lifecycle }
        if ResolutionStack.depth > 1 {
            for frame in ResolutionStack.frames.reversed() {
                let lifecycle =
                    (frame.completion as? Resolution)?.request.lifecycle
                    ?? (frame.completion as? Flight)?.lifecycle
                    ?? (frame.completion as? ContainerStart.Collector)?.manager.lifecycle
                if let lifecycle { return lifecycle }
            }
        }
        return AsyncStep.current.flatMap { Self.lifecycle(of: $0) }
    }

    /// The lifecycle of a container for which an asynchronous closure runs.
    private static func lifecycle(of step: AsyncStep) -> Lifecycle? {
        for step in step.chain {
            if let lifecycle = (step.manager as? ContainerManager)?.nearestLifecycle { return lifecycle }
        }
        return nil
    }

}

extension Flight {
    /// The lifecycle of the container that stores the instance, or of its nearest parent.
    fileprivate var lifecycle: Lifecycle? { (generations?.source as? ContainerManager)?.nearestLifecycle }
}

extension Resolution.Request {
    fileprivate var lifecycle: Lifecycle? { starter.nearestLifecycle }

    /// The manager for which instances start: that of the container, or else, if nothing has been started for it or its parents, of
    /// the child that redirected the request to the root.
    var starter: ContainerManager { manager.nearestLifecycle == nil ? child ?? manager : manager }
}
