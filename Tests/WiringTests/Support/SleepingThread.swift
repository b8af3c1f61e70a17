import Foundation

/// A thread that others can see waiting.
final class SleepingThread: Sendable {
    private let place = Locked<String?>(nil)

    /// Says that the calling thread is the one to look at, from now on.
    func begin() {
        #if os(Linux)
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            place.withLock { $0 = own.map { "/proc/\($0)/stat" } }
        #endif
    }

    /// Returns when the thread waits for something, on systems that tell; on others at once.
    ///
    /// It is asked often, because a thread may wait for a moment on its way to what it is to wait for.
    func waitUntilAsleep() {
        #if os(Linux)
            var sightings = 0
            while sightings < 200 {
                sightings = isAsleep ? sightings + 1 : 0
                sched_yield()
            }
        #endif
    }

    #if os(Linux)
        private var isAsleep: Bool {
            guard let place = place.withLock({ $0 }),
                let state = try? String(contentsOfFile: place, encoding: .utf8).split(separator: ")").last
            else { return false }
            return state.hasPrefix(" S")
        }
    #endif
}
