// Calls that the compiler rejects in any case. Each of these functions is the last choice of overload resolution, and its message says what
// to write instead.

public import Wiring

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
