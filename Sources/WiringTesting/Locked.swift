import Synchronization

/// A mutex around a value, like `Protected` of Wiring.
///
/// The compiler cannot specialize `Protected` for the types of this module: each call looks up generic types at run time, which
/// takes a sixth of the time of a test's scope.
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
