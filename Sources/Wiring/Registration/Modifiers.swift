/// What can be set about one declaration, besides its closure. What is not set is `nil`.
@usableFromInline
struct Modifiers<P, T> {
    typealias Decorator = @Sendable (T, Bool) -> Void

    /// The scope, as it is kept.
    var scope: Scope?
    /// Seconds.
    var timeToLive: Double?
    /// How parameters are told apart, where there is to be an instance for each.
    var keying: ParameterKeying<P>?
    var decorator: Decorator?
    var contexts = ContextClosures<P, T>()

    init() {}

    /// What a factory value has set.
    init(_ keeping: Keeping) {
        scope = keeping.scope
        timeToLive = keeping.timeToLive
        // Holds because the caller's declaration has this parameter.
        keying = keeping.keying.map { unsafeDowncast($0, to: ParameterKeying<P>.self) }
    }

    var isEmpty: Bool { isKeepingAlone && scope == nil && timeToLive == nil && keying == nil }

    /// Whether nothing is set but how instances are kept.
    var isKeepingAlone: Bool { decorator == nil && contexts.isEmpty }

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
