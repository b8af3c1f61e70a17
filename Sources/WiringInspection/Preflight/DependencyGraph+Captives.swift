extension DependencyGraph {
    /// A fault for each singleton that holds an instance that a container keeps, with the shortest path between them.
    var captiveDependencies: [WiringFault] {
        let needs = Dictionary(grouping: edges, by: \.dependent).mapValues { $0.map(\.dependency) }
        return nodes.indices.filter { nodes[$0].lifetime == .process }
            .flatMap { captivePaths(from: $0, needs) }
            .map { path in WiringFault(captive: path.map { nodes[$0] }) }
    }

    /// The shortest paths from a singleton to each instance that it holds and that a container keeps.
    ///
    /// An instance without a scope belongs to what holds it, so the search goes on through it.
    private func captivePaths(from singleton: Int, _ needs: [Int: [Int]]) -> [[Int]] {
        var (seen, queue, found): (Set<Int>, [[Int]], [[Int]]) = ([singleton], [[singleton]], [])
        var next = 0
        while next < queue.count {
            let path = queue[next]
            next += 1
            for need in needs[path[path.count - 1]] ?? [] where seen.insert(need).inserted {
                switch nodes[need].lifetime {
                case .container: found.append(path + [need])
                case .holder: queue.append(path + [need])
                case .process: break
                }
            }
        }
        return found
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
            `container.provider(\\.\(captive.name))`, and call that later.
            """
    }
}
