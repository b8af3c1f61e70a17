/// Resolves a type when the property's owner is created, from a container that registers by type. See ``Resolving``.
///
/// ```swift
/// @InjectedType private var api: (any API)?
/// ```
@propertyWrapper
public struct InjectedType<T> {
    /// The instance, or `nil` if nothing is registered for the type, or the container does not register by type.
    public var wrappedValue: T?

    /// Resolves from the shared ``Container``.
    public init(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) { self.init(Container.shared, fileID: fileID, line: line, column: column) }

    /// Resolves from a container.
    public init(
        _ container: any ManagedContainer,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        wrappedValue = (container as? any Resolving)?.factory(T.self)?.resolve(
            at: CallSite(fileID: fileID, line: line, column: column)
        )
    }
}

extension InjectedType: Sendable where T: Sendable {}
