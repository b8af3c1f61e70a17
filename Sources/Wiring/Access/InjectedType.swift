/// Resolves a type from a container that registers by type, when the property's owner is made. See ``Resolving``.
///
/// ```swift
/// @InjectedType private var api: (any API)?
/// ```
@propertyWrapper
public struct InjectedType<T> {
    /// The instance, or `nil` if nothing is registered for the type, or the container does not register by type.
    public var wrappedValue: T?

    /// Resolves from the shared ``Container``.
    public init() { self.init(Container.shared) }

    /// Resolves from a container.
    public init(_ container: any ManagedContainer) {
        wrappedValue = (container as? any Resolving)?.resolve(T.self)
    }
}

extension InjectedType: Sendable where T: Sendable {}
