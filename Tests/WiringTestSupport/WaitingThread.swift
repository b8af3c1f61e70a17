import Foundation
import Wiring

/// A thread whose wait for an instance other threads can observe.
package final class WaitingThread: Sendable {
    private enum State {
        case before
        case during(WaitGraph.ResolvingThread)
        case after
    }

    private let state = Locked(State.before)

    package init() {}

    /// Runs `body` on the calling thread, which becomes the observed one.
    package func run<Result>(_ body: () -> Result) -> Result {
        state.withLock { $0 = .during(WaitGraph.ResolvingThread()) }
        defer { state.withLock { $0 = .after } }
        return body()
    }

    /// Returns when the thread waits for an instance that another thread builds, or when it has not waited and `run` has ended.
    package func waitUntilWaiting() {
        while true {
            switch state.withLock({ $0 }) {
            case .during(let thread) where thread.isWaiting: return
            case .after: return
            case .before, .during: sched_yield()
            }
        }
    }
}
