import Wiring

extension ModelSubject {
    /// Starts named declarations, after the parents of the container.
    func start(_ container: ModelContainer, _ names: [Int]) {
        if let parent = container.parent, parent.lifecycle == nil {
            if containers.contains(where: { $0 === parent }) { start(parent, []) }
            guard parent.lifecycle != nil else { return }
        }
        let lifecycle = container.lifecycle ?? ModelLifecycle(singletons[boundSingletons])
        container.lifecycle = lifecycle
        let factories = names.filter(program.canStart).map { factory($0, in: container) }
        (lifecycle.waiting, reached, starting) = ([], [], lifecycle)
        var hasSucceeded = factories.allSatisfy { resolve($0) }
        let waiting = lifecycle.waiting.take() ?? []
        // Otherwise nothing starts.
        if hasSucceeded {
            for node in waiting where !begin(node, lifecycle) { hasSucceeded = false }
            for node in reached.map(\.node) where node.state == .built || !begin(node, lifecycle) {
                hasSucceeded = false
            }
            lifecycle.named += reached.map(\.node)
        }
        starting = nil
        if !hasSucceeded {
            // At once, and not after the children that have not been started themselves.
            for child in descendants(of: container) { endLifecycle(of: child) }
            endLifecycle(of: container)
            shutDown(container)
        }
        events.append(.startEnded(hasSucceeded))
        hasStartFailed = !hasSucceeded
    }

    /// Resolves a named declaration.
    ///
    /// - Returns: Whether it made something.
    private func resolve(_ factory: ModelFactory) -> Bool {
        let count = reached.count
        guard resolve(factory, 0) != nil else { return false }
        // An asynchronous instance with hooks is then looked up once more.
        if program.awaits(in: factory.declaration), reached.count > count { registerAutomatically(factory.container) }
        return true
    }

    /// Records what is being built depends on instances.
    func addDependencies(_ handles: [ModelHandle]) {
        if let construction = constructions.last { construction.handles += handles } else { reached += handles }
    }

    /// Starts an instance that was built or resolved, if there is a started container for it.
    ///
    /// - Parameter isKept: Whether something stores it.
    func admit(
        _ handle: ModelHandle,
        _ thing: Thing,
        isKept: Bool,
        in container: ModelContainer,
        _ singletons: ModelSingletons?
    ) {
        let node = handle.node
        guard node.state == .built, let lifecycle = lifecycle(for: container) else { return }
        (node.state, node.thing, node.lifecycle) = (.admitted, thing, lifecycle)
        if !isKept { node.keep(handle) }
        lifecycle.nodes.append(node)
        if let singletons { lifecycle.singletons.append(singletons) }
        if lifecycle.waiting != nil { lifecycle.waiting?.append(node) } else { begin(node, lifecycle) }
    }

    /// What the container or its nearest parent has started, or else the container of the innermost instance that is being built.
    private func lifecycle(for container: ModelContainer) -> ModelLifecycle? {
        if mistake == .childrenStartNothing, container.parent != nil { return container.lifecycle }
        if let lifecycle = container.nearestLifecycle { return lifecycle }
        return constructions.reversed().lazy.compactMap(\.container.nearestLifecycle).first
    }

    /// Starts an admitted instance after its dependencies.
    ///
    /// - Returns: Whether it has started.
    @discardableResult
    private func begin(_ node: ModelNode, _ lifecycle: ModelLifecycle) -> Bool {
        guard node.state == .admitted, let thing = node.thing else { return node.state == .started }
        let obstacle = node.dependencies.first { dependency in
            if mistake == .startsIgnoreEarlierInstances, dependency.state == .built { return false }
            return dependency.state == .built || !begin(dependency, lifecycle) || dependency.hasStopped
        }
        if let obstacle {
            (node.state, node.thing, node.isMarkedAsStopped) = (.failed, nil, true)
            node.releaseHandles()
            failed.append(node)
            // Otherwise the error is thrown, or was counted for the dependency.
            if lifecycle !== starting, obstacle.state != .failed { life.failStart() }
            return false
        }
        node.state = .started
        life.beginStart(thing)
        life.endStart(thing)
        return true
    }

    /// Stops a container, after its children. It then holds no instance.
    func shutDown(_ container: ModelContainer) {
        for child in descendants(of: container) { stop(child) }
        stop(container)
    }

    /// The children of a container and theirs, those first.
    private func descendants(of container: ModelContainer) -> [ModelContainer] {
        containers.sorted { $0.level > $1.level }.filter { $0 !== container && $0.isOrDescends(from: container) }
    }

    /// Stops what a container has started, and clears it.
    private func endLifecycle(of container: ModelContainer) {
        guard let lifecycle = container.lifecycle.take() else { return }
        handOver(lifecycle, of: container)
        stop(lifecycle.nodes)
        for singletons in lifecycle.singletons {
            singletons.instances = singletons.instances.mapValues(\.withoutStopped)
        }
        clear(container)
    }

    /// Hands instances of other containers to containers that have started what needs them, or whose starts have named them.
    private func handOver(_ lifecycle: ModelLifecycle, of container: ModelContainer) {
        for node in lifecycle.nodes.reversed() where !node.belongs(to: container) {
            let other = containers.lazy.compactMap(\.lifecycle).first { other in
                other.nodes.contains { $0.dependencies.contains { $0 === node } }
                    || other.named.contains { $0 === node }
            }
            guard let other else { continue }
            lifecycle.nodes.removeAll { $0 === node }
            other.nodes.append(node)
            other.singletons += lifecycle.singletons
            node.lifecycle = other
        }
    }

    /// Stops what a container has started, and then what its parents have started for it, and clears it.
    private func stop(_ container: ModelContainer) {
        endLifecycle(of: container)
        var next = container.parent
        while let parent = next {
            stopInstances(of: container, startedBy: parent)
            next = parent.parent
        }
        clear(container)
    }

    private func stopInstances(of child: ModelContainer, startedBy parent: ModelContainer) {
        guard let lifecycle = parent.lifecycle else { return }
        let nodes = lifecycle.nodes.filter { $0.belongs(to: child) }
        guard !nodes.isEmpty, mistake != .childrenStopWithTheirParents else { return }
        lifecycle.nodes.removeAll { node in nodes.contains { $0 === node } }
        stop(nodes)
    }

    private func stop(_ nodes: [ModelNode]) {
        var remaining = nodes
        func isFirst(_ node: ModelNode) -> Bool {
            !remaining.contains { mistake == .dependenciesStopFirst ? node.needs($0) : $0.needs(node) }
        }
        while let index = remaining.firstIndex(where: isFirst) { stop(remaining.remove(at: index)) }
        for node in nodes { node.isMarkedAsStopped = true }
        for node in nodes { node.releaseHandles() }
    }

    /// Stops the instances that nothing stores or needs any longer.
    func stopReleased() {
        guard mistake != .replacedInstancesRun else { return }
        while let node = released.nodes.popLast() {
            guard node.state == .started else { continue }
            stop(node)
            node.lifecycle?.nodes.removeAll { $0 === node }
            node.releaseHandles()
        }
    }

    private func clear(_ container: ModelContainer) {
        guard mistake != .shutdownKeepsInstances else { return }
        reset(container, .scope)
        for index in container.saved.indices {
            for declaration in container.saved[index].records.keys {
                container.saved[index].records[declaration]?.instances = ModelInstances()
            }
        }
    }

    private func stop(_ node: ModelNode) {
        guard node.state == .started, let thing = node.thing.take() else { return }
        node.state = .stopped
        life.beginStop(thing)
        life.endStop(thing)
    }
}
