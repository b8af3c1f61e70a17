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

extension Slot {
    /// Summarizes a slot for a resolution, in one word that is read without a lock.
    ///
    ///     bits 0–3  retention            how instances are stored
    ///     bit  4    replacement          an override or a registered closure
    ///     bit  5    contexts             closures for contexts
    ///     bit  6    decorator
    ///     bit  7    furtherRetention     a second custom scope: the retention is incomplete
    ///     bit  8    automatic            autoRegister() sets something, unless it no longer does when it runs again
    ///     bit  9    decorations          closures that decorate a new instance
    ///     bit  10   hooks                closures that start and stop instances
    ///     bit  11   timeToLive
    ///     bit  12   endedOperations      operations whose child has set something; in a debug build only
    typealias Flags = BitSet<Slot>
}

extension Slot.Flags {
    /// A retention and nothing else.
    init(_ retention: Retention) { self.init(rawValue: UInt64(retention.rawValue)) }

    static var replacement: Self { Self(rawValue: 16) }
    static var contexts: Self { Self(rawValue: 32) }
    static var decorator: Self { Self(rawValue: 64) }
    static var furtherRetention: Self { Self(rawValue: 128) }
    static var automatic: Self { Self(rawValue: 256) }
    static var decorations: Self { Self(rawValue: 512) }
    /// The flags of what may replace or change the declaration's instance.
    static var replacing: Self { Self(rawValue: 560) }
    /// The flags that do not depend on modifiers, nor on `autoRegister()`: ``replacement``, ``decorations`` and `endedOperations`.
    static var ofReplacements: Self { Self(rawValue: 4624) }
    static var hooks: Self { Self(rawValue: 1024) }
    static var timeToLive: Self { Self(rawValue: 2048) }
    #if DEBUG
        static var endedOperations: Self { Self(rawValue: 4096) }
    #endif

    var retention: Retention { Retention(rawValue: UInt8(truncatingIfNeeded: rawValue & 15)) }

    /// Whether a hit depends only on a retention. Replacements, contexts, decorations and what `autoRegister()` sets, which are the
    /// bits of 816, do not affect a stored instance.
    ///
    /// - Parameter ignored: What the hit takes into account itself.
    func allowsHit(for retention: Retention, ignoring ignored: Self = Self()) -> Bool {
        // On the raw value, because a build without optimization is slow on sets.
        rawValue & ~816 & ~ignored.rawValue == UInt64(retention.rawValue)
    }

    /// Whether a hit may depend on more than a scope.
    var hasModifiers: Bool { rawValue & ~816 > 7 }
}

/// How a declaration's instances are stored, in four bits: by which scope, and whether there is one for each parameter. A time to
/// live is not included.
struct Retention: Equatable, Sendable {
    /// The scope in the low three bits, which is 0, a ``Scope/Kind``, ``replacedSingleton`` or ``custom``; and ``perParameter``.
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ scope: Scope.Kind) { rawValue = scope.rawValue }

    /// Neither a scope nor per parameter.
    static var unspecified: Retention { Retention(rawValue: 0) }
    /// That of a hit of a singleton that a child replaces: see ``ContainerManager/Route``.
    static var replacedSingleton: Retention { Retention(rawValue: 6) }
    /// By the custom scope of the slot: see ``Slot/customScope``.
    static var custom: Retention { Retention(rawValue: 7) }
    /// An instance for each parameter, by no specified scope.
    static var perParameter: Retention { Retention(rawValue: 8) }

    /// Without ``perParameter``.
    var scopeOnly: Retention { Retention(rawValue: rawValue & 7) }

    /// Whether the container stores the instances, by a standard scope, one for all parameters.
    @inline(__always)
    var isStoredInContainer: Bool {
        (1 << Scope.Kind.cached.rawValue | 1 << Scope.Kind.shared.rawValue) >> rawValue & 1 != 0
    }

    var isPerParameter: Bool { rawValue & 8 != 0 }

    /// The standard scope; `nil` also for a custom one.
    var standard: Scope.Kind? { Scope.Kind(rawValue: rawValue & 7) }

    /// This retention, with what another one specifies.
    func setting(_ other: Retention) -> Retention {
        Retention(rawValue: other.rawValue & 7 == 0 ? rawValue | other.rawValue : rawValue & 8 | other.rawValue)
    }

    /// Whether this specifies everything that another one does.
    func includes(_ other: Retention) -> Bool { setting(other) == self }
}
