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
