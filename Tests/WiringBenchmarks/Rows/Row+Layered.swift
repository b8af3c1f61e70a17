import BenchmarkCounters
import Synchronization
import Wiring

extension Row {
    /// A container made, and all nodes of a large graph out of it, each built once.
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
        note: "the baseline is the least that any order of the initializers takes; it serves one thread"
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

    /// Makes all nodes, layer by layer.
    private static func topNodes(of graph: LayeredGraph) -> [Node] {
        (0..<LayeredGraph.side).reduce([]) { below, layer in
            (0..<LayeredGraph.side).map { index in
                Node(sum: graph.needs(layer, index).reduce(1) { $0 &+ below[$1].sum })
            }
        }
    }
}

/// A service that needs others when it is made.
private final class Node: Sendable {
    let sum: Int

    init(sum: Int) {
        self.sum = sum
        benchmark_count_instance()
    }
}

/// A container with a declaration for each node, at a place of its own.
private final class LayeredContainer: ManagedContainer, @unchecked Sendable {
    // Holds because one thread uses it.

    let manager = ContainerManager()
    private let graph: LayeredGraph
    /// The node that is asked for. The closure learns it from here and captures nothing but the container, as that of a
    /// property does: what captures more is made on the heap at each access.
    private var asked = (layer: 0, index: 0)

    init(_ graph: LayeredGraph) { self.graph = graph }

    @inline(__always)
    func node(_ layer: Int, _ index: Int) -> Node {
        asked = (layer, index)
        return Factory(self, key: "node", line: UInt(layer), column: UInt(index)) { self.make() }.cached()
    }

    private func make() -> Node {
        let layer = asked.layer
        return Node(sum: graph.needs(layer, asked.index).reduce(1) { $0 &+ node(layer - 1, $1).sum })
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

/// A container by hand: looks, builds outside of the lock, and keeps what came first.
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
        // Holds because the slots are there for as long as this is, and none is moved.
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
