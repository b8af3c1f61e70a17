/// What one modifier sets, except a scope.
@usableFromInline
struct Modifier: Sendable {
    @usableFromInline
    enum Kind: UInt8, Sendable {
        case argument, preview, test, debug, simulator, device
        /// Takes an instance.
        case decorator
        /// Takes an instance, and whether it is new.
        case decoratorOfNew
        case timeToLive
        case start, run, stop

        /// Whether it matters where an instance is found.
        var isObserved: Bool {
            switch self {
            case .decorator, .decoratorOfNew, .timeToLive: true
            default: false
            }
        }

        /// The context that it sets a closure for, unless that is an argument.
        fileprivate var context: FactoryContextType? {
            switch self {
            case .preview: .preview
            case .test: .test
            case .debug: .debug
            case .simulator: .simulator
            case .device: .device
            default: nil
            }
        }
    }

    let kind: Kind
    /// The launch argument.
    var argument: String?
    /// The time to live.
    var seconds: Double?
    /// How long a stop may take.
    var limit: Duration?
    var closure: ErasedClosure?

    /// Whether it holds nothing that a container could be kept alive by.
    var capturesNothing: Bool { closure?.capturesNothing ?? true }

    /// Whether a later one of the same declaration replaces it.
    func isReplaced(by other: Modifier) -> Bool {
        if kind == .decorator || kind == .decoratorOfNew {
            return other.kind == .decorator || other.kind == .decoratorOfNew
        }
        return kind == other.kind && argument == other.argument
    }

    /// Whether this is the same modifier, with a closure that captures nothing.
    @inline(__always)
    func isSame(as other: Modifier) -> Bool {
        guard kind == other.kind else { return false }
        if let closure, let otherClosure = other.closure, !closure.isSame(as: otherClosure) { return false }
        switch kind {
        case .argument: return argument == other.argument
        case .timeToLive: return seconds == other.seconds
        case .stop: return limit == other.limit
        default: return true
        }
    }

    /// The context that it sets a closure for.
    var context: FactoryContextType? { argument.map(FactoryContextType.arg) ?? kind.context }
}

/// A modifier of a declaration that its slot knows, because it captures nothing.
///
/// The values that the declaration returns then only say that they have it. They need no object, and the slot keeps nothing
/// alive. A slot never forgets a modifier that it knows.
final class KnownModifier: Sendable {
    let modifier: Modifier
    // Copies, which a comparison reads without copying the rest.
    fileprivate let kind: Modifier.Kind
    fileprivate let function: UInt
    fileprivate let argument: String?
    fileprivate let limit: Duration?
    fileprivate let seconds: Double?
    let next = LazyReference<KnownModifier>()

    init(_ modifier: Modifier) {
        self.modifier = modifier
        kind = modifier.kind
        function = modifier.closure?.function ?? 0
        argument = modifier.argument
        limit = modifier.limit
        seconds = modifier.seconds
    }
}

// SAFETY: The slot retains all of them.
extension Unmanaged where Instance == KnownModifier {
    @inline(__always)
    var next: Unmanaged? { _withUnsafeGuaranteedRef { $0.next.unretained } }

    /// Whether it sets a closure of a kind.
    @inline(__always)
    func sets(_ kind: Modifier.Kind, to closure: ErasedClosure) -> Bool {
        _withUnsafeGuaranteedRef { $0.function == closure.function && $0.kind == kind }
    }

    @inline(__always)
    func hasArgument(_ argument: String?) -> Bool { _withUnsafeGuaranteedRef { $0.argument == argument } }

    @inline(__always)
    func hasLimit(_ limit: Duration?) -> Bool { _withUnsafeGuaranteedRef { $0.limit == limit } }

    @inline(__always)
    func setsTimeToLive(_ seconds: Double) -> Bool { _withUnsafeGuaranteedRef { $0.seconds == seconds } }

    func isSame(as modifier: Modifier) -> Bool { _withUnsafeGuaranteedRef { $0.modifier.isSame(as: modifier) } }

    func isReplaced(by modifier: Modifier) -> Bool { _withUnsafeGuaranteedRef { $0.modifier.isReplaced(by: modifier) } }

    func next(orMake make: () -> KnownModifier) -> Unmanaged {
        _withUnsafeGuaranteedRef { .passUnretained($0.next.object(orMake: make)) }
    }

    var isObserved: Bool { _withUnsafeGuaranteedRef(\.kind.isObserved) }

    /// The decorator, if it is one.
    var decorator: Modifiers.Decorator? {
        _withUnsafeGuaranteedRef { known in
            known.modifier.closure.map {
                Modifiers.Decorator(closure: $0, takesWhetherNew: known.kind == .decoratorOfNew)
            }
        }
    }
}
