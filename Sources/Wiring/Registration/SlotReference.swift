/// A slot and the modifiers that one factory value has set, in one word. The optimizer takes apart only factory values that are
/// small enough.
///
///     bits 0–3    retention
///     bits 4–47   the slot's address
///     bits 48–53  which of the modifiers that the slot knows: see ``KnownModifiers.Known``
///     bit  54     isHooked: one of them starts or stops the instance
///     bit  55     isObserved: one of them matters to each resolution
@usableFromInline
package struct SlotReference: Sendable {
    private let word: UInt64

    /// - Parameter slot: Not retained: the container retains it, and the factory value the container.
    @inline(__always)
    init(_ slot: Borrowed<Slot>, _ retention: Retention) {
        // SAFETY: Objects are aligned to sixteen bytes, so four bits are free. No system places objects at addresses that
        // need bits 48 to 55, unless a program asks for such addresses.
        word = UInt64(UInt(bitPattern: slot.address)) | UInt64(retention.rawValue)
    }

    private init(word: UInt64) { self.word = word }

    /// The slot, valid as long as the container.
    @inline(__always)
    var slot: Borrowed<Slot> {
        // SAFETY: The word contains the address of a slot, which is not zero and which the container retains.
        Borrowed(at: UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: word & ~Self.otherBits)).unsafelyUnwrapped)
    }

    private static var otherBits: UInt64 { 0xFF << 48 | 15 }
    private static var hookedBit: UInt64 { 1 << 54 }
    private static var observedBit: UInt64 { 1 << 55 }

    @inline(__always)
    var retention: Retention { Retention(rawValue: UInt8(truncatingIfNeeded: word & 15)) }

    /// This reference with another retention.
    @inline(__always)
    func with(_ retention: Retention) -> SlotReference { Self(word: word & ~15 | UInt64(retention.rawValue)) }

    /// Whether the value has no known modifier.
    @inline(__always)
    var isScopeOnly: Bool { word >> 48 & 0xFF == 0 }

    /// Whether ``isHooked`` or ``isObserved``.
    @inline(__always)
    var isMarked: Bool { word & (Self.observedBit | Self.hookedBit) != 0 }

    /// Whether a modifier starts or stops the instance.
    @inline(__always)
    var isHooked: Bool { word & Self.hookedBit != 0 }

    /// Whether a modifier is due at each resolution: a decorator, or a time to live.
    @inline(__always)
    var isObserved: Bool { word & Self.observedBit != 0 }

    // MARK: - Known modifiers

    /// A bit for each modifier, in the order in which the slot has come to know them.
    @inline(__always)
    var known: UInt8 { UInt8(truncatingIfNeeded: word >> 48) & 0x3F }

    /// How many modifiers a slot can know.
    static var knownLimit: Int { 6 }

    /// The bits of a known modifier.
    static func bits(ofKnown index: Int, _ kind: Modifier.Kind) -> UInt64 { 1 << UInt64(48 + index) | marks(of: kind) }

    private static func marks(of kind: Modifier.Kind) -> UInt64 {
        (kind.isHook ? hookedBit : 0) | (kind.isObserved ? observedBit : 0)
    }

    private static var knownBits: UInt64 { 0x3F << 48 }

    /// Whether the value has the known modifier with these bits.
    @inline(__always)
    func has(_ bits: UInt64) -> Bool { word & bits & Self.knownBits != 0 }

    /// This reference of a value with a modifier that the slot does not know.
    func marked(_ kind: Modifier.Kind) -> SlotReference { Self(word: word | Self.marks(of: kind)) }

    /// This reference with the known modifier that has these bits; `nil` if the value has it or a later one.
    @inline(__always)
    func addingLast(_ bits: UInt64) -> SlotReference? {
        word & Self.knownBits < bits & Self.knownBits ? Self(word: word | bits) : nil
    }

    /// This reference with the known modifier that has these bits.
    ///
    /// - Parameter replaced: The bits of the modifiers that it replaces.
    func adding(_ bits: UInt64, inPlaceOf replaced: UInt64) -> SlotReference {
        Self(word: word & ~(replaced & Self.knownBits) | bits)
    }
}
