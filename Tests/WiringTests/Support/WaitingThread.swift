import Foundation
import Wiring

/// A thread whose wait for an instance other threads can observe.
final class WaitingThread: Sendable {
    private let thread = Locked<ResolvingThread?>(nil)

    /// Makes the calling thread the observed one.
    func begin() { thread.withLock { $0 = ResolvingThread() } }

    /// Returns when the thread waits for an instance that another thread builds.
    func waitUntilWaiting() {
        while thread.withLock({ $0 })?.isWaiting != true { sched_yield() }
    }
}
