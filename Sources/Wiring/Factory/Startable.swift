/// A dependency that `run` and `start` can name: a ``Factory``, a ``ThrowingFactory``, an ``AsyncFactory`` or a collection.
///
/// You cannot conform your own types.
public protocol Startable {
    /// Resolves the dependency to start it. Other modules cannot name the type of the parameter, so they cannot conform.
    @_spi(Sealed) func resolve(for start: ContainerStart) async throws
}

extension Factory: Startable {
    @_spi(Sealed) public func resolve(for start: ContainerStart) {
        start.resolve { resolveFromKeyPath(at: start.call) }
    }
}

extension ContainerStart {
    /// Resolves dependencies in order, and returns the nodes that they have reached.
    func resolve(_ dependencies: [any Startable]) async throws -> [LifecycleNode] {
        for dependency in dependencies { try await dependency.resolve(for: self) }
        return nodes
    }
}
