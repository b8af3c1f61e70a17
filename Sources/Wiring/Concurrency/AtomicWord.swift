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

    package func turnOn(_ bits: UInt64) { turnOn(bits, unlessIn: alone) }

    /// Turns on bits, unless a value that the word has had has all of them.
    func turnOn(_ bits: UInt64, unlessIn value: UInt64) { if value & bits != bits { wiring_or(address, bits) } }

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

/// A count of the process, which begins with 0. A static ``AtomicWord`` would be initialized at its first use, and each read would check
/// that it is.
enum ProcessCount: Int {
    /// Is not 0 once a context has been changed.
    case changedContexts
    /// Is not 0 once a test has stopped the clock.
    case stoppedClocks
    /// The tables that are shared.
    case sharedTables
    /// The containers whose instances are followed.
    case followedContainers
    /// The running steps, in all tasks, and those that make a singleton.
    case runningSteps, runningSingletons
    /// How many instances have ended, and how many were to become ready, in all containers.
    case ends, admissions

    @inline(__always)
    private var word: UnsafePointer<AtomicWord> {
        // SAFETY: There is a word for each case. It lives as long as the process, and nothing else reaches it.
        UnsafeRawPointer(wiring_process_count(rawValue)).assumingMemoryBound(to: AtomicWord.self)
    }

    @inline(__always)
    var current: UInt64 { word.pointee.current }

    /// See ``AtomicWord/ordered``.
    @inline(__always)
    var ordered: UInt64 { word.pointee.ordered }

    func increment() { word.pointee.increment() }

    func decrement() { word.pointee.decrement() }
}

extension UInt64 {
    /// The last number that was given out. Numbers up to 16 are reserved: see ``ScopeID``.
    private static let lastUnique = AtomicWord(16)

    /// A number that this process has not given out before. It is greater than those that this thread knows.
    package static func unique() -> UInt64 { lastUnique.addAlone(1) }
}
