/// The modifiers that a slot knows, in the order in which it has come to know them.
///
/// The values that the declaration returns then only say that they have them. They need no object, and the slot keeps nothing
/// alive. A slot never forgets a modifier that it knows.
struct KnownModifiers: ~Copyable, Sendable {
    private let first = LazyReference<Known>()

    /// Knows what another slot of the same declaration does, unless this one knows something already.
    func share(_ other: borrowing KnownModifiers) {
        if let known = other.first.made { _ = first.object { known } }
    }

    /// A reference with one modifier more, if it is known and comes after those that the reference has.
    @inline(__always)
    func addingLast(_ modifier: Modifier, to reference: SlotReference) -> SlotReference? {
        var next = first.unretained
        while let known = next {
            if known.with({ $0.modifier.isSame(as: modifier) }) {
                return reference.addingLast(known.with(\.bits))
            }
            next = known.next
        }
        return nil
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

    /// What is due at a hit.
    struct Due {
        fileprivate(set) var decorator: Modifiers.Decorator?
        fileprivate(set) var timeToLive: TimeToLive?
    }

    /// What is due at a hit of a value that has what a reference says.
    func due(of reference: SlotReference) -> Due {
        var due = Due()
        forEach(in: reference) { modifier in
            due.decorator = modifier.decorator ?? due.decorator
            due.timeToLive = modifier.timeToLive ?? due.timeToLive
        }
        return due
    }
}

extension KnownModifiers {
    /// A modifier of a declaration that its slot knows, because it captures nothing.
    final class Known: Sendable {
        let modifier: Modifier
        fileprivate let index: Int
        /// What it adds to a ``SlotReference``.
        let bits: UInt64
        fileprivate let next = LazyReference<Known>()

        fileprivate init(_ modifier: Modifier, at index: Int) {
            self.modifier = modifier
            self.index = index
            bits = SlotReference.bits(ofKnown: index, modifier.kind)
        }
    }
}

// SAFETY: The slot retains all of them.
extension Borrowed where Object == KnownModifiers.Known {
    @inline(__always)
    fileprivate var next: Borrowed? { with { $0.next.unretained } }
}
