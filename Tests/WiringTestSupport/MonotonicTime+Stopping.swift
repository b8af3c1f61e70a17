package import Wiring

extension MonotonicTime {
    /// Runs a test with the clock stopped.
    package static func stopping<Result>(
        at instant: ContinuousClock.Instant,
        _ body: () throws -> Result
    ) rethrows -> Result {
        try $stopped.withValue(time(of: instant), operation: body)
    }

    /// Runs a test with the clock stopped.
    package static func stopping<Result>(
        at instant: ContinuousClock.Instant,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await $stopped.binding(time(of: instant), body)
    }

    /// The same moment by both clocks.
    private static let origin = $stopped.withValue(nil) { (instant: ContinuousClock.now, time: now) }

    /// The time at which a test stops the clock.
    private static func time(of instant: ContinuousClock.Instant) -> Int64 {
        noteStop()
        let (seconds, attoseconds) = origin.instant.duration(to: instant).components
        return origin.time + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
