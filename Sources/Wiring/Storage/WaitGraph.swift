/// Which thread waits for which construction, so that a wait that would close a circle is refused.
///
/// Its lock is taken only by threads that are about to wait, never by one that finds its instance or builds it.
final class WaitGraph: Sendable {
    static let shared = WaitGraph()

    /// What one thread waits for.
    private struct Edge {
        let site: ConstructionSite
        /// The waiting thread's path, from its outermost resolution to what it waits for.
        let path: [PathStep]
    }

    private let edges = Protected<[UInt64: Edge]>([:])

    /// Runs `wait` unless it would close a circle.
    ///
    /// - Parameters:
    ///   - site: The construction to wait for.
    ///   - path: The calling thread's path, the declaration that it waits for at its end.
    /// - Throws: The circle, from a declaration to itself, when the builder is the calling thread or waits for it.
    func wait<Result>(
        for site: ConstructionSite,
        path: [PathStep],
        _ wait: () -> Result
    ) throws(Circle) -> Result {
        let waiter = ResolutionStack.threadNumber
        try edges.withLock { (edges) throws(Circle) in
            if let circle = circle(of: waiter, closedBy: Edge(site: site, path: path), in: edges) { throw circle }
            edges[waiter] = Edge(site: site, path: path)
        }
        let result = wait()
        _ = edges.withLock { $0.removeValue(forKey: waiter) }
        return result
    }

    /// Dependencies that wait for each other.
    struct Circle: Error {
        let path: [PathStep]
    }

    private func circle(of waiter: UInt64, closedBy last: Edge, in edges: [UInt64: Edge]) -> Circle? {
        var chain = [last]
        var builder = last.site.builder
        while builder != waiter {
            // An edge to a finished construction is that of a thread on its way out.
            guard let edge = edges[builder], !edge.site.isFinished else { return nil }
            chain.append(edge)
            builder = edge.site.builder
        }
        // The last of the chain waits for the caller. Each thread's path is read from what it builds for the thread
        // before it to what it waits for.
        guard var needed = chain.last?.path.last else { return nil }
        var path = [needed]
        for edge in chain {
            let begin = edge.path.dropLast().lastIndex { $0.declaration == needed.declaration }
            path += edge.path.suffix(from: begin.map { $0 + 1 } ?? edge.path.startIndex)
            needed = path[path.count - 1]
        }
        return Circle(path: path)
    }
}
