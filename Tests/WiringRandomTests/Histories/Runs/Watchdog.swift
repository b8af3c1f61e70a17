import Foundation
import WiringTestSupport

/// Waits for workers, with a time limit.
enum Watchdog {
    /// The time limit for workers, in seconds. A task that yields queues behind those of all running tests, which takes minutes
    /// under a sanitizer on a slow machine.
    static let timeLimit = 500.0

    /// Whether `count` workers have ended in time.
    ///
    /// This waits on its own thread, because all threads of tasks may be waiting for each other.
    ///
    /// - Parameters:
    ///   - ended: What each signals when it has ended.
    ///   - seconds: The time limit.
    ///   - alarm: Runs on that thread when the time is over.
    static func hasSeen(
        _ count: Int,
        _ ended: DispatchSemaphore,
        within seconds: Double,
        _ alarm: @escaping @Sendable () -> Void = {}
    ) async -> Bool {
        // Released, with all that it captures, before the caller learns of the end.
        let alarm = Locked<(@Sendable () -> Void)?>(alarm)
        return await withCheckedContinuation { continuation in
            let thread = Thread {
                let deadline = DispatchTime.now() + seconds
                let isDone = (0..<count).allSatisfy { _ in ended.wait(timeout: deadline) == .success }
                end(alarm, isSounded: !isDone)
                continuation.resume(returning: isDone)
            }
            thread.start()
        }
    }

    /// Runs an alarm if it is due, and releases it before this returns.
    private static func end(_ alarm: Locked<(@Sendable () -> Void)?>, isSounded: Bool) {
        let alarm = alarm.withLock { $0.take() }
        if isSounded { alarm?() }
    }
}
