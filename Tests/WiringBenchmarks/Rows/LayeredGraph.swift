/// Layers of nodes, each of which needs some of those in the layer below.
struct LayeredGraph: Sendable {
    /// How many layers there are, and how many nodes in each.
    static let side = 15
    static let count = side * side

    /// Of each node which it needs, by their place in the layer below.
    private let needs: [[Int]]

    /// Draws each edge with a probability, the same ones for the same seed.
    init(density: Double, seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        needs = (0..<Self.count).map { node in
            node < Self.side ? [] : (0..<Self.side).filter { _ in numbers.fraction() < density }
        }
    }

    /// Where a node stands in a list of all.
    static func place(_ layer: Int, _ index: Int) -> Int { layer * side + index }

    /// Which nodes of the layer below a node needs.
    func needs(_ layer: Int, _ index: Int) -> [Int] { needs[Self.place(layer, index)] }
}
