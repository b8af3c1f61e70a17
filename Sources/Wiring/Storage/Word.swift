import Synchronization

/// A word that is read and written without a lock. Who reads it also sees what came before it was written.
struct Word: ~Copyable, Sendable {
    private let atomic: Atomic<UInt64>

    init(_ value: UInt64 = 0) { atomic = Atomic(value) }

    /// What it holds now.
    var current: UInt64 { atomic.load(ordering: .acquiring) }

    func set(_ value: UInt64) { atomic.store(value, ordering: .releasing) }

    func turnOn(_ bits: UInt64) {
        guard atomic.load(ordering: .relaxed) & bits != bits else { return }
        atomic.bitwiseOr(bits, ordering: .acquiringAndReleasing)
    }

    func turnOff(_ bits: UInt64) { atomic.bitwiseAnd(~bits, ordering: .acquiringAndReleasing) }
}
