/// Resolves a dependency from the shared container at each read.
///
/// It resolves from the current shared container, so a task or a test with its own container uses what is registered there.
/// `$api` is the factory.
@propertyWrapper
public struct DynamicInjected<T> {
    @usableFromInline let source: SharedFactory<T>

    /// Names a dependency that is declared on ``Container``.
    @export(implementation)
    public init(_ keyPath: KeyPath<Container, Factory<T>>) { source = .container(keyPath) }

    /// Names a dependency that is declared on a custom container type.
    @export(implementation)
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { source = SharedFactory(keyPath) }

    /// An instance, resolved at this read.
    @export(implementation) public var wrappedValue: T { source.current.resolveFromKeyPath(at: .unknown) }

    /// The dependency's factory in the current shared container.
    public var projectedValue: Factory<T> { source.current }
}

extension DynamicInjected: Sendable where T: Sendable {}
