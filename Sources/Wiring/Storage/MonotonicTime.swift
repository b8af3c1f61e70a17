/// The clock behind `timeToLive`.
package enum MonotonicTime {
    /// Where the clock stands for a task, instead of going on.
    @TaskLocal package static var standing: ContinuousClock.Instant?

    static var now: ContinuousClock.Instant { standing ?? ContinuousClock.now }
}

extension ContinuousClock.Instant {
    /// The seconds from `earlier` until this instant.
    func seconds(since earlier: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = earlier.duration(to: self).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
