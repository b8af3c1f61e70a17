/// Resolves a dependency from the shared container at each read.
///
/// The container is the one that is shared at that moment, so a task or a test with a container of its own gets what is
/// registered there. `$api` is the factory.
@propertyWrapper
public struct DynamicInjected<T> {
    @usableFromInline let source: SharedFactory<T>

    /// Names a dependency that is declared on ``Container``.
    @export(implementation)
    public init(_ keyPath: KeyPath<Container, Factory<T>>) { source = .container(keyPath) }

    /// Names a dependency that is declared on a container type of one's own.
    @export(implementation)
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { source = SharedFactory(keyPath) }

    /// An instance, resolved now.
    @export(implementation) public var wrappedValue: T { source.current.resolveFound(at: .unknown) }

    /// The dependency's factory in the container that is the shared one now.
    public var projectedValue: Factory<T> { source.current }
}

extension DynamicInjected: Sendable where T: Sendable {}
