/// Layers of nodes. Each node needs some of the nodes in the layer below.
struct LayeredGraph: Sendable {
    /// The number of layers, and of nodes in each layer.
    static let side = 15
    static let count = side * side

    /// The nodes that each node needs, by their index in the layer below.
    private let needs: [[Int]]

    /// Adds each edge with a probability. The same seed gives the same edges.
    init(density: Double, seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        needs = (0..<Self.count).map { node in
            node < Self.side ? [] : (0..<Self.side).filter { _ in numbers.fraction() < density }
        }
    }

    /// The index of a node in a list of all nodes.
    static func place(_ layer: Int, _ index: Int) -> Int { layer * side + index }

    /// The nodes in the layer below that a node needs.
    func needs(_ layer: Int, _ index: Int) -> [Int] { needs[Self.place(layer, index)] }
}
