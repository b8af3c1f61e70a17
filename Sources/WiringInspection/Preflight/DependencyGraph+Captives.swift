extension DependencyGraph {
    /// A fault for each singleton that holds an instance that a container keeps, with the shortest path between them.
    ///
    /// An instance without a scope belongs to what holds it, so the search goes on through it.
    var captiveDependencies: [WiringFault] {
        let needs = Dictionary(grouping: edges, by: \.dependent).mapValues { $0.map(\.dependency) }
        return nodes.indices.filter { nodes[$0].lifetime == .process }
            .flatMap { paths(from: $0, needs) }
            .map(captiveDependency)
    }

    /// The shortest paths from a singleton to each instance that it holds and that a container keeps.
    private func paths(from singleton: Int, _ needs: [Int: [Int]]) -> [[Int]] {
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

    private func captiveDependency(_ path: [Int]) -> WiringFault {
        let (singleton, captive) = (nodes[path[0]], nodes[path[path.count - 1]])
        let text = """
            \(singleton.title) is a singleton and holds \(captive.title), which its container keeps
            \(path.map { nodes[$0] }.listing)
            The singleton outlives the container, and goes on using the instance when the container has made another one. Make \
            `\(singleton.name)` `.cached`, or give it `container.provider(\\.\(captive.name))`, and call that later.
            """
        return WiringFault(kind: .captiveDependency, description: text)
    }
}
