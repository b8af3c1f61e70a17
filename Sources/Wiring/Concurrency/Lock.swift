internal import WiringThread

/// A lock for the few instructions of a hit.
///
/// Elsewhere the library uses ``Protected``. Its `withLock` takes a closure, and in code that is compiled once for all types a
/// closure that returns an instance costs as much as the lock.
///
/// A hit copies the instance under the lock. A copy constructor of C++, or a `retain` that an Objective-C class
/// implements, must therefore not resolve.
@_rawLayout(like: wiring_lock_t)
package struct Lock: ~Copyable, @unchecked Sendable {
    // SAFETY: As for ``AtomicWord``.
    @inline(__always)
    private var address: UnsafeMutablePointer<wiring_lock_t> {
        withUnsafePointer(to: self) {
            UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: wiring_lock_t.self)
        }
    }

    @inline(__always)
    package init() { wiring_lock_make(address) }

    @inline(__always)
    deinit { wiring_lock_end(address) }

    @inline(__always)
    package func lock() { wiring_lock_lock(address) }

    @inline(__always)
    package func unlock() { wiring_lock_unlock(address) }

    /// Runs `body` with the lock. `body` must not call the user's code or release the user's objects. It may return them: they live
    /// until the lock is free.
    @inline(__always)
    package func withLock<Result, Thrown: Error>(_ body: () throws(Thrown) -> Result) throws(Thrown) -> Result {
        lock()
        let result: Result
        do {
            result = try body()
        } catch {
            unlock()
            throw error
        }
        unlock()
        // An optimized build may otherwise release a result that nobody reads before it unlocks.
        extendLifetime(result)
        return result
    }
}

/// A value of any type, `Sendable` or not, behind a lock. For a lock without a value, see ``Lock``: the thread sanitizer takes accesses
/// to a value without a size for accesses to the object.
///
/// Locks nest in this order only:
///
/// - the saved states of a container; then everything else of that container, of a copy of it, and of its parents,
///   except the parents' saved states
/// - a singleton scope; then what it shares
/// - what a table shares with its copies; then what a copy shares with its own, and the tables, their slots and their cells
/// - the lock of automatic registration; then its cell, and the slots
/// - a slot; then its cells
/// - a cell; then the changes of its generation's scopes
/// - the follower of a container; then ``FollowedContainers``, the state of that follower, and the lists and followers of its parents
/// - a `Lifecycle`, in `WiringLifecycle`; then its nodes
/// - the wait graph; then a flight
/// - the watches of strict tests; then their reports, and the settings of the containers that they watch
///
/// The state must not be a function, or an optional one: the compiler would wrap it once more at each access, so that a call of it would
/// get deeper and deeper. A structure that has a function, or a type that does what the function would do, is not affected.
package class Protected<State>: @unchecked Sendable {
    // SAFETY: The state is reached only under the lock. The compiler cannot check its type for the user's instances: a factory's
    // instance goes to every thread that resolves it, so the declaration of a scope must ensure that the type allows this, as
    // `Scope` says.
    @exclusivity(unchecked) private final var state: State
    private final let lock = Lock()

    package init(_ state: consuming State) { self.state = state }

    /// Runs `body` with exclusive access to the state, under the rules of ``Lock/withLock(_:)``.
    @inline(__always)
    package final func withLock<Result, Thrown: Error>(
        _ body: (inout State) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try lock.withLock { () throws(Thrown) in try body(&state) }
    }
}

/// The user's objects that were taken out under a lock. The caller releases them after unlocking, because a `deinit` may resolve.
typealias DeferredRelease = Any
