#if canImport(Darwin)
    import os

    /// The lock of code that is written by hand for the systems that the package supports. That of the module `Synchronization` requires
    /// later ones.
    struct Mutex<Value>: ~Copyable, @unchecked Sendable {
        // SAFETY: The rows store only values that may go to any thread.
        private let lock: OSAllocatedUnfairLock<Value>

        init(_ value: consuming Value) { lock = OSAllocatedUnfairLock(uncheckedState: value) }

        borrowing func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try lock.withLockUnchecked(body)
        }
    }
#endif
