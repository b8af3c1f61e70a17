/// Resolves a dependency from the shared container on first use, and holds it weakly.
///
/// A scope or another owner must hold the object. When the object is gone, the property is `nil` until you call
/// ``resolve(reset:fileID:line:column:)``. Otherwise it behaves like ``LazyInjected``: it is resolved at most once,
/// copies share the object, and concurrent reads wait and get the same object.
@propertyWrapper
public struct WeakLazyInjected<T> {
    private let source: SharedFactory<T>
    private let cell = Cell()
    /// The place of the property.
    private let call: CallSite

    /// Names a dependency that is declared on ``Container``.
    @_documentation(visibility: internal)
    public init(
        _ keyPath: KeyPath<Container, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = .container(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// Names a dependency: `\PaymentContainer.gateway`. For one of ``Container``, leave out the type: `\.api`.
    public init<C: SharedContainer>(
        _ keyPath: KeyPath<C, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = SharedFactory(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// The object, if something holds it. It is resolved on the first read, unless it was set before. `nil` for a value that is
    /// not an object.
    public var wrappedValue: T? {
        get {
            let held =
                cell.content(WeakInstance.self)
                ?? cell.content(of: source, at: call, storing: \.stored, WeakInstance.init)
            return held.value
        }
        nonmutating set { _ = cell.setContent(WeakInstance(newValue).stored) }
    }

    /// The wrapper itself.
    public var projectedValue: WeakLazyInjected<T> { self }

    /// The dependency's factory in the current shared container.
    public var factory: Factory<T> { source.current }

    /// Clears what `options` names, and resolves now, even if the property has been resolved before. Copies see the new
    /// object. Until it exists, readers get the old one.
    public func resolve(
        reset options: FactoryResetOptions = .none,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let call = CallSite(fileID: fileID, line: line, column: column)
        _ = cell.setContent(WeakInstance(source.resolve(reset: options, at: call)).stored)
    }

    /// The object, if the property has been resolved or set and something holds it. Neither resolves nor waits.
    public func resolvedOrNil() -> T? { cell.content(WeakInstance.self)?.value }
}

extension WeakLazyInjected: Sendable where T: Sendable {}

extension WeakLazyInjected {
    /// The content of the property's cell.
    private struct WeakInstance {
        private weak var object: AnyObject?
        /// The instance, for the callers that are waiting for it: nothing else may hold it yet.
        private let instance: T?

        /// - Parameter instance: Dropped if it is not an object.
        init(_ instance: T?) {
            object = Wiring.object(in: instance)
            self.instance = object == nil ? nil : instance
        }

        private init(_ object: AnyObject?) { (self.object, instance) = (object, nil) }

        /// The content for later readers, which does not keep the instance alive.
        var stored: Self { Self(object) }

        /// The instance, if something holds it; `nil` for a value that is not an object.
        var value: T? { instance ?? object.flatMap { $0 as? T } }
    }
}
