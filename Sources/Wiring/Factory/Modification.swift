/// What modifiers have set on one factory value.
@usableFromInline
enum Modification {
    /// Nothing.
    case none
    /// How instances are kept, and no more, as the container does already.
    case keeping(Keeping)
    /// What is not so simple. A case of its own, so that the optimizer tells this way from the one without a lock.
    case further(Further)

    /// What has been set where it may be that the container did not know it.
    @usableFromInline
    enum Further {
        /// How instances are kept, and no more.
        case keeping(Keeping)
        /// Something that no other value has: closures, for instance.
        case own(DeclaredModifiers)
    }

    /// How instances are kept, if nothing else has been set; `nil` also if nothing has.
    @export(implementation) var keeping: Keeping? {
        switch self {
        case .keeping(let keeping), .further(.keeping(let keeping)): keeping
        case .none, .further(.own): nil
        }
    }

    private var own: DeclaredModifiers? { if case .further(.own(let declared)) = self { declared } else { nil } }

    /// Whether the value is past its `once()`.
    var isPastOnce: Bool { own?.isPastOnce ?? false }

    /// All that has been set and holds whatever the container knows.
    private var modifiers: Modifiers? {
        keeping.map(Modifiers.init) ?? own?.modifiers
    }

    /// What stands before a `once()`, so far.
    var modifiersBeforeOnce: Modifiers {
        let earlier = own?.modifiersBeforeOnce ?? Modifiers()
        return modifiers?.overlaying(earlier) ?? earlier
    }

    /// What holds for the value: what has been set on it, and what its container knows.
    ///
    /// What stands before a `once()` is the container's: the value's own holds only where the container has been reset
    /// since it passed that.
    func modifiers(over kept: SlotState) -> Modifiers {
        var known = kept.modifiers
        if let declared = own, !kept.once { known = declared.modifiersBeforeOnce.overlaying(known) }
        return modifiers?.overlaying(known) ?? known
    }

    /// This, where it may be that the container did not know it.
    var further: Further {
        switch self {
        case .none: .own(DeclaredModifiers(Modifiers()))
        case .keeping(let keeping): .keeping(keeping)
        case .further(let further): further
        }
    }

    /// This, after a change.
    ///
    /// - Parameter isAdmitted: Whether the declaration's slot has admitted it. If not, it stands before a `once()`.
    func changed(in slot: Slot, isAdmitted: Bool, _ change: (inout Modifiers) -> Void) -> Modification {
        var modifiers = isAdmitted ? modifiers ?? Modifiers() : modifiersBeforeOnce
        change(&modifiers)
        guard isAdmitted else { return .further(.own(DeclaredModifiers(Modifiers(), before: modifiers))) }
        if let declared = own, declared.isAboutOnce {
            return .further(
                .own(
                    DeclaredModifiers(
                        modifiers,
                        before: declared.modifiersBeforeOnce,
                        isPastOnce: declared.isPastOnce
                    )
                )
            )
        }
        guard modifiers.isKeepingAlone else { return .further(.own(DeclaredModifiers(modifiers))) }
        guard !modifiers.isEmpty else { return .none }
        let (way, isAll) = slot.way(of: modifiers)
        return isAll
            ? .keeping(Keeping(.passUnretained(slot), way)) : .further(.own(DeclaredModifiers(modifiers)))
    }

    /// This, past a `once()`.
    func passingOnce() -> Modification {
        .further(.own(DeclaredModifiers(Modifiers(), before: modifiersBeforeOnce, isPastOnce: true)))
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

    init(_ modifiers: Modifiers, before modifiersBeforeOnce: Modifiers = Modifiers(), isPastOnce: Bool = false) {
        self.modifiers = modifiers
        self.modifiersBeforeOnce = modifiersBeforeOnce
        self.isPastOnce = isPastOnce
    }

    /// Whether a `once()` makes a difference to it.
    var isAboutOnce: Bool { isPastOnce || !modifiersBeforeOnce.isEmpty }
}
