import Synchronization

/// A mutex around a value of any type, `Sendable` or not.
package struct Protected<State>: ~Copyable, Sendable {
    private let mutex: Mutex<Unchecked<State>>
    /// Says to the thread sanitizer that whoever locks comes after whoever unlocked. On Linux a mutex that is waited for
    /// is handed over by the kernel, which the sanitizer does not see. On the machine it is a plain load and store.
    private let handover = Atomic<Bool>(false)

    package init(_ state: consuming State) { mutex = Mutex(Unchecked(consume state)) }

    /// Runs `body` alone with the state. It must not call code of users, nor release anything of theirs.
    @inline(__always)
    package func withLock<Result, Thrown: Error>(
        _ body: (inout State) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try mutex.withLock { (state) throws(Thrown) in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(true, ordering: .releasing) }
            return Unchecked(try body(&state.value))
        }.value
    }
}
