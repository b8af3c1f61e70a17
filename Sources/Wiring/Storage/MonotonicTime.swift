/// The clock behind `timeToLive`.
package enum MonotonicTime {
    /// Where the clock stands for a task, instead of going on.
    @TaskLocal package static var standing: ContinuousClock.Instant?

    /// The time that has passed since this library was first asked for it.
    static var now: Duration { origin.duration(to: standing ?? ContinuousClock.now) }

    private static let origin = ContinuousClock.now
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
