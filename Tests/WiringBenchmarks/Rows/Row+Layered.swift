import BenchmarkCounters
import Synchronization
import Wiring

extension Row {
    /// Creates a container and resolves all nodes of a large graph from it, each built once.
    static let layered = [layeredGraph, layeredGraphWithoutLocks]

    private static let layeredGraph = Row(
        "layered graph, 15 × 15",
        against: "container with a Mutex a node",
        goal: .atMost(1.3)
    ) {
        let graph = LayeredGraph(density: 0.8, seed: 1000)
        return Comparison(
            subject: resolving(graph),
            baseline: Operation(instances: LayeredGraph.count) {
                for _ in 0..<$0 {
                    let nodes = LockedNodes(graph)
                    for index in 0..<LayeredGraph.side { consume(nodes.node(LayeredGraph.side - 1, index)) }
                    consume(nodes)
                }
            },
            plainContainer: Operation(instances: LayeredGraph.count) {
                for _ in 0..<$0 {
                    let nodes = MinimalNodes(graph)
                    for index in 0..<LayeredGraph.side { consume(nodes.node(LayeredGraph.side - 1, index)) }
                    consume(nodes)
                }
            }
        )
    }

    private static let layeredGraphWithoutLocks = Row(
        "layered graph, without locks",
        against: "local variables",
        note: "the baseline is a lower bound for any order of the initializers, and supports only one thread"
    ) {
        let graph = LayeredGraph(density: 0.8, seed: 1000)
        return Comparison(
            subject: resolving(graph),
            baseline: Operation(instances: LayeredGraph.count) {
                for _ in 0..<$0 { for node in topNodes(of: graph) { consume(node) } }
            }
        )
    }

    private static func resolving(_ graph: LayeredGraph) -> Operation {
        Operation(instances: LayeredGraph.count) {
            for _ in 0..<$0 {
                let container = LayeredContainer(graph)
                for index in 0..<LayeredGraph.side { consume(container.node(LayeredGraph.side - 1, index)) }
            }
        }
    }

    /// Creates all nodes, layer by layer.
    private static func topNodes(of graph: LayeredGraph) -> [Node] {
        (0..<LayeredGraph.side).reduce([]) { below, layer in
            (0..<LayeredGraph.side).map { index in
                Node(sum: graph.needs(layer, index).reduce(1) { $0 &+ below[$1].sum })
            }
        }
    }
}

/// A service that depends on others.
private final class Node: Sendable {
    let sum: Int

    init(sum: Int) {
        self.sum = sum
        benchmark_count_instance()
    }
}

/// A container with a declaration for each node, each at its own position.
private final class LayeredContainer: ManagedContainer, @unchecked Sendable {
    // SAFETY: Only one thread uses it.

    let manager = ContainerManager()
    private let graph: LayeredGraph
    /// The requested node. The closure reads it from here and captures only the container, as the closure of a property does. A
    /// closure that captures more is allocated on the heap at each access.
    private var requested = (layer: 0, index: 0)

    init(_ graph: LayeredGraph) { self.graph = graph }

    @inline(__always)
    func node(_ layer: Int, _ index: Int) -> Node {
        requested = (layer, index)
        return Factory(self, key: "node", line: UInt(layer), column: UInt(index)) { self.make() }.cached()
    }

    private func make() -> Node {
        let layer = requested.layer
        return Node(sum: graph.needs(layer, requested.index).reduce(1) { $0 &+ node(layer - 1, $1).sum })
    }
}

/// A minimal container with a declaration for each node.
private final class MinimalNodes: Sendable {
    private let graph: LayeredGraph
    private let container = MinimalContainer<Node>()

    init(_ graph: LayeredGraph) { self.graph = graph }

    func node(_ layer: Int, _ index: Int) -> Node {
        container.instance(UInt(LayeredGraph.place(layer, index))) {
            Node(sum: graph.needs(layer, index).reduce(1) { $0 &+ node(layer - 1, $1).sum })
        }
    }
}

/// A container by hand: looks up, builds outside of the lock, and stores the first result.
private final class LockedNodes {
    private let graph: LayeredGraph
    private let slots = UnsafeMutablePointer<Mutex<Node?>>.allocate(capacity: LayeredGraph.count)

    init(_ graph: LayeredGraph) {
        self.graph = graph
        for place in 0..<LayeredGraph.count { (slots + place).initialize(to: Mutex(nil)) }
    }

    deinit {
        slots.deinitialize(count: LayeredGraph.count)
        slots.deallocate()
    }

    func node(_ layer: Int, _ index: Int) -> Node {
        // SAFETY: The slots live as long as this object, and none is moved.
        let slot = slots + LayeredGraph.place(layer, index)
        if let node = slot.pointee.withLock({ $0 }) { return node }
        let made = Node(sum: graph.needs(layer, index).reduce(1) { $0 &+ node(layer - 1, $1).sum })
        return slot.pointee.withLock { node in
            if let node { return node }
            node = made
            return made
        }
    }
}
