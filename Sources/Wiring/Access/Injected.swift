/// Resolves a dependency from the shared container when the property's owner is created.
///
/// ```swift
/// final class Checkout {
///     @Injected(\.api) private var api
///     @Injected(\PaymentContainer.gateway) private var gateway
/// }
/// ```
/// The property holds the instance strongly. You can set it. `$api` is the wrapper itself.
@propertyWrapper
public struct Injected<T> {
    @usableFromInline let source: SharedFactory<T>
    /// The instance.
    public var wrappedValue: T

    /// Resolves a dependency that is declared on ``Container``.
    @export(implementation)
    public init(
        _ keyPath: KeyPath<Container, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = .container(keyPath)
        wrappedValue = Container.shared[keyPath: keyPath].resolveFromKeyPath(
            at: CallSite(fileID: fileID, line: line, column: column)
        )
    }

    /// Resolves a dependency that is declared on a custom container type.
    @export(implementation)
    public init<C: SharedContainer>(
        _ keyPath: KeyPath<C, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = SharedFactory(keyPath)
        wrappedValue = C.shared[keyPath: keyPath].resolveFromKeyPath(
            at: CallSite(fileID: fileID, line: line, column: column)
        )
    }

    /// The wrapper itself.
    public var projectedValue: Injected<T> {
        get { self }
        set { self = newValue }
    }

    /// The dependency's factory in the current shared container.
    public var factory: Factory<T> { source.current }

    /// Resolves again, from the current shared container, after clearing what `options` names. Other copies keep their instance.
    public mutating func resolve(
        reset options: FactoryResetOptions = .none,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        wrappedValue = source.resolve(
            reset: options,
            at: CallSite(fileID: fileID, line: line, column: column)
        )
    }
}

extension Injected: Sendable where T: Sendable {}
