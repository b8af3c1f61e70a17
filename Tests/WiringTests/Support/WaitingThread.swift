import Foundation
import Wiring

/// A thread that others can see waiting for an instance.
final class WaitingThread: Sendable {
    private let thread = Locked<ResolvingThread?>(nil)

    /// Says that the calling thread is the one to look at, from now on.
    func begin() { thread.withLock { $0 = ResolvingThread() } }

    /// Returns when the thread waits for an instance that another thread builds.
    func waitUntilWaiting() {
        while thread.withLock({ $0 })?.isWaiting != true { sched_yield() }
    }
}
