/// Keeps a started instance running. Whatever stores the instance has it, and so does what was built with it.
final class ModelHandle {
    let node: ModelNode
    private let released: Released

    /// The instances whose handles no one has any longer.
    final class Released {
        var nodes: [ModelNode] = []
    }

    init(_ node: ModelNode, _ released: Released) { (self.node, self.released) = (node, released) }

    deinit { released.nodes.append(node) }
}

/// An instance of a declaration with hooks, and the instances that it was built with.
final class ModelNode {
    enum State {
        /// No container has it.
        case built
        case admitted, started, failed, stopped
    }

    let declaration: Int
    /// The identities of the container where it was built and of that container's parents. It also stops when one of them is
    /// shut down, even if the container itself exists no longer.
    private let lineage: [Int]
    /// Those of the instances that start before it and stop after it.
    private var handles: [ModelHandle]
    /// Its own, if nothing stores it.
    private var own: ModelHandle?
    /// What has admitted it.
    weak var lifecycle: ModelLifecycle?
    var state = State.built
    /// Whether its container has stopped it, or its start has failed.
    var isMarkedAsStopped = false
    /// The instance, from its admission until its stop.
    var thing: Thing?

    init(_ declaration: Int, in container: ModelContainer, dependencies: [ModelHandle]) {
        self.declaration = declaration
        lineage = container.lineage
        handles = dependencies
    }

    var dependencies: [ModelNode] { handles.map(\.node) }

    func keep(_ handle: ModelHandle) { own = handle }

    /// Lets go what it was built with.
    func releaseHandles() { (handles, own) = ([], nil) }

    /// Whether it has stopped, or was built with an instance that has.
    var hasStopped: Bool { isMarkedAsStopped || dependencies.contains(where: \.hasStopped) }

    /// Whether it belongs to a container, or to one that descends from it.
    func belongs(to container: ModelContainer) -> Bool { lineage.contains(container.lineage[0]) }

    /// Whether it was built with another instance, directly or through others.
    func needs(_ other: ModelNode) -> Bool { dependencies.contains { $0 === other || $0.needs(other) } }
}

/// What a container has started.
final class ModelLifecycle {
    /// The singletons that were bound when the container was started, which live until it stops.
    let bound: ModelSingletons
    /// The singletons that store some of the instances.
    var singletons: [ModelSingletons] = []
    var nodes: [ModelNode] = []
    /// The instances that its starts have named, or that those were built with if they have no hooks.
    var named: [ModelNode] = []
    /// Those that start when the named dependencies have been resolved; `nil` if none are being resolved.
    var waiting: [ModelNode]?

    init(_ bound: ModelSingletons) { self.bound = bound }
}
