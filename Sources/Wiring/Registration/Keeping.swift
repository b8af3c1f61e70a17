/// How one factory value keeps its instances, where its modifiers have said no more than a ``KeepingWay``, and its slot says
/// the same or has said it once. In one word: a factory value that is small enough is taken apart by the optimizer.
@usableFromInline
struct Keeping {
    /// The slot's address, and the way in its low four bits, which are free because objects are aligned.
    @usableFromInline let word: UInt

    /// - Parameter slot: Not retained: the container keeps it, and the factory value the container.
    @export(implementation)
    @inline(always)
    init(_ slot: Unmanaged<Slot>, _ way: KeepingWay) { word = UInt(bitPattern: slot.toOpaque()) | UInt(way.rawValue) }

    // Both hold because the word is made of the address of a slot, which the container keeps.
    @export(implementation) @inline(always) var slot: Unmanaged<Slot> {
        .fromOpaque(UnsafeRawPointer(bitPattern: word & ~15)!)
    }

    @export(implementation)
    @inline(always)
    var way: KeepingWay { KeepingWay(rawValue: UInt8(truncatingIfNeeded: word & 15)) }
}
