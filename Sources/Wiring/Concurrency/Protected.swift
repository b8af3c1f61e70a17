import Synchronization

/// A mutex around a value of any type, `Sendable` or not.
///
/// Locks nest in this order only:
///
/// - the saved states of a container; then everything else of that container, of a copy of it, and of its parents,
///   except the parents' saved states
/// - a singleton scope; then its cells, and those of its copy
/// - the lock of automatic registration; then its cell, and the slots
/// - a slot; then its cells
/// - a cell; then the changes of its generation's scopes
/// - a lifecycle; then its nodes
/// - the wait graph; then a flight
/// - the watches of strict tests; then their reports, and the settings of the containers that they watch
package struct Protected<State>: ~Copyable, Sendable {
    /// Carries a value of any type between threads.
    // Not private, because the compiler fails on that in a build without optimization.
    struct Unchecked<Value>: @unchecked Sendable {
        // SAFETY: The compiler cannot check this for the user's instances: a factory's instance goes to every thread
        // that resolves it, so the declaration of a scope must ensure that the type allows this, as `Scope` says. The
        // library's own state is reached only under the lock.
        var value: Value

        init(_ value: consuming Value) { self.value = value }
    }

    private let mutex: Mutex<Unchecked<State>>
    /// Shows the thread sanitizer that each lock follows the previous unlock. On Linux the kernel hands a contended
    /// mutex over, which the sanitizer does not see. On x86-64 and arm64 this is a plain load and store.
    private let handover = Atomic<Bool>(false)

    package init(_ state: consuming State) { mutex = Mutex(Unchecked(consume state)) }

    /// Runs `body` with exclusive access to the state. `body` must not call the user's code or release the user's objects.
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

/// The user's objects that were taken out under a lock. The caller releases them after unlocking, because a `deinit` may resolve.
typealias DeferredRelease = Any

/// A lock for the few instructions of a hit.
///
/// Elsewhere the library uses ``Protected``. Its `withLock` takes a closure, and in code that is compiled once for all types a
/// closure that returns an instance costs as much as the lock.
///
/// A hit copies the instance under the lock. A copy constructor of C++, or a `retain` that an Objective-C class
/// implements, must therefore not resolve.
struct Lock: ~Copyable, Sendable {
    private let mutex = Mutex<Void>(())
    /// Shows the thread sanitizer that each lock follows the previous unlock: see ``Protected``.
    private let handover = Atomic<Bool>(false)

    @inline(__always)
    func lock() {
        mutex._unsafeLock()
        _ = handover.load(ordering: .acquiring)
    }

    @inline(__always)
    func unlock() {
        handover.store(true, ordering: .releasing)
        mutex._unsafeUnlock()
    }
}
