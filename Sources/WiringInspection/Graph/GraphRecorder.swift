import Wiring

/// Records which declarations are resolved from observed containers, and which of them need which.
final class GraphRecorder: Sendable {
    private typealias Key = DependencyGraph.Key

    private struct State {
        var nodes: [DependencyGraph.Node] = []
        var indices: [Key: Int] = [:]
        var edges: Set<DependencyGraph.Edge> = []
        /// The numbers of the children that have been recorded.
        var children: Set<UInt64> = []
        /// Copies of the containers may outlive the recording.
        var hasEnded = false

        mutating func node(_ resolution: ObservedResolution) -> Int {
            if resolution.isInChild { children.insert(resolution.containerNumber) }
            return node(Key(resolution))
        }

        private mutating func node(_ key: Key) -> Int {
            if let known = indices[key] { return known }
            nodes.append(DependencyGraph.Node(key.declaration, key.container, isInChild: key.isInChild))
            indices[key] = nodes.count - 1
            return nodes.count - 1
        }

        /// The node of a dependent; `nil` for a step that stands for no declaration, such as `autoRegister()`.
        mutating func dependent(_ step: PathStep) -> Int? {
            let key = Key(
                declaration: step.declaration,
                container: step.container,
                isInChild: children.contains(step.containerNumber)
            )
            return indices[key] ?? (step.declaration.product == Void.self ? nil : node(key))
        }
    }

    private let state = Protected(State())

    /// Observes containers, each resolution once, also if some of them are identical, or children of others.
    func observe(_ containers: [any ManagedContainer]) {
        for container in containers {
            // A child that has not been used does not know its parent yet, whose observers are its own.
            container.manager.findParent(of: container)
            guard !container.manager.observers.contains(where: { $0 === self }) else { continue }
            container.manager.observe(self)
        }
        // Children that were named before a parent.
        for container in containers where container.manager.observers.count(where: { $0 === self }) > 1 {
            container.manager.stopObserving(self)
        }
    }

    /// Stops observing containers.
    func stopObserving(_ containers: [any ManagedContainer]) {
        for container in containers { container.manager.stopObserving(self) }
    }

    /// Ends the recording.
    ///
    /// - Returns: What has been recorded.
    func end() -> DependencyGraph {
        state.withLock { state in
            state.hasEnded = true
            return DependencyGraph(nodes: state.nodes, edges: state.edges)
        }
    }
}

extension GraphRecorder: InheritedListener {
    var events: ObservedResolution.Events { .resolutions }

    var hasEnded: Bool { state.withLock(\.hasEnded) }

    func begin(_ resolution: ObservedResolution) -> Int {
        state.withLock { state in
            guard !state.hasEnded else { return }
            let node = state.node(resolution)
            state.nodes[node].resolutionCount += 1
            state.nodes[node].note(resolution)
            if let dependent = resolution.dependent.flatMap({ state.dependent($0) }) {
                state.edges.insert(DependencyGraph.Edge(dependent: dependent, dependency: node))
            }
        }
        return 0
    }

    func end<T>(_ resolution: ObservedResolution, _ number: Int, with instance: T?) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            let node = state.node(resolution)
            state.nodes[node].totalDuration += resolution.began.duration(to: .now)
            if resolution.isConstruction { state.nodes[node].constructionCount += 1 }
        }
    }
}
