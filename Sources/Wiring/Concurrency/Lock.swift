import Synchronization

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
