import Wiring

/// A clock that does not wait: a sleep moves its time to the deadline and returns.
///
/// Use it in a test or a preview whose code sleeps. If the result depends on the order of concurrent sleeps, use a
/// ``TestClock`` instead. You can use the clock from any thread and any task.
public final class ImmediateClock: Clock, Sendable {
    /// A time since the start of the clock.
    @_documentation(visibility: internal)
    public typealias Instant = TestClock.Instant

    private let time = Protected(Instant(offset: .zero))

    /// Creates a clock at the offset zero.
    public init() {}

    /// The latest deadline so far.
    public var now: Instant { time.withLock { $0 } }

    /// Zero.
    @_documentation(visibility: internal)
    public var minimumResolution: Duration { .zero }

    /// Moves the clock to `deadline`, unless its time is later already. Yields once, so that other tasks of the actor can run
    /// while a loop sleeps.
    ///
    /// - Parameters:
    ///   - deadline: The time to move to.
    ///   - tolerance: Ignored.
    /// - Throws: `CancellationError` if the task is cancelled. The clock does not move.
    @_documentation(visibility: internal)
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline) }
        await Task.yield()
    }
}
