/// What can be set about one declaration, besides its closure. What is not set is `nil`.
struct Modifiers: Sendable {
    /// The scope, as it is kept.
    var scope: Scope?
    /// Seconds.
    var timeToLive: Double?
    /// How parameters are told apart, where there is to be an instance for each.
    var keying: AnyParameterKeying?
    var decorator: AnyDecorator?
    var contexts = ContextClosures()

    init() {}

    /// What a factory value has set.
    init(_ keeping: Keeping) {
        // SAFETY: Whoever has the keeping has what keeps its slot.
        let slot = keeping.slot.takeUnretainedValue()
        scope = slot.scope(of: keeping.way)
        keying = keeping.way.isPerParameter ? slot.keying.made : nil
    }

    var isEmpty: Bool { isKeepingAlone && keepsByDefault }

    /// Whether nothing is set about how instances are kept.
    var keepsByDefault: Bool { scope == nil && timeToLive == nil && keying == nil }

    /// Whether nothing is set but how instances are kept.
    var isKeepingAlone: Bool { decorator == nil && contexts.isEmpty }

    /// Forgets what `other` sets.
    mutating func remove(_ other: Modifiers) {
        if other.scope != nil { scope = nil }
        if other.timeToLive != nil { timeToLive = nil }
        if other.keying != nil { keying = nil }
        if other.decorator != nil { decorator = nil }
        contexts.remove(other.contexts)
    }

    /// These modifiers, and those of `other` for what these do not set.
    func overlaying(_ other: Modifiers) -> Modifiers {
        var merged = self
        merged.scope = scope ?? other.scope
        merged.timeToLive = timeToLive ?? other.timeToLive
        merged.keying = keying ?? other.keying
        merged.decorator = decorator ?? other.decorator
        merged.contexts = contexts.isEmpty ? other.contexts : contexts.merging(other.contexts)
        return merged
    }
}
