import Synchronization

/// A word that is read and written without a lock. A reader also sees everything that was written before the word.
struct AtomicWord: ~Copyable, Sendable {
    private let atomic: Atomic<UInt64>

    init(_ value: UInt64 = 0) { atomic = Atomic(value) }

    /// The current value.
    var current: UInt64 { atomic.load(ordering: .acquiring) }

    func set(_ value: UInt64) { atomic.store(value, ordering: .releasing) }

    func turnOn(_ bits: UInt64) {
        guard atomic.load(ordering: .relaxed) & bits != bits else { return }
        atomic.bitwiseOr(bits, ordering: .acquiringAndReleasing)
    }

    func turnOff(_ bits: UInt64) { atomic.bitwiseAnd(~bits, ordering: .acquiringAndReleasing) }

    func increment() { atomic.add(1, ordering: .acquiringAndReleasing) }

    func decrement() { atomic.subtract(1, ordering: .acquiringAndReleasing) }
}

extension UInt64 {
    /// The last number that was given out. Numbers up to 16 are reserved: see ``ScopeID``.
    private static let lastUnique = Atomic<UInt64>(16)

    /// A number that this process has not given out before.
    static func unique() -> UInt64 { lastUnique.add(1, ordering: .relaxed).newValue }
}
