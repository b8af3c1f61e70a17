extension WaitGraph {
    /// Dependencies that need each other.
    struct Cycle: Error {
        /// The path from a declaration to itself.
        let path: [PathStep]
    }

    /// Which thread waits for which construction: a value, tested without threads.
    struct Waits {
        private struct Wait {
            let construction: Construction
            /// The waiting thread's path, from its outermost resolution to what it waits for.
            let path: [PathStep]
        }

        private var waits: [UInt64: Wait] = [:]

        /// Records that a thread waits for a construction.
        ///
        /// - Parameters:
        ///   - waiter: The thread's number.
        ///   - path: The thread's path, which ends with the declaration that it waits for.
        /// - Throws: The cycle that this would close, if the builder is the waiter or waits for it. Then nothing is recorded.
        mutating func begin(_ waiter: UInt64, for construction: Construction, path: [PathStep]) throws(Cycle) {
            let wait = Wait(construction: construction, path: path)
            if let cycle = cycle(of: waiter, closedBy: wait) { throw cycle }
            waits[waiter] = wait
        }

        /// Records that a thread no longer waits.
        mutating func end(_ waiter: UInt64) { waits[waiter] = nil }

        func isWaiting(_ thread: UInt64) -> Bool { waits[thread] != nil }

        private func cycle(of waiter: UInt64, closedBy last: Wait) -> Cycle? {
            var chain: [Wait] = []
            var next: Wait? = last
            repeat {
                // A thread that waits for a finished construction is about to continue.
                guard let wait = next, !wait.construction.isFinished else { return nil }
                chain.append(wait)
                next = waits[wait.construction.builder]
            } while chain[chain.count - 1].construction.builder != waiter
            // The last thread of the chain waits for the waiter. Each thread contributes its path from what it builds for the
            // thread before it to what it waits for.
            guard let first = chain[chain.count - 1].path.last else { return nil }
            let path = chain.reduce(into: [first]) { path, wait in
                let begin = wait.path.dropLast().lastIndex { $0.declaration == path[path.count - 1].declaration }
                path += wait.path.suffix(from: begin.map { $0 + 1 } ?? wait.path.startIndex)
            }
            return Cycle(path: path)
        }
    }
}
