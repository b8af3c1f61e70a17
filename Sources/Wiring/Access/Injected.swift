/// Resolves a dependency from the shared container when the property's owner is made.
///
/// ```swift
/// final class Checkout {
///     @Injected(\.api) private var api
///     @Injected(\PaymentContainer.gateway) private var gateway
/// }
/// ```
/// The instance is held strongly. It can be set; `$api` is the wrapper itself.
@propertyWrapper
public struct Injected<T> {
    private let source: SharedFactory<T>
    /// The instance.
    public var wrappedValue: T

    /// Resolves a dependency that is declared on ``Container``.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) { self.init(source: SharedFactory(keyPath)) }

    /// Resolves a dependency that is declared on a container type of one's own.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { self.init(source: SharedFactory(keyPath)) }

    private init(source: SharedFactory<T>) {
        self.source = source
        wrappedValue = source.current()
    }

    /// The wrapper itself.
    public var projectedValue: Injected<T> {
        get { self }
        set { self = newValue }
    }

    /// The dependency's factory in the container that is the shared one now.
    public var factory: Factory<T> { source.current }

    /// Resolves anew, after clearing what `options` names.
    public mutating func resolve(reset options: FactoryResetOptions = .none) {
        wrappedValue = source.resolve(reset: options)
    }
}

extension Injected: Sendable where T: Sendable {}
