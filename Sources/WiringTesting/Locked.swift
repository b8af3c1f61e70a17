import Synchronization

/// A mutex around a value, like `Protected` of Wiring.
///
/// Each test locks several. The functions of `Protected` are compiled in its own module, where each call looks up the types.
struct Locked<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>
    /// As in `Protected`: tells the thread sanitizer that each locking comes after the previous unlocking.
    private let handover = Atomic<Bool>(false)

    init(_ state: State) { mutex = Mutex(state) }

    /// Runs `body` with exclusive access to the state. `body` must not call the user's code or release the user's objects.
    func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { state in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(true, ordering: .releasing) }
            return body(&state)
        }
    }
}
