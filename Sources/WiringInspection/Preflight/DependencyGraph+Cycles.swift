import Wiring

extension DependencyGraph {
    /// A fault for each cycle that a search from the first node on finds: at least one if there are any.
    ///
    /// It takes time in proportion to the number of nodes and edges, and no stack.
    var cycles: [WiringFault] {
        let needs = Dictionary(grouping: edges, by: \.dependent).mapValues { $0.map(\.dependency) }
        var isDone = [Bool](repeating: false, count: nodes.count)
        /// The place in the path.
        var position = [Int?](repeating: nil, count: nodes.count)
        var faults: [WiringFault] = []
        for start in nodes.indices where !isDone[start] {
            // The nodes from the first one to the current one, and for each the number of its edges that the search has followed.
            var (path, followed) = ([start], [0])
            position[start] = 0
            while let node = path.last {
                let edge = followed[path.count - 1]
                followed[path.count - 1] += 1
                guard let next = needs[node]?.dropFirst(edge).first else {
                    (isDone[node], position[node]) = (true, nil)
                    path.removeLast()
                    followed.removeLast()
                    continue
                }
                if let first = position[next] {
                    faults.append(cycle(Array(path[first...])))
                } else if !isDone[next] {
                    position[next] = path.count
                    path.append(next)
                    followed.append(0)
                }
            }
        }
        return faults
    }

    private func cycle(_ path: [Int]) -> WiringFault {
        let first = nodes[path[0]]
        let text = """
            \(first.title) needs itself
            \((path + [path[0]]).map { nodes[$0] }.listing)
            Break the cycle at one step: give `\(nodes[path[path.count - 1]].name)` \
            `\(first.advice.providing)`\(first.advice.providingImport), and call it later.
            """
        return WiringFault(kind: .cycle, description: text)
    }
}
