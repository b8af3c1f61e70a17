/// Which thread waits for which construction: a value, tested without threads.
struct Waits {
    /// Dependencies that wait for each other.
    struct Circle: Error {
        /// From a declaration to itself.
        let path: [PathStep]
    }

    /// What one thread waits for.
    private struct Wait {
        let construction: Construction
        /// The waiting thread's path, from its outermost resolution to what it waits for.
        let path: [PathStep]
    }

    private var waits: [UInt64: Wait] = [:]

    /// Notes that a thread waits for a construction.
    ///
    /// - Parameters:
    ///   - waiter: The thread's number.
    ///   - path: The thread's path, the declaration that it waits for at its end.
    /// - Throws: The circle that this would close, when the builder is the waiter or waits for it. Then nothing is noted.
    mutating func begin(_ waiter: UInt64, for construction: Construction, path: [PathStep]) throws(Circle) {
        let wait = Wait(construction: construction, path: path)
        if let circle = circle(of: waiter, closedBy: wait) { throw circle }
        waits[waiter] = wait
    }

    /// Notes that a thread waits no more.
    mutating func end(_ waiter: UInt64) { waits[waiter] = nil }

    func isWaiting(_ thread: UInt64) -> Bool { waits[thread] != nil }

    private func circle(of waiter: UInt64, closedBy last: Wait) -> Circle? {
        var chain: [Wait] = []
        var next: Wait? = last
        repeat {
            // Who waits for a finished construction is about to go on.
            guard let wait = next, !wait.construction.isFinished else { return nil }
            chain.append(wait)
            next = waits[wait.construction.builder]
        } while chain[chain.count - 1].construction.builder != waiter
        // The last of the chain waits for the waiter. Each thread's path counts from what it builds for the thread before
        // it to what it waits for.
        guard let first = chain[chain.count - 1].path.last else { return nil }
        let path = chain.reduce(into: [first]) { path, wait in
            let begin = wait.path.dropLast().lastIndex { $0.declaration == path[path.count - 1].declaration }
            path += wait.path.suffix(from: begin.map { $0 + 1 } ?? wait.path.startIndex)
        }
        return Circle(path: path)
    }
}
