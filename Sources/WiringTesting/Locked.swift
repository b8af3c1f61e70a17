import Wiring

/// A value behind a lock, like `Protected` of Wiring.
///
/// The compiler cannot specialize `Protected` for the types of this module: each call looks up generic types at run time, which
/// takes a sixth of the time of a test's scope.
final class Locked<State: Sendable>: @unchecked Sendable {
    // SAFETY: The state is reached only under the lock.
    @exclusivity(unchecked) private var state: State
    private let lock = Lock()

    init(_ state: State) { self.state = state }

    /// Runs `body` with exclusive access to the state. `body` must not call the user's code or release the user's objects. It may
    /// return them, as from `Lock.withLock`.
    func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        let result = body(&state)
        lock.unlock()
        extendLifetime(result)
        return result
    }
}
