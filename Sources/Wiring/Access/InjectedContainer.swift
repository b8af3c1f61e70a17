/// Holds the container that is shared when the property's owner is created.
///
/// ```swift
/// @InjectedContainer private var container
/// @InjectedContainer(PaymentContainer.self) private var payments
/// ```
@propertyWrapper
public struct InjectedContainer<C: SharedContainer>: Sendable {
    /// The container.
    public var wrappedValue: C

    /// Holds the shared ``Container``.
    public init() where C == Container { wrappedValue = Container.shared }

    /// Holds the shared container of a type.
    public init(_ type: C.Type) { wrappedValue = C.shared }

    /// Clears what `options` names in the container. Clears nothing by default.
    public func reset(options: FactoryResetOptions = .none) { wrappedValue.reset(options: options) }
}
