import Wiring

/// A `ContinuousClock` that reports each use of its time.
struct UnimplementedClock: Clock {
    let report: @Sendable () -> Void
    private let clock = ContinuousClock()

    init(report: @escaping @Sendable () -> Void) { self.report = report }

    var now: ContinuousClock.Instant {
        report()
        return clock.now
    }

    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        // No report: a deadline comes from `now`, which has reported.
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}
