extension Factory where T: Sendable {
    /// Resolves on the main actor, for a closure that must run there.
    public func resolveOnMainActor() async -> T { await MainActor.run { resolve() } }

    /// Resolves on an actor, for a closure that must run there.
    public func resolveOnGlobalActor(_ isolation: isolated any Actor) -> T { resolve() }
}

extension ParameterFactory where P: Sendable, T: Sendable {
    /// Resolves on the main actor, for a closure that must run there.
    public func resolveOnMainActor(_ parameters: P) async -> T { await MainActor.run { resolve(parameters) } }

    /// Resolves on an actor, for a closure that must run there.
    public func resolveOnGlobalActor(_ isolation: isolated any Actor, _ parameters: P) -> T { resolve(parameters) }
}
