/// Resolves a dependency from the shared container at its first use, and holds it weakly.
///
/// Somebody else must hold the object: a scope, or its owner. Once it is gone the property is `nil`, until
/// ``resolve(reset:fileID:line:column:)``. It is a value, as ``LazyInjected`` is.
@propertyWrapper
public struct WeakLazyInjected<T> {
    private let source: SharedFactory<T>
    private weak var reference: AnyObject?
    private var isResolved = false

    /// Names a dependency that is declared on ``Container``.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) { source = .container(keyPath) }

    /// Names a dependency that is declared on a container type of one's own.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { source = SharedFactory(keyPath) }

    /// The object if somebody holds it, resolved when it is first read and was not set before. `nil` for what is no object.
    public var wrappedValue: T? {
        mutating get {
            if isResolved { return resolvedOrNil() }
            let instance = source.current.resolve(at: .unknown)
            hold(instance)
            return reference == nil ? nil : instance
        }
        set { hold(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: WeakLazyInjected<T> {
        get { self }
        set { self = newValue }
    }

    /// The dependency's factory in the container that is the shared one now.
    public var factory: Factory<T> { source.current }

    /// Resolves now, also if that has happened before, after clearing what `options` names.
    public mutating func resolve(
        reset options: FactoryResetOptions = .none,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        hold(
            source.resolve(reset: options, at: CallSite(fileID: fileID, line: line, column: column))
        )
    }

    /// The object if it was resolved and somebody holds it. Resolves nothing.
    public func resolvedOrNil() -> T? { reference.flatMap { $0 as? T } }

    private mutating func hold<Instance>(_ instance: Instance) {
        reference = object(in: instance)
        isResolved = true
    }
}

// Holds where the instance is `Sendable`: a weak reference may be read from any thread, and the rest is a value.
extension WeakLazyInjected: @unchecked Sendable where T: Sendable {}
