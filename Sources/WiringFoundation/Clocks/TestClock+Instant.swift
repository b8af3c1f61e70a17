extension TestClock {
    /// A time of a ``TestClock`` or an ``ImmediateClock``.
    public struct Instant: InstantProtocol {
        /// The time since the start of the clock.
        public let offset: Duration

        /// Creates an instant.
        public init(offset: Duration) { self.offset = offset }

        /// Returns the instant after a duration.
        @_documentation(visibility: internal)
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this instant to another.
        @_documentation(visibility: internal)
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns whether one instant is before another.
        @_documentation(visibility: internal)
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }
}

extension TestClock.Instant: CustomStringConvertible {
    /// The offset, as errors print it.
    @_documentation(visibility: internal)
    public var description: String { "\(offset)" }
}
