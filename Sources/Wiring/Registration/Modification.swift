/// The changes that modifiers make to one factory value.
@usableFromInline
package enum Modification {
    case none
    case some(Modified)

    // Apart, so that a program does not ask at each hit whether the declaration has a modifier.
    @usableFromInline
    package enum Modified {
        /// A retention that the container's slot has, or has had, and modifiers that the slot knows.
        case reference(SlotReference)
        /// The same, and modifiers that the slot does not know.
        case capturing(Capturing)
        /// Anything else, such as the modifiers before a `once()`.
        case own(Own)

        /// What a hit depends on; `nil` if a hit depends on more. Unless this ``isReference``, it has only the marks of the modifiers that
        /// the slot does not know, and not what they set.
        @inline(__always)
        var reference: SlotReference? {
            switch self {
            case .reference(let reference): reference
            case .capturing(let capturing): capturing.reference
            case .own: nil
            }
        }

        /// Whether a reference says everything.
        var isReference: Bool { if case .reference = self { true } else { false } }
    }

    /// A modifier that the slot does not know, after others of the same declaration. Its closure captures something, or the slot knows as
    /// many modifiers as it can.
    @usableFromInline
    package final class Capturing: Sendable {
        /// The retention, and the known modifiers that were set before all of these.
        let reference: SlotReference
        private let modifier: Modifier
        private let earlier: Capturing?

        init(_ reference: SlotReference, _ modifier: Modifier, after earlier: Capturing? = nil) {
            self.reference = reference.marked(modifier.kind)
            self.modifier = modifier
            self.earlier = earlier
        }

        /// The same modifiers with another retention.
        func with(_ retention: Retention) -> Capturing {
            Capturing(reference.with(retention), modifier, after: earlier?.with(retention))
        }

        /// The modifiers that apply regardless of the slot.
        var modifiers: Modifiers {
            var modifiers = earlier?.modifiers ?? Modifiers(reference)
            modifiers.set(modifier)
            return modifiers
        }
    }

    /// The modifiers that one factory value has set. An object, because most values have none.
    @usableFromInline
    package final class Own: Sendable {
        let declaration: Declaration
        let modifiers: Modifiers
        /// Those before a `once()`.
        let modifiersBeforeOnce: Modifiers
        /// Whether the value has evaluated a `once()`.
        let isPastOnce: Bool
        let kind: Kind

        package enum Kind: Equatable {
            case factory
            /// A promise that may be an error if it is unkept, so that its resolution must know its call.
            case promise
            /// A collection of contributions.
            case collection
            /// A part of another dependency, which cannot be changed on its own.
            indirect case part(of: Declaration)

            /// The dependency that it is a part of, if it is a part. That is no part itself.
            package var whole: Declaration? { if case .part(let whole) = self { whole } else { nil } }
            /// Whether it is made only of other dependencies.
            var isComposed: Bool { self == .collection || whole != nil }
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

        /// The same with other modifiers.
        fileprivate func with(_ modifiers: Modifiers) -> Own {
            Own(declaration, modifiers, before: modifiersBeforeOnce, isPastOnce: isPastOnce, kind: kind)
        }
    }

    /// That of a collection on which nothing is set.
    static func collection(_ declaration: Declaration) -> Modification {
        .some(.own(Own(declaration, Modifiers(), kind: .collection)))
    }

    /// That of a part, to which no default scope applies.
    static func unique(_ declaration: Declaration, kind: Own.Kind = .factory) -> Modification {
        var modifiers = Modifiers()
        modifiers.scope = .unique
        return .some(.own(Own(declaration, modifiers, kind: kind)))
    }

    /// The modified value, if it is one whose modifiers other modifiers of the declaration can be added to.
    var modified: Modified? { if case .some(let modified) = self { modified } else { nil } }

    private var own: Own? { if case .some(.own(let own)) = self { own } else { nil } }

    package var kind: Own.Kind {
        switch self {
        case .none: .factory
        case .some(.own(let own)): own.kind
        // SAFETY: The owner of the reference has the container, which retains the slot.
        case .some(let modified): modified.reference?.slot.with(\.isCollection) ?? false ? .collection : .factory
        }
    }

    /// A container's default scope, if it applies to the value. To a collection, none applies.
    package func admitted(_ defaultScope: Scope?) -> Scope? { kind == .collection ? nil : defaultScope }

    /// Whether the value has evaluated its `once()`.
    var isPastOnce: Bool { evaluatedBeforeOnce != nil }

    /// The modifiers before the `once()` that the value has evaluated.
    var evaluatedBeforeOnce: Modifiers? { own.flatMap { $0.isPastOnce ? $0.modifiersBeforeOnce : nil } }

    /// The modifiers that apply regardless of the slot.
    package var modifiers: Modifiers? {
        switch self {
        case .none: nil
        case .some(.reference(let reference)): Modifiers(reference)
        case .some(.capturing(let capturing)): capturing.modifiers
        case .some(.own(let own)): own.modifiers
        }
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
    ///
    /// - Parameter slot: `nil` if nothing is set in the container.
    package func modifiers(over slot: SlotState?) -> Modifiers {
        let slot = slot ?? SlotState()
        var known = slot.modifiers
        if let before = own?.modifiersBeforeOnce {
            known = slot.once ? known.overlaying(slot.closures(of: before)) : before.overlaying(known)
        }
        return modifiers?.overlaying(known) ?? known
    }

    // MARK: - Changes

    /// This modification with what a retention specifies; `nil` if the slot does not include that, or this holds more.
    func with(_ retention: Retention, knownBy slot: Slot) -> Modification? {
        let earlier = modified.map(\.reference) ?? SlotReference(Borrowed(slot), .unspecified)
        guard let earlier, let retention = slot.retention(retention, after: earlier.retention) else { return nil }
        if case .some(.capturing(let capturing)) = self { return .some(.capturing(capturing.with(retention))) }
        return .some(.reference(earlier.with(retention)))
    }

    /// This modification after a change.
    ///
    /// - Parameters:
    ///   - isAdmitted: Whether the slot has admitted the change. If not, the change precedes a `once()`.
    ///   - setsRetentionOnly: Whether the change sets no closure.
    func changed(
        in slot: Slot,
        isAdmitted: Bool,
        setsRetentionOnly: Bool = false,
        _ change: (inout Modifiers) -> Void
    ) -> Modification {
        var modifiers = isAdmitted ? modifiers ?? Modifiers() : modifiersBeforeOnce
        change(&modifiers)
        guard isAdmitted else { return .some(.own(Own(slot.declaration, Modifiers(), before: modifiers, kind: kind))) }
        if let own, own.hasOtherState { return .some(.own(own.with(modifiers))) }
        guard !modifiers.isEmpty else { return .none }
        let (retention, isComplete) = slot.retention(of: modifiers)
        guard isComplete, modifiers.timeToLive == nil, modifiers.hasNoClosures || setsRetentionOnly && own == nil else {
            return .some(.own(Own(slot.declaration, modifiers, kind: kind)))
        }
        if case .some(.capturing(let capturing)) = self { return .some(.capturing(capturing.with(retention))) }
        let reference = modified?.reference ?? SlotReference(Borrowed(slot), .unspecified)
        return .some(.reference(reference.with(retention)))
    }

    /// This modification after a `once()`.
    func passingOnce(_ declaration: Declaration) -> Modification {
        .some(.own(Own(declaration, Modifiers(), before: modifiersBeforeOnce, isPastOnce: true, kind: kind)))
    }
}

extension Modification.Modified {
    /// The value after its declaration has set a modifier. The container stays as it is.
    @inline(never)
    func adding(_ modifier: Modifier) -> Self {
        switch self {
        case .reference(let earlier):
            // SAFETY: The owner of the reference has the container, which retains the slot.
            if modifier.capturesNothing, let known = earlier.slot.object.known.adding(modifier, to: earlier) {
                return .reference(known)
            }
            return .capturing(Modification.Capturing(earlier, modifier))
        case .capturing(let earlier):
            return .capturing(Modification.Capturing(earlier.reference, modifier, after: earlier))
        case .own(let own):
            var modifiers = own.modifiers
            modifiers.set(modifier)
            return .own(own.with(modifiers))
        }
    }
}

/// The modifiers that a slot knows, in the order in which it has come to know them.
///
/// The values that the declaration returns then only say that they have them. They need no object, and the slot keeps nothing
/// alive. A slot never forgets a modifier that it knows.
struct KnownModifiers: ~Copyable, Sendable {
    fileprivate let first = LazyReference<Known>()

    /// Knows what another slot of the same declaration does, unless this one knows something already.
    func share(_ other: borrowing KnownModifiers) { if let known = other.first.made { _ = first.object { known } } }

    /// A reference with one modifier more, which is known from now on; `nil` if too many are.
    ///
    /// - Parameter modifier: Captures nothing.
    func adding(_ modifier: Modifier, to reference: SlotReference) -> SlotReference? {
        var (found, replaced) = (Known?.none, UInt64(0))
        var known = first.object { Known(modifier, at: 0) }
        while true {
            if found == nil, known.modifier.isSame(as: modifier) {
                found = known
            } else if known.modifier.isReplaced(by: modifier) {
                replaced |= known.bits
            }
            if let next = known.next.made {
                known = next
            } else if found == nil, known.index + 1 < SlotReference.knownLimit {
                known = known.next.object { [index = known.index + 1] in Known(modifier, at: index) }
            } else {
                return found.map { reference.adding($0.bits, inPlaceOf: replaced) }
            }
        }
    }

    /// Calls a function with each modifier that a reference has.
    @inline(__always)
    func forEach(in reference: SlotReference, _ body: (Modifier) -> Void) {
        var next = first.unretained
        while let known = next {
            if reference.has(known.with(\.bits)) { known.with { body($0.modifier) } }
            next = known.next
        }
    }
}

extension SlotReference {
    /// A reference with one modifier more, if the slot knows it and it comes after those that this has.
    ///
    /// - Parameters:
    ///   - closure: That of the modifier, if it has one.
    ///   - hasDetail: Whether one of this kind has the same detail.
    @inline(__always)
    func addingLast(
        _ kind: Modifier.Kind,
        _ closure: ErasedClosure?,
        _ hasDetail: (KnownModifiers.Known) -> Bool
    ) -> SlotReference? {
        guard closure?.capturesNothing ?? true else { return nil }
        let function = closure?.function ?? 0
        return addingLast { $0.modifier.kind == kind && $0.function == function && hasDetail($0) }
    }

    /// A reference with one modifier more, if the slot knows it and it comes after those that this has.
    @inline(__always)
    func addingLast(where isModifier: (KnownModifiers.Known) -> Bool) -> SlotReference? {
        // SAFETY: The owner of the reference has the container, which retains the slot.
        var next = slot.with { $0.known.first.unretained }
        while let known = next {
            if known.with({ isModifier($0) }) { return addingLast(known.with(\.bits)) }
            next = known.next
        }
        return nil
    }

    /// What is due at a hit of a value that has what this says: a function that sees the instance and captures nothing, and a time to live.
    @inline(__always)
    var due: (decorator: (function: UInt, kind: Modifier.Kind)?, timeToLive: TimeToLive?) {
        var decorator: (function: UInt, kind: Modifier.Kind)?
        var timeToLive: TimeToLive?
        // SAFETY: The owner of the reference has the container, which retains the slot.
        var next = slot.with { $0.known.first.unretained }
        while let known = next {
            if has(known.with(\.bits)) {
                let kind = known.with { $0.modifier.kind }
                if kind.isDecorator { decorator = (known.with(\.function), kind) }
                timeToLive = known.with(\.timeToLive) ?? timeToLive
            }
            next = known.next
        }
        return (decorator, timeToLive)
    }
}

extension KnownModifiers {
    /// A modifier of a declaration that its slot knows, because it captures nothing.
    final class Known: Sendable {
        let modifier: Modifier
        /// That of its closure; 0 if it has none.
        fileprivate let function: UInt
        /// What it sets besides, which a hit reads without unpacking the modifier.
        let argument: String?
        let timeToLive: TimeToLive?
        let limit: Duration?
        fileprivate let index: Int
        /// What it adds to a ``SlotReference``.
        let bits: UInt64
        fileprivate let next = LazyReference<Known>()

        fileprivate init(_ modifier: Modifier, at index: Int) {
            self.modifier = modifier
            function = modifier.closure?.function ?? 0
            (argument, timeToLive, limit) = (modifier.context?.argument, modifier.timeToLive, modifier.limit)
            self.index = index
            bits = SlotReference.bits(ofKnown: index, modifier.kind)
        }

        /// Whether its argument is the same literal. Equal strings from different places may count as different.
        @inline(__always)
        func hasArgument(literal other: String) -> Bool {
            typealias Words = (UInt64, UInt64)
            // SAFETY: A string, or none, is two words, and the same two words are the same string.
            return unsafeBitCast(argument, to: Words.self) == unsafeBitCast(other, to: Words.self)
        }
    }
}

// SAFETY: The slot retains all of them.
extension Borrowed where Object == KnownModifiers.Known {
    @inline(__always)
    fileprivate var next: Borrowed? { with { $0.next.unretained } }
}
