import WiringThread

/// How long an instance lives after it was built, or after its last use. One word, which a slot publishes atomically.
@usableFromInline
@frozen
package struct TimeToLive: Equatable, Sendable {
    /// Twice the nanoseconds, and one more if it is sliding.
    @usableFromInline package let rawValue: UInt64

    /// The compiler computes it where the arguments are literals.
    ///
    /// - Parameters:
    ///   - seconds: At most 142 years. No instance is kept if it is negative or not a number.
    ///   - isSliding: Whether each use begins the time anew.
    @export(implementation)
    @inline(always)
    init(seconds: Double, isSliding: Bool) {
        let nanoseconds = seconds > 0 ? (seconds < 4.5e9 ? seconds : 4.5e9) * 1e9 : 0
        // Not rounded by the C library, which a program would have to link for this.
        let whole = Int64(nanoseconds)
        rawValue = UInt64(Double(whole) < nanoseconds ? whole &+ 1 : whole) &<< 1 | (isSliding ? 1 : 0)
    }

    @usableFromInline
    init(_ duration: Duration, isSliding: Bool) { self.init(seconds: duration.seconds, isSliding: isSliding) }

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
        func isAlive(since start: Int64?) -> Bool { now &- (start ?? now) < timeToLive.duration }

        /// The start of the time after a use of an instance that is alive.
        func renewed(_ start: Int64?) -> Int64 {
            guard let start else { return now }
            return timeToLive.isSliding ? max(start, now) : start
        }
    }
}

/// The clock behind `timeToLive`, in nanoseconds: computing with `Duration` would take longer than a hit.
package enum MonotonicTime {
    /// The time at which a test has stopped the clock for a task.
    @TaskLocal package static var stopped: Int64?

    package static var now: Int64 { ProcessCount.stoppedClocks.current == 0 ? wiring_time() : stopped ?? wiring_time() }

    /// Notes that a test stops the clock for a task.
    package static func noteStop() { ProcessCount.stoppedClocks.increment() }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
