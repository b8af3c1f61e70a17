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
