/// The time of a ``TestClock``, the tasks that sleep, and the tasks that wait for sleepers.
///
/// A sleeper or a waiter is the continuation of its task. This value stores them, and returns those that are to be resumed.
struct TestClockState<Sleeper: Sendable, Waiter: Sendable>: Sendable {
    private(set) var now = TestClock.Instant(offset: .zero)
    /// Sorted by deadline, and by arrival for equal deadlines.
    private var sleepers: [(id: UInt64, deadline: TestClock.Instant, sleeper: Sleeper)] = []
    private var waiters: [(id: UInt64, count: Int, waiter: Waiter)] = []
    private var lastID: UInt64 = 0

    /// The result of a call of `sleep`.
    enum Arrival {
        /// The task sleeps. These waiters have waited for it.
        case asleep([Waiter])
        /// The task does not sleep, because its deadline is not after the current time.
        case due
    }

    /// One step of an advance.
    enum Step {
        /// The clock has moved to a deadline, and these sleepers are due.
        case resume([Sleeper])
        /// Not enough tasks sleep. The clock has not moved.
        case wait
        /// The advance is complete.
        case end
    }

    /// The deadlines of the sleepers, in order.
    var deadlines: [TestClock.Instant] { sleepers.map(\.deadline) }

    /// An identifier for a sleeper or a waiter.
    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// A task begins to sleep. Linear in the number of sleepers.
    mutating func sleep(_ sleeper: Sleeper, id: UInt64, until deadline: TestClock.Instant) -> Arrival {
        guard deadline > now else { return .due }
        let index = sleepers.firstIndex { $0.deadline > deadline } ?? sleepers.endIndex
        sleepers.insert((id, deadline, sleeper), at: index)
        let satisfied = waiters.filter { $0.count <= sleepers.count }
        waiters.removeAll { $0.count <= sleepers.count }
        return .asleep(satisfied.map(\.waiter))
    }

    /// Removes a sleeper. Returns `nil` if it does not sleep.
    mutating func removeSleeper(_ id: UInt64) -> Sleeper? {
        sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0).sleeper }
    }

    /// A task waits until `count` tasks sleep.
    mutating func wait(_ waiter: Waiter, id: UInt64, for count: Int) { waiters.append((id, count, waiter)) }

    /// Removes a waiter. Returns `nil` if it does not wait.
    mutating func removeWaiter(_ id: UInt64) -> Waiter? {
        waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0).waiter }
    }

    /// Moves the clock to the next deadline, or to the target if there is none before it.
    ///
    /// - Parameters:
    ///   - target: Where the advance ends; `nil` if it ends when no task sleeps.
    ///   - count: How many tasks must sleep, unless the clock has reached the target.
    mutating func step(to target: TestClock.Instant?, awaiting count: Int = 0) -> Step {
        if let target, now < target, sleepers.count < count { return .wait }
        guard let next = sleepers.first?.deadline, target.map({ next <= $0 }) ?? true else {
            if let target { now = max(now, target) }
            return .end
        }
        now = next
        let due = sleepers.prefix { $0.deadline == next }
        sleepers.removeFirst(due.count)
        return .resume(due.map(\.sleeper))
    }
}
