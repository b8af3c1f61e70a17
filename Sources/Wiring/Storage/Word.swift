public import Synchronization
public import WiringThread

/// A word that is read and written without a lock. Who reads it also sees what came before it was written.
@usableFromInline
struct Word: ~Copyable, Sendable {
    @usableFromInline let atomic: Atomic<UInt64>

    init(_ value: UInt64 = 0) { atomic = Atomic(value) }

    /// What it holds now.
    @export(implementation)
    var current: UInt64 { atomic.load(ordering: .acquiring) }

    /// What it holds now, for those who act on nothing else because of it.
    @export(implementation)
    @inline(__always)
    var currentAlone: UInt64 {
        // Holds because an atomic lies in memory as its value does, at one place as long as its owner lives.
        withUnsafePointer(to: atomic) { wiring_load($0) }
    }

    func set(_ value: UInt64) { atomic.store(value, ordering: .releasing) }

    func turnOn(_ bits: UInt64) {
        guard atomic.load(ordering: .relaxed) & bits != bits else { return }
        atomic.bitwiseOr(bits, ordering: .acquiringAndReleasing)
    }

    func turnOff(_ bits: UInt64) { atomic.bitwiseAnd(~bits, ordering: .acquiringAndReleasing) }
}
