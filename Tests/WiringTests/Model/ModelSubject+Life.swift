import Wiring

extension ModelSubject {
    /// Starts named declarations.
    func start(_ container: ModelContainer, _ names: [Int]) {
        guard container.mayStart else { return }
        let lifecycle = container.lifecycle ?? ModelLifecycle(singletons[boundSingletons])
        container.lifecycle = lifecycle
        let factories = names.filter(program.canStart).map { factory($0, in: container) }
        (lifecycle.waiting, reached, starting) = ([], [], lifecycle)
        var hasSucceeded = factories.allSatisfy { resolve($0, 0) != nil }
        let waiting = lifecycle.waiting.take() ?? []
        for node in waiting where !begin(node, lifecycle) { hasSucceeded = false }
        for node in reached where node.state == .built || !begin(node, lifecycle) { hasSucceeded = false }
        starting = nil
        if !hasSucceeded { shutDown(container) }
        events.append(.startEnded(hasSucceeded))
        hasStartFailed = !hasSucceeded
    }

    /// Records what is being built depends on instances.
    func addDependencies(_ nodes: [ModelNode]) {
        if let construction = constructions.last { construction.nodes += nodes } else { reached += nodes }
    }

    /// Starts an instance that was built or resolved, if there is a started container for it.
    func admit(_ node: ModelNode, _ thing: Thing, in container: ModelContainer, _ singletons: ModelSingletons?) {
        guard node.state == .built, let lifecycle = lifecycle(for: container) else { return }
        (node.state, node.thing) = (.admitted, thing)
        lifecycle.nodes.append(node)
        if let singletons { lifecycle.singletons.append(singletons) }
        if lifecycle.waiting != nil { lifecycle.waiting?.append(node) } else { begin(node, lifecycle) }
    }

    /// What the container or its nearest parent has started, or else the container of an instance that is being built.
    private func lifecycle(for container: ModelContainer) -> ModelLifecycle? {
        if mistake == .childrenStartNothing, container.parent != nil { return container.lifecycle }
        if let lifecycle = container.nearestLifecycle { return lifecycle }
        let (awaiting, others) = (
            constructions.filter { program.awaits(in: $0.declaration) },
            constructions.filter { !program.awaits(in: $0.declaration) }
        )
        return (others + awaiting).reversed().lazy.compactMap(\.container.nearestLifecycle).first
    }

    /// Starts an admitted instance after its dependencies.
    ///
    /// - Returns: Whether it has started.
    @discardableResult
    private func begin(_ node: ModelNode, _ lifecycle: ModelLifecycle) -> Bool {
        guard node.state == .admitted, let thing = node.thing else { return node.state == .started }
        // Otherwise a dependency was built before the start.
        let canStart = node.dependencies.allSatisfy { dependency in
            if mistake == .startsIgnoreEarlierInstances, dependency.state == .built { return true }
            return dependency.state != .built && !dependency.hasStopped && begin(dependency, lifecycle)
        }
        guard canStart else {
            (node.state, node.thing) = (.failed, nil)
            // Otherwise the error is thrown.
            if lifecycle !== starting { life.failStart() }
            return false
        }
        node.state = .started
        life.beginStart(thing)
        life.endStart(thing)
        return true
    }

    /// Stops a container and those of its children that are started. It then holds no instance.
    func shutDown(_ container: ModelContainer) {
        for child in containers.sorted(by: { $0.level > $1.level })
        where child !== container && child.isOrDescends(from: container) {
            stop(child)
        }
        stop(container)
    }

    private func stop(_ container: ModelContainer) {
        guard let lifecycle = container.lifecycle.take() else { return }
        var nodes = lifecycle.nodes
        func isFirst(_ node: ModelNode) -> Bool {
            !nodes.contains { mistake == .dependenciesStopFirst ? node.needs($0) : $0.needs(node) }
        }
        while let index = nodes.firstIndex(where: isFirst) { stop(nodes.remove(at: index)) }
        for node in lifecycle.nodes { node.hasStopped = true }
        guard mistake != .shutdownKeepsInstances else { return }
        reset(container, .scope)
        for index in container.saved.indices {
            for declaration in container.saved[index].records.keys {
                container.saved[index].records[declaration]?.instances = ModelInstances()
            }
        }
        for singletons in lifecycle.singletons {
            singletons.instances = singletons.instances.mapValues(\.withoutStopped)
        }
    }

    private func stop(_ node: ModelNode) {
        guard node.state == .started, let thing = node.thing.take() else { return }
        node.state = .failed
        life.beginStop(thing)
        life.endStop(thing)
    }
}
