/// Records which thread waits for which construction, and refuses a wait that would close a cycle.
///
/// Only threads that are about to wait take its lock.
package final class WaitGraph: Sendable {
    /// The wait graph of this process.
    static let shared = WaitGraph()

    private let waits = Protected(Waits())

    /// Waits for a construction, unless that would close a cycle.
    ///
    /// - Parameters:
    ///   - construction: The construction to wait for.
    ///   - path: The calling thread's path, which ends with the declaration that it waits for.
    /// - Throws: The cycle, if the builder is the calling thread or waits for it.
    func wait(for construction: Construction, path: [PathStep]) throws(Cycle) -> StoredInstance? {
        let waiter = ResolutionStack.threadNumber
        try waits.withLock { (waits) throws(Cycle) in try waits.begin(waiter, for: construction, path: path) }
        defer { waits.withLock { $0.end(waiter) } }
        return construction.wait()
    }

    fileprivate func isWaiting(_ thread: UInt64) -> Bool { waits.withLock { $0.isWaiting(thread) } }
}

extension WaitGraph {
    /// Identifies the thread that created it, so that a test on another thread can tell whether it is waiting.
    package struct ResolvingThread: Sendable {
        private let number = ResolutionStack.threadNumber

        package init() {}

        /// Whether the thread waits for an instance that another thread builds.
        package var isWaiting: Bool { WaitGraph.shared.isWaiting(number) }
    }
}
