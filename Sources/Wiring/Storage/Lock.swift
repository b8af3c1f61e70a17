import Synchronization

/// A lock for the few instructions of a hit.
///
/// Elsewhere a lock is a ``Protected``. Here a closure would have to return an instance of any type, and in code that is compiled
/// once for all types a call of such a closure costs as much as the lock.
struct Lock: ~Copyable, Sendable {
    private let mutex = Mutex<Void>(())
    /// Says to the thread sanitizer that whoever locks comes after whoever unlocked: see ``Protected``.
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
