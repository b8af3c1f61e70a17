import Synchronization

/// A lock for the few instructions of a hit.
///
/// Elsewhere the library uses ``Protected``. Its `withLock` takes a closure, and in code that is compiled once for all types a
/// closure that returns an instance costs as much as the lock.
struct Lock: ~Copyable, Sendable {
    private let mutex = Mutex<Void>(())
    /// Tells the thread sanitizer that each locking comes after the previous unlocking: see ``Protected``.
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
