/// The modifiers of one declaration. A property is `nil` if it is not set.
package struct Modifiers: Sendable {
    /// The scope as a container stores it.
    package internal(set) var scope: Scope?
    package internal(set) var timeToLive: TimeToLive?
    /// Hashes and compares parameters, if each has its own instance.
    package internal(set) var hashing: AnyParameterHashing?
    /// Sees an instance at each resolution.
    package internal(set) var decorator: Decorator? {
        get { boxedDecorator?.value }
        set { boxedDecorator = newValue.map(Boxed.init) }
    }
    package internal(set) var contexts = FactoryContext.Closures()
    /// Starts and stops instances.
    package internal(set) var hooks: LifecycleHooks? {
        get { boxedHooks?.value }
        set { boxedHooks = newValue.map(Boxed.init) }
    }

    // In objects, because most declarations have neither, and a small value is free to copy.
    private var boxedDecorator: Boxed<Decorator>?
    private var boxedHooks: Boxed<LifecycleHooks>?

    /// A closure that sees an instance at each resolution.
    package struct Decorator: Sendable {
        let closure: ErasedClosure
        /// Whether the closure also takes whether the instance is new: both in a tuple.
        let takesWhetherNew: Bool

        /// Shows an instance to the closure.
        func show<T>(_ instance: T, isNew: Bool) {
            if takesWhetherNew {
                closure.ofNew(T.self)(instance, isNew)
            } else {
                closure.typed(T.self, Void.self)(instance)
            }
        }
    }

    init() {}

    /// The modifiers of a factory value that refers to a slot.
    init(_ reference: SlotReference) {
        // SAFETY: The owner of the reference has the container, which retains the slot.
        let slot = reference.slot.object
        scope = slot.scope(of: reference.retention)
        hashing = reference.retention.isPerParameter ? slot.hashing.made : nil
        slot.known.forEach(in: reference) { set($0) }
    }

    /// Sets what one modifier sets.
    mutating func set(_ modifier: Modifier) {
        switch modifier.kind {
        case .timeToLive: timeToLive = modifier.timeToLive
        case .decorator, .decoratorOfNew: decorator = modifier.decorator
        case .start, .run, .stop:
            var hooks = hooks ?? LifecycleHooks()
            switch modifier.kind {
            case .start: hooks.start = modifier.limitedClosure
            case .run: hooks.run = modifier.closure
            default: hooks.stop = modifier.limitedClosure
            }
            self.hooks = hooks
        case .input, .preview, .test, .debug, .simulator, .device:
            if let context = modifier.context { contexts.set(modifier.closure, for: context) }
        }
    }

    var isEmpty: Bool { hasNoClosures && hasNoRetention }

    /// Whether nothing specifies how instances are stored.
    var hasNoRetention: Bool { scope == nil && timeToLive == nil && hashing == nil }

    /// Whether nothing is set but how instances are stored.
    var hasNoClosures: Bool { boxedDecorator == nil && contexts.isEmpty && boxedHooks == nil }

    /// Removes what `other` sets.
    mutating func remove(_ other: Modifiers) {
        if other.scope != nil { scope = nil }
        if other.timeToLive != nil { timeToLive = nil }
        if other.hashing != nil { hashing = nil }
        if other.decorator != nil { decorator = nil }
        contexts.remove(other.contexts)
        if other.hooks != nil { hooks = nil }
    }

    /// These modifiers, and those of `other` for what these do not set.
    func overlaying(_ other: Modifiers) -> Modifiers {
        var merged = self
        merged.scope = scope ?? other.scope
        merged.timeToLive = timeToLive ?? other.timeToLive
        merged.hashing = hashing ?? other.hashing
        merged.decorator = decorator ?? other.decorator
        merged.contexts = contexts.isEmpty ? other.contexts : contexts.merging(other.contexts)
        if let other = other.hooks { merged.hooks = hooks?.overlaying(other) ?? other }
        return merged
    }
}

/// A value in an object, because most declarations have none.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
