import Wiring

/// A value that is set once and that tasks await.
final class Eventual<Value: Sendable>: Sendable {
    // Not private, because the compiler fails on that in a build without optimization.
    enum State {
        /// - Parameter waiters: Resumed with `nil` when their task is cancelled.
        case pending(_ waiters: [UInt64: CheckedContinuation<Value?, Never>])
        case set(Value)
    }

    private let state = Protected(State.pending([:]))

    /// Sets the value and resumes the tasks that await it. Only the first call has an effect.
    func set(_ value: Value) {
        let waiters = state.withLock { state -> [UInt64: CheckedContinuation<Value?, Never>] in
            guard case .pending(let waiters) = state else { return [:] }
            state = .set(value)
            return waiters
        }
        for waiter in waiters.values { waiter.resume(returning: value) }
    }

    /// The value, once it is set. Cancellation does not end the wait.
    var value: Value {
        // SAFETY: Only a wait that can be cancelled is resumed with `nil`.
        get async { await withCheckedContinuation { enter(.unique(), $0, isCancellable: false) }! }
    }

    /// The value, once it is set. If the task is cancelled before, this throws.
    var cancellableValue: Value {
        get async throws(CancellationError) {
            let id = UInt64.unique()
            let value = await withTaskCancellationHandler {
                await withCheckedContinuation { enter(id, $0, isCancellable: true) }
            } onCancel: {
                leave(id)
            }
            guard let value else { throw CancellationError() }
            return value
        }
    }

    @inline(never)
    private func enter(_ id: UInt64, _ waiter: CheckedContinuation<Value?, Never>, isCancellable: Bool) {
        let result = state.withLock { state -> Value?? in
            switch state {
            case .set(let value): return .some(value)
            case .pending(var waiters):
                // If the task is cancelled after this, `leave` comes after this, too.
                guard !isCancellable || !Task.isCancelled else { return .some(nil) }
                waiters[id] = waiter
                state = .pending(waiters)
                return nil
            }
        }
        if let result { waiter.resume(returning: result) }
    }

    /// Ends the wait of a task that is cancelled.
    private func leave(_ id: UInt64) {
        let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            guard case .pending(var waiters) = state else { return nil }
            let waiter = waiters.removeValue(forKey: id)
            state = .pending(waiters)
            return waiter
        }
        waiter?.resume(returning: nil)
    }
}
