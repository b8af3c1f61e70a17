/// What modifiers have set on one factory value.
@usableFromInline
enum Modification {
    /// Nothing.
    case none
    /// How instances are kept, and no more. Not retained: the container keeps it, and the factory value the container.
    case keeping(Unmanaged<Keeping>)
    /// Something that no other value has: closures, for instance.
    case own(DeclaredModifiers)

    /// Whether nothing has been set, or only what can be compared.
    @inlinable var isComparable: Bool { if case .own = self { false } else { true } }

    /// How instances are kept, if nothing else has been set; `nil` also if nothing has.
    @inlinable var keeping: Unmanaged<Keeping>? {
        if case .keeping(let keeping) = self { keeping } else { nil }
    }

    /// How instances are kept, if that is all there is to know.
    @inlinable var keepingAlone: Unmanaged<Keeping>? {
        switch self {
        case .none: nil
        case .keeping(let keeping): keeping
        case .own(let declared): declared.keepingAlone
        }
    }

    /// Whether the value is past its `once()`.
    var isPastOnce: Bool { if case .own(let declared) = self { declared.isPastOnce } else { false } }

    /// All that has been set.
    var modifiers: Modifiers? {
        switch self {
        case .none: nil
        // Holds because the container keeps it.
        case .keeping(let keeping): Modifiers(keeping.takeUnretainedValue())
        case .own(let declared): declared.modifiers
        }
    }

    /// All that has been set, in an object.
    var declared: DeclaredModifiers {
        if case .own(let declared) = self { return declared }
        return DeclaredModifiers(modifiers ?? Modifiers(), isPastOnce: false, keepingAlone: keeping)
    }

    /// This, with a change that the declaration's slot has admitted.
    func changed(in slot: Slot, _ change: (inout Modifiers) -> Void) -> Modification {
        var modifiers = modifiers ?? Modifiers()
        change(&modifiers)
        guard modifiers.isKeepingAlone, !isPastOnce else {
            return .own(DeclaredModifiers(modifiers, isPastOnce: isPastOnce))
        }
        guard !modifiers.isEmpty else { return .none }
        return .keeping(slot.keeping(modifiers.scope, timeToLive: modifiers.timeToLive, keying: modifiers.keying))
    }
}

/// Modifiers that one factory value has set. An object, because most values have none.
@usableFromInline
final class DeclaredModifiers: Sendable {
    let modifiers: Modifiers
    /// Whether the value is past its `once()`.
    let isPastOnce: Bool
    /// How instances are kept, if nothing else has been set.
    @usableFromInline var keepingAlone: Unmanaged<Keeping>? { uncheckedKeeping.value }
    private let uncheckedKeeping: Unchecked<Unmanaged<Keeping>?>

    init(_ modifiers: Modifiers, isPastOnce: Bool, keepingAlone: Unmanaged<Keeping>? = nil) {
        self.modifiers = modifiers
        self.isPastOnce = isPastOnce
        uncheckedKeeping = Unchecked(keepingAlone)
    }
}
