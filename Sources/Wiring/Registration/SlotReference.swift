/// A slot and the modifiers that one factory value has set, in one word. The optimizer takes apart only factory values that are
/// small enough.
///
///     bits 0–3    retention
///     bits 4–47   the slot's address
///     bits 48–54  which of the modifiers that the slot knows: see ``KnownModifier``
///     bit  55     isObserved: one of them matters to a hit
@usableFromInline
struct SlotReference: Sendable {
    private let word: UInt64

    /// - Parameter slot: Not retained: the container retains it, and the factory value the container.
    @inline(__always)
    init(_ slot: Unmanaged<Slot>, _ retention: Retention) {
        // SAFETY: Objects are aligned to sixteen bytes, so four bits are free. No system places objects at addresses that
        // need bits 48 to 55, unless a program asks for such addresses.
        word = UInt64(UInt(bitPattern: slot.toOpaque())) | UInt64(retention.rawValue)
    }

    private init(word: UInt64) { self.word = word }

    /// The slot, valid as long as the container.
    @inline(__always)
    var slot: Unmanaged<Slot> {
        // SAFETY: The word contains the address of a slot, which is not zero and which the container retains.
        .fromOpaque(UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: word & ~Self.otherBits))!)
    }

    private static var otherBits: UInt64 { 0xFF << 48 | 15 }
    private static var observedBit: UInt64 { 1 << 55 }

    @inline(__always)
    var retention: Retention { Retention(rawValue: UInt8(truncatingIfNeeded: word & 15)) }

    /// This reference with another retention.
    @inline(__always)
    func with(_ retention: Retention) -> SlotReference { Self(word: word & ~15 | UInt64(retention.rawValue)) }

    /// Whether the value is cached, and a hit depends only on the cell.
    @inline(__always)
    var isPlainlyCached: Bool { word & (Self.observedBit | 15) == UInt64(Retention(.cached).rawValue) }

    /// Whether the value has no known modifier.
    @inline(__always)
    var isScopeOnly: Bool { word >> 48 & 0xFF == 0 }

    /// Whether a known modifier matters to a hit.
    @inline(__always)
    var isObserved: Bool { word & Self.observedBit != 0 }

    /// This reference of a value with a modifier that matters to a hit.
    var observed: SlotReference { Self(word: word | Self.observedBit) }

    // MARK: - Known modifiers

    /// A bit for each modifier, in the order in which the slot has come to know them.
    @inline(__always)
    var known: UInt8 { UInt8(truncatingIfNeeded: word >> 48) & 0x7F }

    /// How many modifiers a slot can know.
    static var knownLimit: Int { 7 }

    /// This reference with one known modifier more.
    ///
    /// - Parameter replaced: The modifiers that this one replaces.
    @inline(__always)
    func adding(_ index: Int, isObserved: Bool, inPlaceOf replaced: UInt8 = 0) -> SlotReference {
        Self(word: word & ~(UInt64(replaced) << 48) | 1 << UInt64(48 + index) | (isObserved ? Self.observedBit : 0))
    }
}
