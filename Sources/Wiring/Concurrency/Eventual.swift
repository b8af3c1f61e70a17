/// A value that is set once and that tasks await.
final class Eventual<Value: Sendable>: Sendable {
    // Not private, because the compiler fails on that in a build without optimization.
    enum State {
        case pending([CheckedContinuation<Value, Never>])
        case set(Value)
    }

    private let state = Protected(State.pending([]))

    /// Sets the value and resumes the tasks that await it. Only the first call has an effect.
    func set(_ value: Value) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
            guard case .pending(let waiting) = state else { return [] }
            state = .set(value)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// The value, once it is set. Cancellation does not end the wait.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Value? in
                    switch state {
                    case .set(let value): return value
                    case .pending(let waiting):
                        state = .pending(waiting + [continuation])
                        return nil
                    }
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }
}
