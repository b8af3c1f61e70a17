// Not a `DeclaredDependency` whose parameter is `Void`: the compiler does not support that requirement on a pack (Swift 6.3).

/// A dependency that `run` and `start` can name: a ``Factory``, a ``ThrowingFactory``, an ``AsyncFactory`` or a collection.
///
/// Do not conform your own types.
public protocol Startable {
    /// Resolves the dependency to start it.
    @_documentation(visibility: internal)
    func resolve(for start: ContainerStart) async throws -> ContainerStart.Resolved
}

extension Factory: Startable {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) -> ContainerStart.Resolved {
        start.resolve { resolveFromKeyPath(at: start.call) }
    }
}

extension ManagedContainer {
    /// Explains why a declaration with a parameter cannot be started.
    @available(*, unavailable, message: "`run` cannot name a declaration with a parameter; name one that resolves it")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @discardableResult
    public func run<each Dependency: DeclaredDependency, Output: Sendable>(
        _ dependencies: repeat KeyPath<Self, each Dependency>,
        body: @escaping () async throws -> Output
    ) async throws -> Output { fatalError("unavailable") }

    /// Explains why a declaration with a parameter cannot be started.
    @available(*, unavailable, message: "`start` cannot name a declaration with a parameter; name one that resolves it")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func start<each Dependency: DeclaredDependency>(
        _ dependencies: repeat KeyPath<Self, each Dependency>
    ) async throws { fatalError("unavailable") }
}

extension ContainerStart {
    /// Resolves dependencies in order, and returns the handles that they have reached.
    func resolve(_ dependencies: [any Startable]) async throws -> [LifecycleHandle] {
        for dependency in dependencies { _ = try await dependency.resolve(for: self) }
        return takeHandles()
    }
}
