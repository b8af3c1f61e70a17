internal import WiringThread

/// A word that is read and written without a lock. A reader also sees everything that was written before the word.
// The layout is an attribute of the compiler that the standard library's own `Atomic` has. It gives the word an address in its object.
@_rawLayout(like: UInt64)
package struct AtomicWord: ~Copyable, @unchecked Sendable {
    // SAFETY: The word is reached only through the functions below, each of which is atomic.
    @inline(__always)
    private var address: UnsafeMutablePointer<UInt64> {
        withUnsafePointer(to: self) { UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: UInt64.self) }
    }

    /// The place of a word in an object, which does not move. It is valid as long as the object, and does not retain it.
    var place: UnsafePointer<AtomicWord> { withUnsafePointer(to: self) { $0 } }

    @inline(__always)
    package init(_ value: UInt64 = 0) { wiring_store_release(address, value) }

    /// The current value.
    @inline(__always)
    package var current: UInt64 { wiring_load_acquire(address) }

    /// The current value, for a thread that needs nothing that was written before it.
    @inline(__always)
    package var alone: UInt64 { wiring_load_relaxed(address) }

    /// The current value, in one order with all reads of this kind, and all increments and bits turned on, of this and other words.
    @inline(__always)
    var ordered: UInt64 { wiring_load_ordered(address) }

    @inline(__always)
    package func set(_ value: UInt64) { wiring_store_release(address, value) }

    /// Sets a word that is 0.
    ///
    /// - Returns: The value that it had: 0 if it was set.
    @inline(__always)
    func setIfZero(_ value: UInt64) -> UInt64 { wiring_set_if_zero(address, value) }

    package func turnOn(_ bits: UInt64) {
        guard alone & bits != bits else { return }
        wiring_or(address, bits)
    }

    func turnOff(_ bits: UInt64) { wiring_and(address, ~bits) }

    /// - Returns: The new value.
    @inline(__always)
    @discardableResult
    package func increment() -> UInt64 { wiring_add_ordered(address, 1) }

    func decrement() { _ = wiring_add_ordered(address, .max) }

    /// Adds to a word that orders nothing else.
    ///
    /// - Returns: The new value.
    @discardableResult
    package func addAlone(_ value: UInt64) -> UInt64 { wiring_add_relaxed(address, value) }
}

extension UInt64 {
    /// The last number that was given out. Numbers up to 16 are reserved: see ``ScopeID``.
    private static let lastUnique = AtomicWord(16)

    /// A number that this process has not given out before. It is greater than those that this thread knows.
    package static func unique() -> UInt64 { lastUnique.addAlone(1) }
}
