import Wiring

/// The tasks that wait for an asynchronous flight, and the one that runs its closure.
final class TaskWaiters: Flight.Waiters, @unchecked Sendable {
    // SAFETY: The state is behind a lock.
    private typealias Waiter = CheckedContinuation<Arrival, Never>

    // Not a `Protected`, which would be an object of its own.
    @exclusivity(unchecked) private var state = State<Waiter>()
    private let lock = Lock()

    // The compiler cannot specialize `withLock(_:)` for the types of this module.
    private func withState<Result>(_ body: (inout State<Waiter>) -> Result) -> Result {
        lock.lock()
        let result = body(&state)
        lock.unlock()
        return result
    }

    var isUnderway: Bool { withState(\.isUnderway) }

    var hasEnded: Bool { withState(\.hasEnded) }

    func resume(with arrival: Arrival) {
        for waiter in withState({ $0.end(with: arrival) }) { waiter.resume(returning: arrival) }
    }

    // MARK: - Waiting

    /// Suspends the calling task until the flight has ended.
    ///
    /// - Parameters:
    ///   - id: The number of the waiter: the flight's ``builder`` for the leader, or else a unique one.
    ///   - isCancellable: Whether cancellation ends the wait.
    ///   - isolation: The caller's. The closure captures it: otherwise a caller on an actor would leave it and come back.
    func arrival(for id: UInt64, isCancellable: Bool, isolation: isolated (any Actor)? = #isolation) async -> Arrival {
        await withTaskCancellationHandler {
            _ = isolation
            return await raisingPriority {
                await withCheckedContinuation { enter(id, $0, isCancellable: isCancellable) }
            }
        } onCancel: {
            if isCancellable { leave(id) }
        }
    }

    /// Waits, and raises the priority of the flight's task when that of the waiting task is raised.
    private func raisingPriority(
        _ wait: () async -> Arrival,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Arrival {
        // Older systems do not tell a task that its priority was raised.
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return await wait() }
        return await withTaskPriorityEscalationHandler {
            await wait()
        } onPriorityEscalated: { _, priority in
            if let task = withState({ $0.raise(to: priority) }) { Self.escalate(task, to: priority) }
        }
    }

    private func enter(_ id: UInt64, _ continuation: CheckedContinuation<Arrival, Never>, isCancellable: Bool) {
        var priority = TaskPriority.background
        let entry = withState { state in
            // If the priority is raised or the task is cancelled after this, the handler comes after this, too.
            priority = Task.currentPriority
            return state.enter(id, continuation, at: priority, isCancelled: isCancellable && Task.isCancelled)
        }
        switch entry {
        case .wait: break
        case .escalate(let task): Self.escalate(task, to: priority)
        case .resume(let arrival): continuation.resume(returning: arrival)
        case .leave(let task):
            task?.cancel()
            continuation.resume(returning: .failure(.cancellation))
        }
    }

    /// Ends the wait of a task that is cancelled.
    private func leave(_ id: UInt64) {
        let (waiter, task) = withState { $0.leave(id) }
        task?.cancel()
        waiter?.resume(returning: .failure(.cancellation))
    }

    // MARK: - The task

    /// Records that the calling task begins the flight, and then waits for it.
    ///
    /// - Parameter builder: The number of the flight.
    /// - Returns: The priority of the calling task.
    func lead(_ builder: UInt64) -> TaskPriority {
        let priority = Task.currentPriority
        withState { $0.lead(builder, at: priority) }
        return priority
    }

    /// Records the task that runs the closure, and calls ``land()`` when it has a result. The flight may have ended already.
    ///
    /// - Parameter priority: That of the leader.
    func takeOff(_ task: Task<Void, Never>, at priority: TaskPriority) {
        switch withState({ $0.takeOff(task, at: priority) }) {
        case .nothing: break
        case .cancel: task.cancel()
        case .escalate(let priority): Self.escalate(task, to: priority)
        }
    }

    /// The result, if the flight has ended before its leader suspends.
    func take(_ builder: UInt64) -> Arrival? { withState { $0.take(builder) } }

    /// Records that the closure has returned.
    ///
    /// - Returns: Whether anyone waits for its result. Otherwise the flight has ended.
    func land() -> Bool { withState { $0.land() } }

    /// Raises the priority of a task by waiting for it.
    private static func escalate(_ task: Task<Void, Never>, to priority: TaskPriority) {
        Task(priority: priority) { await task.value }
    }
}

extension Flight {
    /// The tasks that wait for this asynchronous flight.
    var tasks: TaskWaiters {
        guard let waiters else { fatalError("a task waits for a flight of threads") }
        // SAFETY: Only this module has flights with waiters, which are of this type.
        return unsafeDowncast(waiters, to: TaskWaiters.self)
    }
}
