import Wiring

extension TestClock {
    /// A wrong use of the clock, which fails the test.
    enum Misuse {
        case negativeDuration(Duration)
        case past(Instant, now: Instant)
        case cancelledWait(count: Int, [Instant])
        case cancelledRun([Instant])
    }

    /// Records an issue at the place of a call.
    func report(_ misuse: Misuse, at call: CallSite) { call.report(misuse.message) }
}

extension TestClock.Misuse {
    var message: String {
        switch self {
        case .negativeDuration(let duration):
            "Wiring: TestClock cannot advance by \(duration): time does not move back. Pass a duration of zero or more."
        case .past(let deadline, let now):
            "Wiring: TestClock cannot advance to \(deadline): it is at \(now) already. Pass a later instant, or call `advance(by:)`."
        case .cancelledWait(let count, let deadlines):
            """
            Wiring: TestClock waited for \(Self.sleepers(count)) until its task was cancelled; \(Self.asleep(deadlines))
            Check that the code under test sleeps on this clock, or wait for fewer sleepers.
            """
        case .cancelledRun(let deadlines):
            """
            Wiring: TestClock ran until its task was cancelled; \(Self.asleep(deadlines))
            A loop that keeps sleeping does not end by itself. Cancel it first, or call `advance(by:)`.
            """
        }
    }

    private static func sleepers(_ count: Int) -> String { count == 1 ? "1 sleeper" : "\(count) sleepers" }

    private static func asleep(_ deadlines: [TestClock.Instant]) -> String {
        guard !deadlines.isEmpty else { return "no task slept." }
        let times = deadlines.prefix(10).map(\.description).joined(separator: ", ")
        return "\(sleepers(deadlines.count)) slept, until \(times)\(deadlines.count > 10 ? ", …" : "")."
    }
}
