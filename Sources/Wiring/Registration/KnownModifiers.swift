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
    func adding(
        _ kind: Modifier.Kind,
        _ closure: ErasedClosure?,
        _ detail: Modifier.Detail,
        to reference: SlotReference
    ) -> SlotReference? {
        let function = closure?.function ?? 0
        var next = first.unretained
        while let known = next {
            if known.with({ $0.isSame(kind, function, detail) }) {
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
            if found == nil, known.isSame(modifier.kind, modifier.closure?.function ?? 0, modifier.detail) {
                found = known
            } else if known.isReplaced(by: modifier) {
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
    func forEach(in reference: SlotReference, _ body: (Known) -> Void) {
        var next = first.made
        while let known = next {
            if reference.has(known.bits) { body(known) }
            next = known.next.made
        }
    }

    /// What is due at a hit.
    struct Due {
        fileprivate(set) var decorator: Modifiers.Decorator?
        fileprivate(set) var timeToLive: TimeToLive?
    }

    /// What is due at a hit of a value that has what a reference says.
    func due(of reference: SlotReference) -> Due {
        var (next, due) = (first.unretained, Due())
        while let known = next {
            if reference.has(known.with(\.bits)) {
                known.with { $0.add(to: &due) }
            }
            next = known.next
        }
        return due
    }
}

extension KnownModifiers {
    /// A modifier of a declaration that its slot knows, because it captures nothing.
    final class Known: Sendable {
        let kind: Modifier.Kind
        let detail: Modifier.Detail
        let closure: ErasedClosure?
        /// That of the closure; 0 if there is none.
        fileprivate let function: UInt
        fileprivate let index: Int
        /// What it adds to a ``SlotReference``.
        let bits: UInt64
        fileprivate let next = LazyReference<Known>()

        fileprivate init(_ modifier: Modifier, at index: Int) {
            kind = modifier.kind
            detail = modifier.detail
            closure = modifier.closure
            function = modifier.closure?.function ?? 0
            self.index = index
            bits = SlotReference.bits(ofKnown: index, modifier.kind)
        }

        /// Whether it sets the same: a closure that captures nothing, which the other's does not, either.
        @inline(__always)
        fileprivate func isSame(_ kind: Modifier.Kind, _ function: UInt, _ detail: Modifier.Detail) -> Bool {
            guard self.function == function, self.kind == kind else { return false }
            // Most have none.
            if case .none = detail { return true }
            return self.detail == detail
        }

        /// Whether a later one of the same declaration replaces it.
        fileprivate func isReplaced(by other: Modifier) -> Bool {
            if kind == .decorator || kind == .decoratorOfNew {
                return other.kind == .decorator || other.kind == .decoratorOfNew
            }
            return kind == other.kind && (kind != .input || detail == other.detail)
        }
    }
}

extension KnownModifiers.Known {
    fileprivate func add(to due: inout KnownModifiers.Due) {
        switch kind {
        case .decorator, .decoratorOfNew:
            due.decorator = closure.map { Modifiers.Decorator(closure: $0, takesWhetherNew: kind == .decoratorOfNew) }
        case .timeToLive: if case .timeToLive(let timeToLive) = detail { due.timeToLive = timeToLive }
        default: break
        }
    }
}

// SAFETY: The slot retains all of them.
extension Borrowed where Object == KnownModifiers.Known {
    @inline(__always)
    fileprivate var next: Borrowed? { with { $0.next.unretained } }
}
