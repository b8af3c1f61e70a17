import Wiring

extension DependencyGraph {
    /// A fault for each singleton that holds an instance that a container keeps, with the shortest path between them.
    var captiveDependencies: [WiringFault] {
        // An instance without a scope belongs to what holds it, so the search goes on through it.
        pathsFromSingletons(through: { $0.lifetime == .holder }, to: { $0.lifetime == .container })
            .map(WiringFault.init(captive:))
    }

    /// The shortest paths from each singleton to what it needs.
    ///
    /// - Parameters:
    ///   - goesOn: Whether paths lead through a node.
    ///   - isEnd: Whether paths lead to a node.
    func pathsFromSingletons(through goesOn: (Node) -> Bool, to isEnd: (Node) -> Bool) -> [[Node]] {
        let needs = Dictionary(grouping: edges, by: \.dependent).mapValues { $0.map(\.dependency) }
        let paths = nodes.indices.filter { nodes[$0].lifetime == .process }.flatMap { singleton in
            shortestPaths(from: singleton) { $0 == singleton || goesOn(nodes[$0]) ? needs[$0] ?? [] : [] }.dropFirst()
        }
        return paths.filter { isEnd(nodes[$0[$0.count - 1]]) }.map { $0.map { nodes[$0] } }
    }
}

/// A shortest path from a node to each that it leads to, the shortest first, beginning with that of the node alone.
///
/// - Parameter next: The nodes that paths lead to from a node.
func shortestPaths<Node: Hashable>(from start: Node, next: (Node) -> [Node]) -> [[Node]] {
    var (seen, paths, index): (Set<Node>, [[Node]], Int) = ([start], [[start]], 0)
    while index < paths.count {
        let path = paths[index]
        paths += next(path[path.count - 1]).filter { seen.insert($0).inserted }.map { path + [$0] }
        index += 1
    }
    return paths
}

extension WiringFault {
    /// - Parameter path: From a singleton to what it holds.
    init(captive path: [DependencyGraph.Node]) {
        let (singleton, captive) = (path[0], path[path.count - 1])
        kind = .captiveDependency
        description = """
            \(singleton.title) is a singleton and holds \(captive.title), which its container keeps
            \(path.listing)
            The singleton outlives the container, and goes on using the instance when the container has made another one. Make \
            `\(singleton.name)` `.cached`. If the container lives as long as the program, you can give it \
            `\(captive.advice.providing)`\(captive.advice.providingImport), and call that later.
            """
    }
}
