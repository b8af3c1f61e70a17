/// What can be set about one declaration, besides its closure. What is not set is `nil`.
@usableFromInline
struct Modifiers<P, T> {
    typealias Decorator = @Sendable (T, Bool) -> Void

    /// The scope, as it is kept.
    var scope: Scope?
    /// Seconds.
    var timeToLive: Double?
    var decorator: Decorator?
    var contexts = ContextClosures<P, T>()
    /// Makes a key of the parameter, where there is to be an instance for each.
    var parameterKey: ((P) -> AnyHashable)?

    /// Whether a resolution that finds an instance need look at nothing but the scope.
    var areScopeAlone: Bool { timeToLive == nil && decorator == nil && parameterKey == nil }

    /// These modifiers, and those of `other` for what these do not set.
    func overlaying(_ other: Modifiers) -> Modifiers {
        var merged = self
        merged.scope = scope ?? other.scope
        merged.timeToLive = timeToLive ?? other.timeToLive
        merged.decorator = decorator ?? other.decorator
        merged.contexts = contexts.isEmpty ? other.contexts : contexts.merging(other.contexts)
        merged.parameterKey = parameterKey ?? other.parameterKey
        return merged
    }
}
