public import Wiring

/// Records which dependencies an operation resolves from containers, and what each of them needs.
///
/// ```swift
/// let recorded = graph(of: container) { _ = container.repository() }
/// ```
/// It records resolutions from these containers, from their children, and from copies that `withContainer` makes
/// meanwhile, in any task or thread. To record other containers, name each of them: `graph(of: container, payments)`.
/// A singleton that a child resolves belongs to its root: to record it, too, name `child.root`.
///
/// An instance's needs are known only when it is built, so record with a container that has not built its instances
/// yet. A dependency that a stored instance resolves later, through a provider or a factory that it holds, is recorded
/// without a dependent.
///
/// During the recording, all resolutions from these containers take the slow path. The operation is otherwise
/// unaffected. If it throws, what was recorded is lost.
///
/// If the operation is asynchronous, write `await` before the call. It runs with the caller's isolation.
///
/// - Parameters:
///   - first: A container to record.
///   - others: Further containers to record.
///   - operation: Runs once, on the calling thread.
/// - Returns: What was resolved until the operation returned.
public func graph(
    of first: any ManagedContainer,
    _ others: any ManagedContainer...,
    recording operation: () throws -> Void
) rethrows -> DependencyGraph {
    let (recorder, containers) = (GraphRecorder(), [first] + others)
    recorder.observe(containers)
    defer { recorder.stopObserving(containers) }
    try operation()
    return recorder.end()
}

/// The same with an asynchronous operation. See ``graph(of:_:recording:)``.
@_documentation(visibility: internal)
public func graph(
    of first: any ManagedContainer,
    _ others: any ManagedContainer...,
    recording operation: () async throws -> Void
) async rethrows -> DependencyGraph {
    let (recorder, containers) = (GraphRecorder(), [first] + others)
    recorder.observe(containers)
    defer { recorder.stopObserving(containers) }
    try await operation()
    return recorder.end()
}

/// Records which declarations are resolved from observed containers, and which of them need which.
final class GraphRecorder: Sendable {
    private struct Key: Hashable {
        let declaration: Declaration
        /// That of the container. Several types may have the same name.
        let type: ObjectIdentifier
        let isInChild: Bool

        init(_ step: PathStep, isInChild: Bool) {
            (declaration, type) = (step.declaration, ObjectIdentifier(step.containerType))
            self.isInChild = isInChild
        }
    }

    private struct State {
        var nodes: [DependencyGraph.Node] = []
        var indices: [Key: Int] = [:]
        var edges: Set<DependencyGraph.Edge> = []
        /// The numbers of the children that have been recorded.
        var children: Set<UInt64> = []
        /// Copies of the containers may outlive the recording.
        var hasEnded = false

        mutating func node(_ step: PathStep, isInChild: Bool) -> Int {
            let key = Key(step, isInChild: isInChild)
            if let known = indices[key] { return known }
            let (declaration, container) = (step.declaration, step.container)
            nodes.append(DependencyGraph.Node(declaration: declaration, container: container, isInChild: isInChild))
            indices[key] = nodes.count - 1
            return nodes.count - 1
        }

        /// The node of a dependent; `nil` for a step that stands for no declaration, such as `autoRegister()`.
        mutating func dependent(_ step: PathStep) -> Int? {
            guard step.declaration.isOfDependency else { return nil }
            return node(step, isInChild: children.contains(step.containerNumber))
        }
    }

    private let state = Protected(State())

    /// Observes containers. A resolution may be observed several times, for example if one of them is a child of another.
    func observe(_ containers: [any ManagedContainer]) {
        for container in containers { container.manager.observe(self) }
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
            if resolution.isInChild { state.children.insert(resolution.step.containerNumber) }
            let node = state.node(resolution.step, isInChild: resolution.isInChild)
            state.nodes[node].note(resolution)
            if let dependent = resolution.dependent.flatMap({ state.dependent($0) }) {
                state.edges.insert(DependencyGraph.Edge(dependent: dependent, dependency: node))
            }
        }
        return 0
    }
}
