/// How one factory value keeps its instances, where its modifiers have said no more than a ``KeepingWay``, and its slot says
/// the same or has said it once. In one word: the optimizer takes small factory values apart.
@usableFromInline
struct Keeping {
    /// The slot's address, and the way in its low four bits.
    private let word: UInt

    /// - Parameter slot: Not retained: the container keeps it, and the factory value the container.
    @inline(__always)
    init(_ slot: Unmanaged<Slot>, _ way: KeepingWay) {
        // SAFETY: Objects are aligned to sixteen bytes, so four bits are free.
        word = UInt(bitPattern: slot.toOpaque()) | UInt(way.rawValue)
    }

    /// The slot. It is there as long as the container.
    @inline(__always)
    var slot: Unmanaged<Slot> {
        // SAFETY: The word was made of the address of a slot, which is not zero, and which the container keeps.
        .fromOpaque(UnsafeRawPointer(bitPattern: word & ~15)!)
    }

    @inline(__always)
    var way: KeepingWay { KeepingWay(rawValue: UInt8(truncatingIfNeeded: word & 15)) }
}
