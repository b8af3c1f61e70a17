import Foundation

/// Waits for workers, but not for ever.
enum Watchdog {
    /// How many seconds workers may take. A task that yields stands behind those of all tests that run, which takes minutes under a
    /// sanitizer on a slow machine.
    static let patience = 500.0

    /// Whether so many have ended in time.
    ///
    /// It waits on a thread of its own: those of tasks may all be waiting for each other.
    ///
    /// - Parameters:
    ///   - ended: What each signals when it has ended.
    ///   - seconds: The time that they may take.
    ///   - alarm: Runs on its thread when that time is over.
    static func hasSeen(
        _ count: Int,
        _ ended: DispatchSemaphore,
        within seconds: Double,
        _ alarm: @escaping @Sendable () -> Void = {}
    ) async -> Bool {
        // Let go before others know of the end, with all that it holds.
        let alarm = Locked<(@Sendable () -> Void)?>(alarm)
        return await withCheckedContinuation { continuation in
            let thread = Thread {
                let deadline = DispatchTime.now() + seconds
                let isThrough = (0..<count).allSatisfy { _ in ended.wait(timeout: deadline) == .success }
                end(alarm, isSounded: !isThrough)
                continuation.resume(returning: isThrough)
            }
            thread.start()
        }
    }

    /// Lets an alarm go before this returns.
    private static func end(_ alarm: Locked<(@Sendable () -> Void)?>, isSounded: Bool) {
        let alarm = alarm.withLock { $0.take() }
        if isSounded { alarm?() }
    }
}
