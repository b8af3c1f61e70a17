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

    /// All that has been set and holds whatever the container knows.
    private var modifiers: Modifiers? {
        switch self {
        case .none: nil
        // Holds because the container keeps it.
        case .keeping(let keeping): Modifiers(keeping.takeUnretainedValue())
        case .own(let declared): declared.modifiers
        }
    }

    /// What stands before a `once()`, so far.
    var modifiersBeforeOnce: Modifiers {
        let earlier = if case .own(let declared) = self { declared.modifiersBeforeOnce } else { Modifiers() }
        return modifiers?.overlaying(earlier) ?? earlier
    }

    /// What holds for the value: what has been set on it, and what its container knows.
    ///
    /// What stands before a `once()` is the container's: the value's own holds only where the container has been reset
    /// since it passed that.
    func modifiers(over kept: SlotState) -> Modifiers {
        var known = kept.modifiers
        if case .own(let declared) = self, !kept.once { known = declared.modifiersBeforeOnce.overlaying(known) }
        return modifiers?.overlaying(known) ?? known
    }

    /// All that has been set, in an object.
    var declared: DeclaredModifiers {
        if case .own(let declared) = self { return declared }
        return DeclaredModifiers(modifiers ?? Modifiers(), keepingAlone: keeping)
    }

    /// This, after a change.
    ///
    /// - Parameter isAdmitted: Whether the declaration's slot has admitted it. If not, it stands before a `once()`.
    func changed(in slot: Slot, isAdmitted: Bool, _ change: (inout Modifiers) -> Void) -> Modification {
        var modifiers = isAdmitted ? modifiers ?? Modifiers() : modifiersBeforeOnce
        change(&modifiers)
        guard isAdmitted else { return .own(DeclaredModifiers(Modifiers(), before: modifiers)) }
        if case .own(let declared) = self, declared.isAboutOnce {
            return .own(
                DeclaredModifiers(modifiers, before: declared.modifiersBeforeOnce, isPastOnce: declared.isPastOnce)
            )
        }
        guard modifiers.isKeepingAlone else { return .own(DeclaredModifiers(modifiers)) }
        guard !modifiers.isEmpty else { return .none }
        return .keeping(slot.keeping(modifiers.scope, timeToLive: modifiers.timeToLive, keying: modifiers.keying))
    }

    /// This, past a `once()`.
    func passingOnce() -> Modification {
        .own(DeclaredModifiers(Modifiers(), before: modifiersBeforeOnce, isPastOnce: true))
    }
}

/// Modifiers that one factory value has set. An object, because most values have none.
@usableFromInline
final class DeclaredModifiers: Sendable {
    let modifiers: Modifiers
    /// Those that stand before a `once()`.
    let modifiersBeforeOnce: Modifiers
    /// Whether the value is past its `once()`.
    let isPastOnce: Bool
    /// How instances are kept, if nothing else has been set.
    @usableFromInline var keepingAlone: Unmanaged<Keeping>? { uncheckedKeeping.value }
    private let uncheckedKeeping: Unchecked<Unmanaged<Keeping>?>

    init(
        _ modifiers: Modifiers,
        before modifiersBeforeOnce: Modifiers = Modifiers(),
        isPastOnce: Bool = false,
        keepingAlone: Unmanaged<Keeping>? = nil
    ) {
        self.modifiers = modifiers
        self.modifiersBeforeOnce = modifiersBeforeOnce
        self.isPastOnce = isPastOnce
        uncheckedKeeping = Unchecked(keepingAlone)
    }

    /// Whether a `once()` makes a difference to it.
    var isAboutOnce: Bool { isPastOnce || !modifiersBeforeOnce.isEmpty }
}
