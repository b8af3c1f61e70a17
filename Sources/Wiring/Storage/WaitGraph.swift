/// Which thread waits for which construction, so that a wait that would close a circle is refused.
///
/// Its lock is taken only by threads that are about to wait, never by one that finds its instance or builds it.
final class WaitGraph: Sendable {
    /// The process's.
    static var shared: WaitGraph { current.object { WaitGraph() } }
    private static let current = Late<WaitGraph>()

    /// Leaves the one of the parent behind: its lock may be held, and nobody of those whom it knows waits here.
    static func beginAnew() { current.leave() }

    private let waits = Protected(Waits())

    /// Waits for a construction, unless that would close a circle.
    ///
    /// - Parameters:
    ///   - construction: The construction to wait for.
    ///   - path: The calling thread's path, the declaration that it waits for at its end.
    /// - Throws: The circle, when the builder is the calling thread or waits for it.
    func wait(for construction: Construction, path: [PathStep]) throws(Waits.Circle) -> Kept? {
        let waiter = ResolutionStack.threadNumber
        try waits.withLock { (waits) throws(Waits.Circle) in try waits.begin(waiter, for: construction, path: path) }
        defer { waits.withLock { $0.end(waiter) } }
        return construction.wait()
    }

    fileprivate func isWaiting(_ thread: UInt64) -> Bool { waits.withLock { $0.isWaiting(thread) } }
}

/// Identifies the thread that created it, so that a test on another thread can tell whether it is waiting.
package struct ResolvingThread: Sendable {
    private let number = ResolutionStack.threadNumber

    package init() {}

    /// Whether it waits for an instance that another thread builds.
    package var isWaiting: Bool { WaitGraph.shared.isWaiting(number) }
}
