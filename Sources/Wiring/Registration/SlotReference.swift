/// A slot and the retention that one factory value has specified, in one word. The optimizer takes apart only factory values
/// that are small enough.
@usableFromInline
struct SlotReference {
    /// The slot's address, and the retention in its low four bits.
    private let word: UInt

    /// - Parameter slot: Not retained: the container retains it, and the factory value the container.
    @inline(__always)
    init(_ slot: Unmanaged<Slot>, _ retention: Retention) {
        // SAFETY: Objects are aligned to sixteen bytes, so four bits are free.
        word = UInt(bitPattern: slot.toOpaque()) | UInt(retention.rawValue)
    }

    /// The slot, valid as long as the container.
    @inline(__always)
    var slot: Unmanaged<Slot> {
        // SAFETY: The word contains the address of a slot, which is not zero and which the container retains.
        .fromOpaque(UnsafeRawPointer(bitPattern: word & ~15)!)
    }

    @inline(__always)
    var retention: Retention { Retention(rawValue: UInt8(truncatingIfNeeded: word & 15)) }
}
