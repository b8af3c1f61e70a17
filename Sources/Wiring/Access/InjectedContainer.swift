/// Holds the container that is the shared one when the property's owner is made.
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

    /// Clears what `options` names in the container: nothing, unless it is said.
    public func reset(options: FactoryResetOptions = .none) { wrappedValue.reset(options: options) }
}
