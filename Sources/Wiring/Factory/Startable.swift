// Not a `DeclaredDependency` whose parameter is `Void`: the compiler does not support that requirement on a pack (Swift 6.3).

/// A dependency that can be started: a ``Factory``, or a throwing or asynchronous one, or a collection.
///
/// Do not conform your own types.
@_documentation(visibility: internal)
public protocol Startable<T> {
    /// The type of the instance.
    associatedtype T

    /// Resolves the dependency to start it.
    @_documentation(visibility: internal)
    func resolve(for start: ContainerStart) async throws -> ContainerStart.Resolved<T>
}

extension Factory: Startable {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) -> ContainerStart.Resolved<T> {
        start.resolve { resolveFromKeyPath(at: start.call) }
    }
}
