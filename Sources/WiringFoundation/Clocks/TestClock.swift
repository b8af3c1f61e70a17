import Wiring

/// A clock for tests, whose time moves only when the test advances it.
///
/// ```swift
/// let clock = TestClock()
/// let rings = Task { try await clock.sleep(for: .seconds(60)) }
/// await clock.waitForSleepers()
/// await clock.advance(by: .seconds(60))
/// try await rings.value
/// ```
/// You can use it from any thread and any task. It starts at the offset zero. Misuse, such as advancing by a negative
/// duration, records an issue of the running test if the program links `WiringTesting`. If no test of Swift Testing
/// runs on the task, the message also goes to standard error.
///
/// A task that sleeps until the current time or earlier does not suspend. A task that is cancelled before or during its
/// sleep gets a `CancellationError`. It no longer counts as a sleeper, and its sleep does not affect others.
///
/// The clock does not know what a task does after its sleep. To be exact, however long a task takes until it sleeps,
/// call ``waitForSleepers(_:fileID:line:column:)``, or advance with `awaitingSleepers`. When a loop sleeps again, its
/// body has run:
///
/// ```swift
/// await clock.advance(by: .seconds(3), awaitingSleepers: 1)
/// await clock.waitForSleepers()
/// ```
public final class TestClock: Clock, Sendable {
    typealias State = TestClockState<CheckedContinuation<Void, any Error>, CheckedContinuation<Bool, Never>>

    private let state = Protected(State())

    /// Creates a clock at the offset zero.
    public init() {}

    /// The current time of the clock.
    public var now: Instant { state.withLock { $0.now } }

    /// Zero: the clock resumes each task at its deadline.
    @_documentation(visibility: internal)
    public var minimumResolution: Duration { .zero }

    /// The deadlines of the tasks that sleep, in the order in which they will be resumed.
    public var deadlines: [Instant] { state.withLock { $0.deadlines } }

    /// Suspends until the clock has been advanced to `deadline`. Returns immediately if it is there already.
    ///
    /// - Parameters:
    ///   - deadline: The time to wait for.
    ///   - tolerance: Ignored.
    /// - Throws: `CancellationError` if the task is cancelled.
    @_documentation(visibility: internal)
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { $0.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let arrival = state.withLock { state in
                    // If the handler below ran before, it found no sleeper, and the task is cancelled here.
                    Task.isCancelled ? nil : state.sleep(continuation, id: id, until: deadline)
                }
                switch arrival {
                case .asleep(let waiters): waiters.forEach { $0.resume(returning: true) }
                case .due: continuation.resume()
                case nil: continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            state.withLock { $0.removeSleeper(id) }?.resume(throwing: CancellationError())
        }
    }

    // MARK: - Waiting for sleepers

    /// Waits until at least `count` tasks sleep. Returns immediately if they do.
    ///
    /// A task counts from its call of `sleep` until it is resumed or cancelled. If the waiting task is cancelled, this returns
    /// and records an issue at the line of the call, with the deadlines of those that sleep.
    ///
    /// - Parameter count: The number of tasks to wait for.
    public func waitForSleepers(
        _ count: Int = 1,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        if await areAsleep(count) { return }
        reportCancelledWait(for: count, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Waits until at least `count` tasks sleep.
    ///
    /// - Returns: Whether they do; `false` if the calling task was cancelled.
    private func areAsleep(_ count: Int) async -> Bool {
        let id = state.withLock { $0.makeID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.deadlines.count >= count { return true }
                    // As in `sleep(until:tolerance:)`.
                    if Task.isCancelled { return false }
                    state.wait(continuation, id: id, for: count)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.removeWaiter(id) }?.resume(returning: false)
        }
    }

    // MARK: - Advancing

    /// Advances the clock by a duration. See ``advance(to:awaitingSleepers:fileID:line:column:)``.
    ///
    /// - Parameters:
    ///   - duration: Zero does not move the clock, and lets other tasks run. A negative duration records an issue at the line of the
    ///     call and does not move the clock.
    ///   - count: How many tasks must sleep before each step.
    public func advance(
        by duration: Duration = .zero,
        awaitingSleepers count: Int? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let call = CallSite(fileID: fileID, line: line, column: column)
        guard duration >= .zero else {
            let problem = "Wiring: TestClock cannot advance by \(duration): time does not move back."
            return call.report("\(problem) Pass a duration of zero or more.")
        }
        await advance(to: now.advanced(by: duration), awaiting: count, at: call)
    }

    /// Advances the clock to an instant, and resumes the tasks whose deadlines are due on the way.
    ///
    /// The clock moves in steps. Each step moves it to the next deadline and resumes the tasks that sleep until then, in the
    /// order in which they called `sleep`. The scheduler determines the order in which their code continues: tasks of one actor
    /// with the same priority usually keep the order. A step is atomic: a task is either resumed or cancelled, and concurrent
    /// advances do not resume it twice or move the clock back. The last step moves the clock to `deadline`.
    ///
    /// With `awaitingSleepers`, each step waits until that many tasks sleep, except when the clock has reached `deadline`. A loop
    /// that sleeps every second is resumed three times by `advance(by: .seconds(3), awaitingSleepers: 1)`. If not enough tasks
    /// sleep, the call waits. If it is cancelled, for example by a test's time limit, it leaves the clock where it is and records
    /// an issue at the line of the call.
    ///
    /// Without it, only the tasks that sleep when you call are certain to be resumed. A task that begins to sleep
    /// later, because it has just been created or an earlier step has resumed it, is usually resumed, too: before the
    /// first step and after each one, the call yields for some turns of the scheduler, in which tasks usually complete
    /// what they do next. This is not guaranteed.
    ///
    /// - Parameters:
    ///   - deadline: An instant in the clock's past records an issue at the line of the call and does not move the clock.
    ///   - count: The number of tasks to wait for before each step; `nil` to wait for none.
    public func advance(
        to deadline: Instant,
        awaitingSleepers count: Int? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let (call, now) = (CallSite(fileID: fileID, line: line, column: column), now)
        guard deadline >= now else {
            let problem = "Wiring: TestClock cannot advance to \(deadline): it is at \(now) already."
            return call.report("\(problem) Pass a later instant, or call `advance(by:)`.")
        }
        await advance(to: deadline, awaiting: count, at: call)
    }

    /// Advances the clock until no task sleeps, as ``advance(to:awaitingSleepers:fileID:line:column:)`` does without
    /// `awaitingSleepers`.
    ///
    /// It does not return while a loop keeps sleeping. If it is cancelled while tasks sleep, it returns and records an issue at
    /// the line of the call.
    public func run(fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column) async {
        await letOthersRun()
        while !Task.isCancelled, case .resume(let sleepers) = state.withLock({ $0.step(to: nil) }) {
            sleepers.forEach { $0.resume() }
            await letOthersRun()
        }
        let deadlines = deadlines
        guard Task.isCancelled, !deadlines.isEmpty else { return }
        CallSite(fileID: fileID, line: line, column: column).report(
            """
            Wiring: TestClock ran until its task was cancelled; \(Self.asleep(deadlines))
            A loop that keeps sleeping does not end by itself. Cancel it first, or call `advance(by:)`.
            """
        )
    }

    private func advance(to deadline: Instant, awaiting count: Int?, at call: CallSite) async {
        if count == nil { await letOthersRun() }
        while true {
            switch state.withLock({ $0.step(to: deadline, awaiting: count ?? 0) }) {
            case .end: return
            case .resume(let sleepers):
                sleepers.forEach { $0.resume() }
                if count == nil { await letOthersRun() }
            case .wait:
                let count = count ?? 0
                if await areAsleep(count) { continue }
                return reportCancelledWait(for: count, at: call)
            }
        }
    }

    // MARK: - Letting others run

    /// Suspends for some turns of the scheduler, so that other tasks can come to rest: those that were resumed, those that they wake in
    /// turn, and new ones that have yet to sleep.
    ///
    /// No event says that a task will do nothing more, so without a number of sleepers there is nothing to wait for. In a turn,
    /// the yield lets the tasks of the caller's actor run. The detached task has the lowest priority, so it usually runs after
    /// the work of other actors. Waiting for it does not replace the yield, because it may have ended before. A task needs a turn
    /// for each actor that it changes to before it rests; 20 is generous.
    private func letOthersRun() async {
        for _ in 0..<20 {
            await Task.yield()
            await Task.detached(priority: .background) { await Task.yield() }.value
        }
    }

    // MARK: - Reporting misuse

    private func reportCancelledWait(for count: Int, at call: CallSite) {
        call.report(
            """
            Wiring: TestClock waited for \(Self.sleepers(count)) until its task was cancelled; \(Self.asleep(deadlines))
            Check that the code under test sleeps on this clock, or wait for fewer sleepers.
            """
        )
    }

    private static func sleepers(_ count: Int) -> String { count == 1 ? "1 sleeper" : "\(count) sleepers" }

    private static func asleep(_ deadlines: [Instant]) -> String {
        guard !deadlines.isEmpty else { return "no task slept." }
        let times = deadlines.prefix(10).map(\.description).joined(separator: ", ")
        return "\(sleepers(deadlines.count)) slept, until \(times)\(deadlines.count > 10 ? ", …" : "")."
    }
}

extension TestClock {
    /// A time of a ``TestClock`` or an ``ImmediateClock``.
    public struct Instant: InstantProtocol {
        /// The time since the start of the clock.
        public let offset: Duration

        /// Creates an instant.
        public init(offset: Duration) { self.offset = offset }

        /// Returns the instant after a duration.
        @_documentation(visibility: internal)
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this instant to another.
        @_documentation(visibility: internal)
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns whether one instant is before another.
        @_documentation(visibility: internal)
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }
}

extension TestClock.Instant: CustomStringConvertible {
    /// The offset, as errors print it.
    @_documentation(visibility: internal)
    public var description: String { "\(offset)" }
}
