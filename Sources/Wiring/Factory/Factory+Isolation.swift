extension Factory where T: Sendable {
    /// Resolves on the main actor, where the closure then runs, unless a scope keeps an instance or somebody else builds it
    /// at this moment, wherever that is. Waiting for another's construction blocks the main actor.
    public func resolveOnMainActor() async -> T { await MainActor.run { resolve() } }

    /// Resolves on an actor. See ``resolveOnMainActor()``.
    public func resolveOnGlobalActor(_ isolation: isolated any Actor) -> T { resolve() }
}

extension ParameterFactory where P: Sendable, T: Sendable {
    /// Resolves on the main actor. See ``Factory/resolveOnMainActor()``.
    public func resolveOnMainActor(_ parameters: P) async -> T { await MainActor.run { resolve(parameters) } }

    /// Resolves on an actor. See ``Factory/resolveOnMainActor()``.
    public func resolveOnGlobalActor(_ isolation: isolated any Actor, _ parameters: P) -> T { resolve(parameters) }

    /// Resolves on an actor. See ``Factory/resolveOnMainActor()``.
    public func resolveOnGlobalActor(_ isolation: isolated any Actor, parameters: P) -> T { resolve(parameters) }
}
