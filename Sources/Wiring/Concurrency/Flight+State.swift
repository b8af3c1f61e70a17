extension Flight {
    /// How a wait ends.
    package enum Arrival: @unchecked Sendable {
        // SAFETY: The instance goes to every thread and task that resolves it, as `StoredInstance` says.
        case instance(StoredInstance.Strong)
        /// The closure has thrown, or the waiter's task was cancelled.
        case failure(ConstructionFailure)
        /// There is nothing for the waiter, which claims the cell again.
        case nothing
    }

    /// The threads that wait for a construction under way, as a value that tests use without threads.
    struct State {
        private var waiters: [(id: UInt64, latch: Latch)] = []
        private(set) var hasEnded = false

        func isAwaited(by waiter: UInt64) -> Bool { waiters.contains { $0.id == waiter } }

        /// A thread begins to wait.
        ///
        /// - Returns: `false` if the flight has ended, so that it does not wait.
        mutating func enter(_ id: UInt64, _ latch: Latch) -> Bool {
            guard !hasEnded else { return false }
            waiters.append((id, latch))
            return true
        }

        /// The construction has ended.
        ///
        /// - Returns: Those to resume with the result.
        mutating func end() -> [Latch] {
            hasEnded = true
            return exchange(&waiters, with: []).map(\.latch)
        }
    }
}
