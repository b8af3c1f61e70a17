/// The clock behind `timeToLive`.
package enum MonotonicTime {
    /// The time at which a test stops the clock for a task.
    @TaskLocal package static var stopped: ContinuousClock.Instant?

    /// The time since it was first read.
    static var now: Duration { origin.duration(to: stopped ?? ContinuousClock.now) }

    private static let origin = ContinuousClock.now
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
