/// How long an instance lives after it was built, or after its last use. One word, which a slot publishes atomically.
@usableFromInline
package struct TimeToLive: Equatable, Sendable {
    /// Twice the nanoseconds, and one more if it is sliding.
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// - Parameters:
    ///   - seconds: At most 142 years. No instance is kept if it is negative or not a number.
    ///   - isSliding: Whether each use begins the time anew.
    init(seconds: Double, isSliding: Bool) {
        rawValue = UInt64(MonotonicTime.duration(seconds: seconds)) << 1 | (isSliding ? 1 : 0)
    }

    /// The raw value of no time to live.
    static var noneRawValue: UInt64 { .max }

    /// Nanoseconds.
    package var duration: Int64 { Int64(rawValue >> 1) }

    /// Whether each use begins the time anew.
    package var isSliding: Bool { rawValue & 1 != 0 }
}

extension TimeToLive {
    /// A time to live at one moment.
    struct Expiry {
        private let timeToLive: TimeToLive
        let now: Int64

        init(_ timeToLive: TimeToLive, now: Int64 = MonotonicTime.now) {
            self.timeToLive = timeToLive
            self.now = now
        }

        /// - Parameter start: When the instance was built or last used; `nil` if that was not recorded: its time begins now.
        func isAlive(since start: Int64?) -> Bool { now - (start ?? now) < timeToLive.duration }

        /// The start of the time after a use of an instance that is alive.
        func renewed(_ start: Int64?) -> Int64 {
            guard let start else { return now }
            return timeToLive.isSliding ? max(start, now) : start
        }
    }
}
