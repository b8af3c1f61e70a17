import Synchronization

/// A mutex around a value of any type, `Sendable` or not.
struct Protected<State>: ~Copyable, Sendable {
    private let mutex: Mutex<Unchecked<State>>

    init(_ state: State) { mutex = Mutex(Unchecked(state)) }

    /// Runs `body` alone with the state. It must not call code of users, nor release anything of theirs.
    func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { (state) throws(Failure) in Unchecked(try body(&state.value)) }.value
    }
}
