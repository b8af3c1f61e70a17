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
        wrappedValue = Container.shared[keyPath: keyPath].resolveFound(
            at: CallSite(fileID: fileID, line: line, column: column)
        )
    }

    /// Resolves a dependency that is declared on a container type of one's own.
    @export(implementation)
    public init<C: SharedContainer>(
        _ keyPath: KeyPath<C, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = SharedFactory(keyPath)
        wrappedValue = C.shared[keyPath: keyPath].resolveFound(
            at: CallSite(fileID: fileID, line: line, column: column)
        )
    }

    /// The wrapper itself.
    public var projectedValue: Injected<T> {
        get { self }
        set { self = newValue }
    }

    /// The dependency's factory in the container that is the shared one now.
    public var factory: Factory<T> { source.current }

    /// Resolves anew, after clearing what `options` names.
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
