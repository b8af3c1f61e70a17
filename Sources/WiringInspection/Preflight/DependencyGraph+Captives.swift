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
        func paths(from singleton: Int) -> [[Int]] {
            var (seen, queue, found): (Set<Int>, [[Int]], [[Int]]) = ([singleton], [[singleton]], [])
            var next = 0
            while next < queue.count {
                let path = queue[next]
                next += 1
                for need in needs[path[path.count - 1]] ?? [] where seen.insert(need).inserted {
                    if isEnd(nodes[need]) { found.append(path + [need]) }
                    if goesOn(nodes[need]) { queue.append(path + [need]) }
                }
            }
            return found
        }
        return nodes.indices.filter { nodes[$0].lifetime == .process }.flatMap(paths).map { $0.map { nodes[$0] } }
    }
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
