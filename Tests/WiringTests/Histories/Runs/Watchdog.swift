import Foundation

/// Waits for workers, but not for ever.
enum Watchdog {
    /// Whether so many have ended in time.
    ///
    /// It waits on a thread of its own: those of tasks may all be waiting for each other.
    ///
    /// - Parameters:
    ///   - ended: What each signals when it has ended.
    ///   - seconds: The time that they may take.
    static func hasSeen(_ count: Int, _ ended: DispatchSemaphore, within seconds: Double) async -> Bool {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                let deadline = DispatchTime.now() + seconds
                let isThrough = (0..<count).allSatisfy { _ in ended.wait(timeout: deadline) == .success }
                continuation.resume(returning: isThrough)
            }
            thread.start()
        }
    }
}
