/// Records who waits for which flight, and rejects a wait that would close a cycle. It is a value, so its tests need no threads.
///
/// A waiter is a thread, or the asynchronous flight whose task waits. Both have unique numbers, by which flights know their builder. Only
/// those that are about to wait take the lock.
package struct WaitGraph {
    /// A flight, and the waiter's path to it, from its outermost resolution to what it waits for.
    package typealias Wait = (flight: Flight, path: [PathStep])

    /// The wait graph of this process.
    package static let shared = Protected(WaitGraph())

    private var waits: [UInt64: Wait] = [:]

    /// Records that a thread or a task waits for a flight.
    ///
    /// - Parameters:
    ///   - waiter: The number of the waiter.
    ///   - path: The waiter's path, which ends with the declaration that it waits for.
    /// - Throws: The cycle that this would close, if the builder is the waiter or waits for it. Then nothing is recorded.
    package mutating func begin(_ waiter: UInt64, for flight: Flight, path: [PathStep]) throws(Cycle) {
        if let cycle = cycle(of: waiter, closedBy: (flight, path)) { throw cycle }
        waits[waiter] = (flight, path)
    }

    /// Records that it no longer waits.
    package mutating func end(_ waiter: UInt64) { waits[waiter] = nil }

    /// What a waiter waits for, if the flight is under way.
    package func wait(of waiter: UInt64) -> Wait? { waits[waiter].flatMap { $0.flight.isUnderway ? $0 : nil } }

    private func cycle(of waiter: UInt64, closedBy last: Wait) -> Cycle? {
        // The usual case: its builder does not wait.
        guard last.flight.builder == waiter || waits[last.flight.builder] != nil else { return nil }
        var chain: [Wait] = []
        var next: Wait? = last
        repeat {
            // A waiter whose flight has ended is about to continue.
            guard let wait = next, wait.flight.isUnderway else { return nil }
            chain.append(wait)
            next = waits[wait.flight.builder]
        } while chain[chain.count - 1].flight.builder != waiter
        // The last of the chain waits for the waiter. Each contributes its path from what it builds for the one before it to what
        // it waits for.
        guard let first = chain[chain.count - 1].path.last else { return nil }
        let path = chain.reduce(into: [first]) { path, wait in
            let begin = wait.path.dropLast().lastIndex { $0.declaration == path[path.count - 1].declaration }
            path += wait.path.suffix(from: begin.map { $0 + 1 } ?? wait.path.startIndex)
        }
        return Cycle(path: path)
    }
}

extension WaitGraph {
    /// Dependencies that need each other.
    package struct Cycle: Error {
        /// The path from a declaration to itself.
        package let path: [PathStep]
    }
}
