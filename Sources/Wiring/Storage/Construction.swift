import Synchronization
import WiringThread

/// One construction under way: who builds, and how to wait for it.
///
/// The builder holds the gate from before the construction is known to others until it has ended; passing the gate is
/// waiting for it. The gate guards nothing but this construction: who waits at it needs the very instance, and
/// ``WaitGraph`` has made sure that the builder does not wait for them. So closures of users run behind the gate, but
/// under no lock in the sense that unrelated work could meet it. A thread that ends within a construction opens its gate.
///
/// A thread uses one object for many constructions, one after the other, as long as nobody has waited for it.
@usableFromInline
final class Construction: @unchecked Sendable {
    // Holds because what can change is atomic, or the builder's alone while it builds; others get to know a construction
    // under a cell's lock, after `begin()`, and read the result behind the gate.

    /// The number of the thread that builds.
    private(set) var builder: UInt64
    private let finished = Atomic<Bool>(false)
    private let gate = wiring_gate_make()
    private var result: Kept?
    /// The construction that this one is a part of. Not retained: its builder, the same thread, has it.
    private var outer: Unmanaged<Construction>?

    init(builder: UInt64 = 0) { self.builder = builder }

    // Holds because whoever locks the gate holds the construction until it has unlocked it.
    deinit { wiring_gate_free(gate) }

    /// Begins a construction of the calling thread.
    static func begin() -> Construction {
        let record = ThreadRecord.current
        // Holds because what is there was retained in `end(_:with:)`, and is taken here once.
        let construction = record.pointee.spare?.takeRetainedValue() ?? Construction()
        // Not `take()`, which would be an access to the whole record, of which others read a part.
        record.pointee.spare = nil
        construction.builder = record.pointee.number
        construction.finished.store(false, ordering: .relaxed)
        wiring_gate_lock(construction.gate)
        construction.outer = record.pointee.constructions
        // Holds because its builder has it until it has ended it, or for good if the thread ends before.
        record.pointee.constructions = .passUnretained(construction)
        return construction
    }

    /// Ends the innermost construction of the calling thread, which nobody can get to know from now on.
    ///
    /// - Parameter result: What was built, for those who wait.
    static func end(_ construction: consuming Construction, with result: Kept?) {
        let record = ThreadRecord.current
        var own = consume construction
        record.pointee.constructions = own.outer
        if record.pointee.spare == nil, isKnownUniquelyReferenced(&own) {
            wiring_gate_unlock(own.gate)
            // Taken in `begin()`, or released at the thread's end.
            record.pointee.spare = .passRetained(own)
        } else {
            own.open(with: result)
        }
    }

    /// Ends the innermost construction of a thread that ends itself.
    func end(with result: Kept?, on record: UnsafeMutablePointer<ThreadRecord>) {
        record.pointee.constructions = outer
        open(with: result)
    }

    private func open(with result: Kept?) {
        self.result = result
        finish()
        wiring_gate_unlock(gate)
    }

    func finish() { finished.store(true, ordering: .releasing) }

    /// Whether the builder is through: who still waits for it is about to go on.
    var isFinished: Bool { finished.load(ordering: .acquiring) }

    /// Waits until the construction has ended.
    ///
    /// - Returns: What was built; `nil` if the builder's thread ended before it had built.
    func wait() -> Kept? {
        wiring_gate_lock(gate)
        defer { wiring_gate_unlock(gate) }
        return result
    }
}
