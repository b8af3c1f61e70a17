public import Wiring

extension Container {
    /// The clock that measures time and sleeps: `ContinuousClock` in a program.
    ///
    /// ```swift
    /// try await container.clock().sleep(for: .seconds(1))
    /// ```
    /// In a test, a use of the clock fails the test and falls back to `ContinuousClock`. Resolving the clock does not. Override
    /// it with a ``TestClock`` or an ``ImmediateClock``, or allow it with the trait `.allow(\.clock)`.
    public var clock: Factory<any Clock<Duration>> {
        self { ContinuousClock() }.onTest { UnimplementedClock(report: UnimplementedUse.ofCurrentResolution.report) }
    }
}

/// A `ContinuousClock` that reports each use of its time.
private struct UnimplementedClock: Clock {
    let report: @Sendable () -> Void
    private let clock = ContinuousClock()

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
