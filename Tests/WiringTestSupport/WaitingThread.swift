import Foundation
import Wiring

/// A thread whose wait for an instance other threads can observe.
package final class WaitingThread: Sendable {
    private enum State {
        case before
        /// The thread has this number.
        case during(UInt64)
        case after
    }

    private let state = Locked(State.before)

    package init() {}

    /// Runs `body` on the calling thread, which becomes the observed one.
    package func run<Result>(_ body: () -> Result) -> Result {
        state.withLock { $0 = .during(ResolutionStack.threadNumber) }
        defer { state.withLock { $0 = .after } }
        return body()
    }

    /// Returns when the thread waits for an instance that another thread builds, or when it has not waited and `run` has ended.
    package func waitUntilWaiting() {
        while true {
            switch state.withLock({ $0 }) {
            case .during(let thread) where Self.isWaiting(thread): return
            case .after: return
            case .before, .during: sched_yield()
            }
        }
    }

    /// Whether a thread waits for an instance that another thread builds, and will receive it or the failure.
    private static func isWaiting(_ thread: UInt64) -> Bool {
        WaitGraph.shared.withLock { $0.wait(of: thread) != nil }
    }
}
