/// The modifiers that a slot knows, in the order in which it has come to know them.
///
/// The values that the declaration returns then only say that they have them. They need no object, and the slot keeps nothing
/// alive. A slot never forgets a modifier that it knows.
struct KnownModifiers: ~Copyable, Sendable {
    fileprivate let first = LazyReference<Known>()

    /// Knows what another slot of the same declaration does, unless this one knows something already.
    func share(_ other: borrowing KnownModifiers) {
        if let known = other.first.made { _ = first.object { known } }
    }

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
