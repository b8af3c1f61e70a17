/// The modifiers of one declaration. A property is `nil` if it is not set.
struct Modifiers: Sendable {
    /// The scope as a container stores it.
    var scope: Scope?
    /// Seconds.
    var timeToLive: Double?
    /// Hashes and compares parameters, if each has its own instance.
    var hashing: AnyParameterHashing?
    /// Takes an instance, and whether it is new.
    var decorator: AnyClosure?
    var contexts = FactoryContext.Closures()
    /// Starts and stops instances.
    var hooks: AnyLifecycleHooks?

    init() {}

    /// The modifiers of a factory value that refers to a slot.
    init(_ reference: SlotReference) {
        // SAFETY: The owner of the reference has the container, which retains the slot.
        let slot = reference.slot.takeUnretainedValue()
        scope = slot.scope(of: reference.retention)
        hashing = reference.retention.isPerParameter ? slot.hashing.made : nil
    }

    var isEmpty: Bool { hasNoClosures && hasNoRetention }

    /// Whether nothing specifies how instances are stored.
    var hasNoRetention: Bool { scope == nil && timeToLive == nil && hashing == nil }

    /// Whether nothing is set but how instances are stored.
    var hasNoClosures: Bool { decorator == nil && contexts.isEmpty && hooks == nil }

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
