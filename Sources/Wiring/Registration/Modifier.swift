/// What one modifier sets, except a scope.
@usableFromInline
@frozen
struct Modifier: Sendable {
    @usableFromInline
    @frozen
    enum Kind: UInt8, CaseIterable, Sendable {
        /// What the program was started with: a launch argument, or a variable of its environment.
        case input
        case preview, test, debug, simulator, device
        case start, run, stop
        /// Takes an instance.
        case decorator
        /// Takes an instance, and whether it is new.
        case decoratorOfNew
        case timeToLive

        /// Whether it starts or stops an instance.
        var isHook: Bool {
            switch self {
            case .start, .run, .stop: true
            default: false
            }
        }

        var isDecorator: Bool { self == .decorator || self == .decoratorOfNew }

        /// Whether it is due at each resolution.
        var isObserved: Bool { isDecorator || self == .timeToLive }

        /// The context that its closure is for, if the detail need not say more.
        var context: FactoryContextType? {
            switch self {
            case .preview: .preview
            case .test: .test
            case .debug: .debug
            case .simulator: .simulator
            case .device: .device
            case .input, .start, .run, .stop, .decorator, .decoratorOfNew, .timeToLive: nil
            }
        }
    }

    /// What it sets besides a closure.
    @usableFromInline
    @frozen
    enum Detail: Equatable, Sendable {
        case none
        /// The launch argument or the environment variable that the closure is for.
        case input(FactoryContextType)
        case timeToLive(TimeToLive)
        /// How long a start or a stop may take.
        case limit(Duration)
    }

    @usableFromInline let kind: Kind
    @usableFromInline let detail: Detail
    @usableFromInline let closure: ErasedClosure?

    @export(implementation)
    @inline(always)
    init(_ kind: Kind, _ closure: ErasedClosure?, _ detail: Detail = .none) {
        self.kind = kind
        self.detail = detail
        self.closure = closure
    }

    /// Whether both set the same: a closure that captures nothing, or none.
    @inline(__always)
    func isSame(as other: Modifier) -> Bool {
        guard closure?.function == other.closure?.function, kind == other.kind else { return false }
        // Most have none.
        if case .none = other.detail { return true }
        return detail == other.detail
    }

    /// Whether a later one of the same declaration replaces it.
    @inline(never)
    func isReplaced(by other: Modifier) -> Bool {
        if kind.isDecorator { return other.kind.isDecorator }
        return kind == other.kind && (kind != .input || detail == other.detail)
    }

    init(_ timeToLive: TimeToLive) { self.init(.timeToLive, nil, .timeToLive(timeToLive)) }

    /// - Parameter context: One argument at most.
    init(in context: FactoryContextType, _ closure: ErasedClosure) {
        let kind = Kind.allCases.first { $0.context == context }
        self.init(kind ?? .input, closure, kind == nil ? .input(context) : .none)
    }

    /// The modifier as source code, without what it takes.
    var name: String {
        switch kind {
        case .input, .preview, .test, .debug, .simulator, .device: context?.modifier ?? "context"
        case .start: "onStart"
        case .run: "onRun"
        case .stop: "onStop"
        case .decorator, .decoratorOfNew: "decorator"
        case .timeToLive: "timeToLive"
        }
    }

    /// Whether it holds nothing that a container could be kept alive by.
    @inline(__always)
    var capturesNothing: Bool { closure?.capturesNothing ?? true }

    /// The context that the closure is for, if it is for one.
    var context: FactoryContextType? { if case .input(let context) = detail { context } else { kind.context } }

    var timeToLive: TimeToLive? { if case .timeToLive(let timeToLive) = detail { timeToLive } else { nil } }

    /// The closure of a hook, and how long it may take.
    var limitedClosure: LifecycleHooks.Limited? {
        let limit: Duration? = if case .limit(let limit) = detail { limit } else { nil }
        return closure.map { LifecycleHooks.Limited(closure: $0, limit: limit) }
    }

    var decorator: Modifiers.Decorator? {
        guard let closure, kind.isDecorator else { return nil }
        return Modifiers.Decorator(closure: closure, takesWhetherNew: kind == .decoratorOfNew)
    }
}
