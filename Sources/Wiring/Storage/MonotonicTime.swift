/// The clock behind `timeToLive`.
package enum MonotonicTime {
    /// A clock to read instead of the system's, within a task.
    @TaskLocal package static var source: (@Sendable () -> ContinuousClock.Instant)?

    static var now: ContinuousClock.Instant { source?() ?? ContinuousClock.now }
}

extension ContinuousClock.Instant {
    /// The seconds from `earlier` until this instant.
    func seconds(since earlier: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = earlier.duration(to: self).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
