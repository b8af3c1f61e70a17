/// The changes that modifiers make to one factory value.
@usableFromInline
enum Modification {
    case none
    case some(Modified)

    @usableFromInline
    enum Modified {
        /// A retention that the container's slot has, or has had.
        case reference(SlotReference)
        /// Something that the slot does not have, such as closures.
        case own(Own)
    }

    /// The modifiers that one factory value has set. An object, because most values have none.
    @usableFromInline
    final class Own: Sendable {
        let declaration: Declaration
        let modifiers: Modifiers
        /// Those before a `once()`.
        let modifiersBeforeOnce: Modifiers
        /// Whether the value has evaluated a `once()`.
        let isPastOnce: Bool
        let kind: Kind

        enum Kind {
            case factory
            /// A promise that may be an error if it is unkept, so that its resolution must know its call.
            case promise
            /// A collection of contributions.
            case collection
        }

        init(
            _ declaration: Declaration,
            _ modifiers: Modifiers,
            before modifiersBeforeOnce: Modifiers = Modifiers(),
            isPastOnce: Bool = false,
            kind: Kind = .factory
        ) {
            self.declaration = declaration
            self.modifiers = modifiers
            self.modifiersBeforeOnce = modifiersBeforeOnce
            self.isPastOnce = isPastOnce
            self.kind = kind
        }

        /// Whether this holds anything besides modifiers.
        fileprivate var hasOtherState: Bool { isPastOnce || !modifiersBeforeOnce.isEmpty || kind != .factory }
    }

    /// That of a declaration without a scope, to which no default scope applies.
    static func unique(_ declaration: Declaration, kind: Own.Kind = .factory) -> Modification {
        var modifiers = Modifiers()
        modifiers.scope = .unique
        return .some(.own(Own(declaration, modifiers, kind: kind)))
    }

    /// Whether at most a retention is set.
    var isRetentionAtMost: Bool { own == nil }

    var reference: SlotReference? { if case .some(.reference(let reference)) = self { reference } else { nil } }

    private var own: Own? { if case .some(.own(let own)) = self { own } else { nil } }

    var kind: Own.Kind { own?.kind ?? .factory }

    /// Whether the value has evaluated its `once()`.
    var isPastOnce: Bool { own?.isPastOnce ?? false }

    /// The modifiers that apply regardless of the slot.
    private var modifiers: Modifiers? {
        reference.map(Modifiers.init) ?? own?.modifiers
    }

    /// The modifiers before a `once()`, so far.
    var modifiersBeforeOnce: Modifiers {
        let earlier = own?.modifiersBeforeOnce ?? Modifiers()
        return modifiers?.overlaying(earlier) ?? earlier
    }

    /// The modifiers that apply to the value: its own, and those of its container's slot.
    ///
    /// The modifiers before a `once()` belong to the slot, except closures. The value's own copy applies only if the container
    /// was reset since. Its closures apply where the slot has none.
    func modifiers(over slot: SlotState) -> Modifiers {
        var known = slot.modifiers
        if let before = own?.modifiersBeforeOnce {
            known = slot.once ? known.overlaying(slot.closures(of: before)) : before.overlaying(known)
        }
        return modifiers?.overlaying(known) ?? known
    }

    /// The scope of ``modifiers(over:)``.
    func scope(over slot: Slot) -> Scope? {
        switch self {
        case .none: slot.scope
        case .some(.reference(let reference)): slot.scope(of: reference.retention) ?? slot.scope
        case .some(.own): modifiers(over: slot.current).scope
        }
    }

    // MARK: - Changes

    /// This modification after a change.
    ///
    /// - Parameter isAdmitted: Whether the slot has admitted the change. If not, the change precedes a `once()`.
    func changed(in slot: Slot, isAdmitted: Bool, _ change: (inout Modifiers) -> Void) -> Modification {
        var modifiers = isAdmitted ? modifiers ?? Modifiers() : modifiersBeforeOnce
        change(&modifiers)
        guard isAdmitted else { return .some(.own(Own(slot.declaration, Modifiers(), before: modifiers, kind: kind))) }
        if let own, own.hasOtherState {
            return .some(
                .own(
                    Own(
                        slot.declaration,
                        modifiers,
                        before: own.modifiersBeforeOnce,
                        isPastOnce: own.isPastOnce,
                        kind: own.kind
                    )
                )
            )
        }
        guard modifiers.hasNoClosures else { return .some(.own(Own(slot.declaration, modifiers))) }
        guard !modifiers.isEmpty else { return .none }
        let (retention, isComplete) = slot.retention(of: modifiers)
        return isComplete
            ? .some(.reference(SlotReference(.passUnretained(slot), retention)))
            : .some(.own(Own(slot.declaration, modifiers)))
    }

    /// This modification after a change that the declaration makes at each access.
    func declaring(_ declaration: Declaration, _ change: (inout Modifiers) -> Void) -> Modification {
        var modifiers = modifiers ?? Modifiers()
        change(&modifiers)
        return .some(
            .own(
                Own(
                    declaration,
                    modifiers,
                    before: own?.modifiersBeforeOnce ?? Modifiers(),
                    isPastOnce: isPastOnce,
                    kind: kind
                )
            )
        )
    }

    /// This modification after a `once()`.
    func passingOnce(_ declaration: Declaration) -> Modification {
        .some(.own(Own(declaration, Modifiers(), before: modifiersBeforeOnce, isPastOnce: true, kind: kind)))
    }
}
