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
