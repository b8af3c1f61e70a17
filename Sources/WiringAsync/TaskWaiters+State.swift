import Wiring

extension TaskWaiters {
    typealias Arrival = Flight.Arrival

    /// The state of an asynchronous construction and its transitions, as a value that tests use without tasks.
    ///
    /// Tasks wait for it. When it ends, it hands its result to them, and keeps nothing.
    ///
    /// - Parameter Waiter: Resumes a task that waits.
    struct State<Waiter> {
        private enum Phase {
            case underway
            /// The closure has returned. It is too late to cancel it.
            case landed
            /// - Parameter arrival: The result, until a leader that has not suspended takes it.
            case ended(forLeader: Arrival?)
        }

        private var phase = Phase.underway
        private var waiters: [UInt64: Waiter] = [:]
        /// The caller that has begun the flight, until it suspends. It is 0, the number of nobody, until it is known: others may wait before
        /// that.
        private var leader: UInt64? = 0
        /// The task that runs the closure, once it is known.
        private var task: Task<Void, Never>?
        /// The priority of the most urgent waiter.
        private var priority = TaskPriority.background

        /// Whether its closure has yet to return. Otherwise those that wait are about to continue.
        var isUnderway: Bool { if case .underway = phase { true } else { false } }

        /// Whether nobody can wait for it any more.
        var hasEnded: Bool { if case .ended = phase { true } else { false } }

        // MARK: - Waiters

        /// What a waiter does next, once it has entered.
        enum Entry {
            case wait
            /// It waits, and is more urgent than the others: raise the priority of the task.
            case escalate(Task<Void, Never>)
            /// The flight has ended, so it does not wait.
            case resume(Arrival)
            /// It was cancelled before it could wait. Cancel the task if no other waits for it.
            case leave(cancelling: Task<Void, Never>?)
        }

        /// A task begins to wait.
        mutating func enter(
            _ id: UInt64,
            _ waiter: Waiter,
            at priority: TaskPriority = .background,
            isCancelled: Bool = false
        ) -> Entry {
            if let arrival = take(id) { return .resume(arrival) }
            // Before the end is checked: a leader that has abandoned the flight does not begin another one.
            if isCancelled { return .leave(cancelling: leave(id).task) }
            if hasEnded { return .resume(.nothing) }
            if leader == id { leader = nil }
            waiters[id] = waiter
            guard self.priority < priority else { return .wait }
            self.priority = priority
            return task.map { .escalate($0) } ?? .wait
        }

        /// The leader takes the result of a flight that has ended before the leader suspended.
        ///
        /// - Returns: `nil` if there is none yet.
        mutating func take(_ id: UInt64) -> Arrival? {
            guard case .ended(let arrival?) = phase, leader == id else { return nil }
            phase = .ended(forLeader: nil)
            return arrival
        }

        /// A task that waits was cancelled.
        ///
        /// - Returns: The waiter to resume; `nil` if it is the leader and has not suspended, or no longer waits. And the task to cancel, if it
        ///   has begun and nobody waits any more: its result is dropped.
        mutating func leave(_ id: UInt64) -> (waiter: Waiter?, task: Task<Void, Never>?) {
            guard !hasEnded else { return (nil, nil) }
            let waiter = waiters.removeValue(forKey: id)
            if leader == id { leader = nil }
            guard waiters.isEmpty, leader == nil, isUnderway else { return (waiter, nil) }
            phase = .ended(forLeader: nil)
            return (waiter, task.take())
        }

        // MARK: - The task

        /// The task that has begun the flight is known. Others may wait already.
        mutating func lead(_ id: UInt64, at priority: TaskPriority) {
            leader = id
            _ = raise(to: priority)
        }

        /// What to do with the task that runs the closure, once it has begun.
        enum Takeoff {
            case nothing
            /// The last waiter has left meanwhile.
            case cancel
            /// A more urgent waiter has entered meanwhile.
            case escalate(TaskPriority)
        }

        /// The task that runs the closure is known. It may have ended already.
        mutating func takeOff(_ task: Task<Void, Never>, at priority: TaskPriority) -> Takeoff {
            if case .ended(let arrival) = phase { return arrival == nil ? .cancel : .nothing }
            self.task = task
            return priority < self.priority ? .escalate(self.priority) : .nothing
        }

        /// The priority of a waiter was raised.
        ///
        /// - Returns: The task to raise; `nil` if it is as urgent already.
        mutating func raise(to priority: TaskPriority) -> Task<Void, Never>? {
            guard self.priority < priority else { return nil }
            self.priority = priority
            return task
        }

        // MARK: - End

        /// The closure has returned.
        ///
        /// - Returns: Whether anyone waits for its result. From now on it is too late to leave the flight without one.
        mutating func land() -> Bool {
            guard case .underway = phase else { return false }
            phase = .landed
            return true
        }

        /// The construction has ended.
        ///
        /// - Returns: Those to resume with the result.
        mutating func end(with arrival: Arrival) -> [Waiter] {
            phase = .ended(forLeader: leader == nil ? nil : arrival)
            task = nil
            return waiters.isEmpty ? [] : Array(exchange(&waiters, with: [:]).values)
        }
    }
}
