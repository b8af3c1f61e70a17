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

/// A set of bits. It is no `OptionSet`, because each program would keep the functions that its protocols require.
///
/// - Parameter Subject: What the bits are about. A type of its own for each keeps them apart.
package struct BitSet<Subject: ~Copyable>: Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64 = 0) { self.rawValue = rawValue }

    package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    package static func | (left: Self, right: Self) -> Self { Self(rawValue: left.rawValue | right.rawValue) }
    package static func |= (left: inout Self, right: Self) { left = left | right }

    func contains(_ other: Self) -> Bool { rawValue & other.rawValue == other.rawValue }
    func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }
    func subtracting(_ other: Self) -> Self { Self(rawValue: rawValue & ~other.rawValue) }
}
