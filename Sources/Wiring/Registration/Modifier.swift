/// What one modifier sets, except a scope.
@usableFromInline
@frozen
package struct Modifier: Sendable {
    @usableFromInline
    @frozen
    package enum Kind: UInt8, CaseIterable, Sendable {
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
        var isHook: Bool { self == .start || self == .run || self == .stop }

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
    package enum Detail: Sendable {
        case none
        /// The launch argument or the environment variable that the closure is for.
        case input(FactoryContextType)
        case timeToLive(TimeToLive)
        /// What follows the instances, and how long a start or a stop may take.
        case hook(any Following.Type, within: Duration?)
    }

    @usableFromInline package let kind: Kind
    @usableFromInline let detail: Detail
    @usableFromInline package let closure: ErasedClosure?

    @export(implementation)
    @inline(always)
    package init(_ kind: Kind, _ closure: ErasedClosure?, _ detail: Detail = .none) {
        self.kind = kind
        self.detail = detail
        self.closure = closure
    }

    /// Whether both set the same: a closure that captures nothing, or none.
    @inline(__always)
    func isSame(as other: Modifier) -> Bool {
        guard closure?.function == other.closure?.function, kind == other.kind else { return false }
        // Most have none. Whether there is one, and which, depends on the kind. A kind of hook belongs to one feature.
        if case .none = other.detail { return true }
        return context == other.context && timeToLive == other.timeToLive && limit == other.limit
    }

    /// Whether a later one of the same declaration replaces it.
    @inline(never)
    package func isReplaced(by other: Modifier) -> Bool {
        if kind.isDecorator { return other.kind.isDecorator }
        return kind == other.kind && (kind != .input || context == other.context)
    }

    @usableFromInline init(argument: String, _ closure: ErasedClosure) {
        self.init(.input, closure, .input(.arg(argument)))
    }

    package init(_ timeToLive: TimeToLive) { self.init(.timeToLive, nil, .timeToLive(timeToLive)) }

    /// - Parameter context: One argument at most.
    init(in context: FactoryContextType, _ closure: ErasedClosure) {
        let kind = Kind.allCases.first { $0.context == context }
        self.init(kind ?? .input, closure, kind == nil ? .input(context) : .none)
    }

    /// Whether it holds nothing that a container could be kept alive by.
    @inline(__always)
    var capturesNothing: Bool { closure?.capturesNothing ?? true }

    /// The context that the closure is for, if it is for one.
    package var context: FactoryContextType? { if case .input(let context) = detail { context } else { kind.context } }

    package var timeToLive: TimeToLive? { if case .timeToLive(let timeToLive) = detail { timeToLive } else { nil } }

    /// The feature that follows the instances.
    var following: (any Following.Type)? { if case .hook(let feature, _) = detail { feature } else { nil } }

    /// How long a start or a stop may take.
    package var limit: Duration? { if case .hook(_, let limit) = detail { limit } else { nil } }

    /// Shows an instance to the closure, if it is one that sees instances.
    func show<T>(_ instance: T, isNew: Bool) { if let closure { kind.show(instance, isNew: isNew, to: closure) } }
}

extension Modifier.Kind {
    /// Shows an instance to a closure of a kind that sees instances.
    @inline(__always)
    func show<T>(_ instance: T, isNew: Bool, to closure: ErasedClosure) {
        if self == .decoratorOfNew {
            closure.ofNew(T.self)(instance, isNew)
        } else {
            closure.typed(T.self, Void.self)(instance)
        }
    }
}

/// The modifiers of one declaration. A property is `nil` if it is not set.
package struct Modifiers: Sendable {
    /// The scope as a container stores it.
    package internal(set) var scope: Scope?
    /// Hashes and compares parameters, if each has its own instance.
    package internal(set) var hashing: AnyParameterHashing?
    /// All others, of which none replaces another.
    private var others: [Modifier] = []

    package init() {}

    /// The modifiers of a factory value that refers to a slot.
    init(_ reference: SlotReference) {
        // SAFETY: The owner of the reference has the container, which retains the slot.
        let slot = reference.slot.object
        scope = slot.scope(of: reference.retention)
        hashing = reference.retention.isPerParameter ? slot.hashing.made : nil
        slot.known.forEach(in: reference) { set($0) }
    }

    // MARK: - What is set

    package var timeToLive: TimeToLive? { first(\.timeToLive) }
    /// Sees an instance at each resolution.
    package var decorator: Modifier? { first { $0.kind.isDecorator ? $0 : nil } }
    /// The feature that follows the instances; `nil` if there are no hooks.
    var following: (any Following.Type)? { first(\.following) }
    /// The hooks that there are.
    package var hooks: [LifecycleHook] {
        let hooks: [(LifecycleHook, Modifier.Kind)] = [(.onStart, .start), (.onRun, .run), (.onStop, .stop)]
        return hooks.filter { hook($0.1) != nil }.map(\.0)
    }

    /// A hook.
    package func hook(_ kind: Modifier.Kind) -> Modifier? { first { $0.kind == kind ? $0 : nil } }

    /// The contexts that have closures, with one argument each.
    package var contexts: [FactoryContextType] { others.compactMap(\.context) }

    /// The closure that applies in a context, and what it was set for.
    func closure(in context: @autoclosure () -> FactoryContext) -> (closure: ErasedClosure, type: FactoryContextType)? {
        let contexts = contexts
        return contexts.isEmpty ? nil : closure(in: context(), among: contexts)
    }

    @inline(never)
    private func closure(in context: FactoryContext, among contexts: [FactoryContextType])
        -> (closure: ErasedClosure, type: FactoryContextType)?
    {
        guard let type = context.selected(among: contexts) else { return nil }
        return first { $0.context == type ? $0.closure.map { ($0, type) } : nil }
    }

    /// Those that set a closure.
    package var withClosures: [Modifier] { others.filter { $0.closure != nil } }

    private func first<Value>(_ value: (Modifier) -> Value?) -> Value? {
        for modifier in others { if let value = value(modifier) { return value } }
        return nil
    }

    var isEmpty: Bool { scope == nil && hashing == nil && others.isEmpty }

    /// Whether nothing specifies how instances are stored.
    var hasNoRetention: Bool { scope == nil && hashing == nil && timeToLive == nil }

    /// Whether nothing is set but how instances are stored.
    var hasNoClosures: Bool { others.allSatisfy { $0.closure == nil } }

    // MARK: - Changes

    /// Sets what one modifier sets.
    // Not inlined: it would be copied to each place that makes modifiers, and no hit sets one.
    @inline(never)
    mutating func set(_ modifier: Modifier) {
        remove { $0.isReplaced(by: modifier) }
        others.append(modifier)
    }

    /// Removes modifiers other than the scope and the hashing.
    @inline(never)
    mutating func remove(where isRemoved: (Modifier) -> Bool) { others = others.filter { !isRemoved($0) } }

    /// Removes what `other` sets.
    mutating func remove(_ other: Modifiers) {
        if other.scope != nil { scope = nil }
        if other.hashing != nil { hashing = nil }
        remove { other.sets($0) }
    }

    /// These modifiers, and those of `other` for what these do not set.
    func overlaying(_ other: Modifiers) -> Modifiers {
        var merged = other
        merged.scope = scope ?? other.scope
        merged.hashing = hashing ?? other.hashing
        if !others.isEmpty {
            merged.remove { sets($0) }
            merged.others += others
        }
        return merged
    }

    /// Whether one of these replaces a modifier.
    private func sets(_ modifier: Modifier) -> Bool { others.contains { modifier.isReplaced(by: $0) } }
}
