import Wiring

/// A value that is set once and that tasks await.
final class Eventual<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        /// Resumed with `nil` when their task is cancelled.
        var waiters: [UInt64: CheckedContinuation<Value?, Never>] = [:]
    }

    private let state = Protected(State())

    /// Sets the value and resumes the tasks that await it. Only the first call has an effect.
    func set(_ value: Value) {
        let waiters = state.withLock { state in
            if state.value == nil { state.value = value }
            return exchange(&state.waiters, with: [:])
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
            if let value = state.value { return .some(value) }
            // If the task is cancelled after this, `leave` comes after this, too.
            guard !isCancellable || !Task.isCancelled else { return .some(nil) }
            state.waiters[id] = waiter
            return nil
        }
        if let result { waiter.resume(returning: result) }
    }

    /// Ends the wait of a task that is cancelled.
    private func leave(_ id: UInt64) { state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: nil) }
}
