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
}
