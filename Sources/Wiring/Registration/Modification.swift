/// What modifiers have set on one factory value.
@usableFromInline
enum Modification {
    /// Nothing.
    case none
    case some(Modified)

    /// What has been set.
    @usableFromInline
    enum Modified {
        /// How instances are kept, and no more, as the container does or has done.
        case keeping(Keeping)
        /// Something that no other value has: closures, for instance.
        case own(DeclaredModifiers)
    }

    /// Whether nothing has been set, or no more than how instances are kept.
    var isKeepingAtMost: Bool { own == nil }

    private var keeping: Keeping? { if case .some(.keeping(let keeping)) = self { keeping } else { nil } }

    private var own: DeclaredModifiers? { if case .some(.own(let declared)) = self { declared } else { nil } }

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
    /// What stands before a `once()` is the container's, but for closures: the value's own holds only where the container has
    /// been reset since it passed that. Its closures hold where the container has no others.
    func modifiers(over kept: SlotState) -> Modifiers {
        var known = kept.modifiers
        if let before = own?.modifiersBeforeOnce {
            known = kept.once ? known.overlaying(kept.closures(of: before)) : before.overlaying(known)
        }
        return modifiers?.overlaying(known) ?? known
    }

    /// This, after a change.
    ///
    /// - Parameter isAdmitted: Whether the declaration's slot has admitted it. If not, it stands before a `once()`.
    func changed(in slot: Slot, isAdmitted: Bool, _ change: (inout Modifiers) -> Void) -> Modification {
        var modifiers = isAdmitted ? modifiers ?? Modifiers() : modifiersBeforeOnce
        change(&modifiers)
        guard isAdmitted else {
            return .some(.own(DeclaredModifiers(slot.declaration, Modifiers(), before: modifiers)))
        }
        if let declared = own, declared.isMore {
            return .some(
                .own(
                    DeclaredModifiers(
                        slot.declaration,
                        modifiers,
                        before: declared.modifiersBeforeOnce,
                        isPastOnce: declared.isPastOnce,
                        isPromise: declared.isPromise
                    )
                )
            )
        }
        guard modifiers.isKeepingAlone else { return .some(.own(DeclaredModifiers(slot.declaration, modifiers))) }
        guard !modifiers.isEmpty else { return .none }
        let (way, isAll) = slot.way(of: modifiers)
        return isAll
            ? .some(.keeping(Keeping(.passUnretained(slot), way)))
            : .some(.own(DeclaredModifiers(slot.declaration, modifiers)))
    }

    /// This, after a change that the declaration makes at each access.
    func declaring(_ declaration: Declaration, _ change: (inout Modifiers) -> Void) -> Modification {
        var modifiers = modifiers ?? Modifiers()
        change(&modifiers)
        return .some(
            .own(
                DeclaredModifiers(
                    declaration,
                    modifiers,
                    before: own?.modifiersBeforeOnce ?? Modifiers(),
                    isPastOnce: isPastOnce,
                    isPromise: own?.isPromise ?? false
                )
            )
        )
    }

    /// This, past a `once()`.
    func passingOnce(_ declaration: Declaration) -> Modification {
        .some(.own(DeclaredModifiers(declaration, Modifiers(), before: modifiersBeforeOnce, isPastOnce: true)))
    }
}

/// Modifiers that one factory value has set. An object, because most values have none.
@usableFromInline
final class DeclaredModifiers: Sendable {
    let declaration: Declaration
    let modifiers: Modifiers
    /// Those that stand before a `once()`.
    let modifiersBeforeOnce: Modifiers
    /// Whether the value is past its `once()`.
    let isPastOnce: Bool
    /// Whether the declaration is a promise whose breach may be an error, so that its resolution must know its call.
    let isPromise: Bool

    init(
        _ declaration: Declaration,
        _ modifiers: Modifiers,
        before modifiersBeforeOnce: Modifiers = Modifiers(),
        isPastOnce: Bool = false,
        isPromise: Bool = false
    ) {
        self.declaration = declaration
        self.modifiers = modifiers
        self.modifiersBeforeOnce = modifiersBeforeOnce
        self.isPastOnce = isPastOnce
        self.isPromise = isPromise
    }

    /// Whether a `once()` makes a difference to it.
    private var isAboutOnce: Bool { isPastOnce || !modifiersBeforeOnce.isEmpty }

    /// Whether it is more than its modifiers.
    var isMore: Bool { isAboutOnce || isPromise }
}
