/// Resolves a dependency from the shared container at its first use, and holds it weakly.
///
/// Something else must hold the object: a scope, or its owner. Once it is gone the property is `nil`, until
/// ``resolve(reset:fileID:line:column:)``. Otherwise it behaves as ``LazyInjected``: resolved at most once, copies share the
/// object, and threads that read it while it is being resolved wait and get the same object.
@propertyWrapper
public struct WeakLazyInjected<T> {
    private let source: SharedFactory<T>
    private let instance: LazyInstance

    /// Names a dependency that is declared on ``Container``.
    public init(
        _ keyPath: KeyPath<Container, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = .container(keyPath)
        instance = LazyInstance(at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Names a dependency that is declared on a container type of one's own.
    public init<C: SharedContainer>(
        _ keyPath: KeyPath<C, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = SharedFactory(keyPath)
        instance = LazyInstance(at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// The object if something holds it, resolved when it is first read and was not set before. `nil` for what is no object.
    public var wrappedValue: T? {
        get {
            let held =
                instance.find(WeakInstance<T>.self)
                ?? instance.findOrResolve(source, content: WeakInstance.handed, kept: WeakInstance.kept)
            return held.value
        }
        nonmutating set { instance.set(newValue.map(WeakInstance.kept) ?? .none) }
    }

    /// The wrapper itself.
    public var projectedValue: WeakLazyInjected<T> { self }

    /// The dependency's factory in the container that is the shared one now.
    public var factory: Factory<T> { source.current }

    /// Resolves now, even if the property has been resolved before, after clearing what `options` names. Copies see the new
    /// object; until it is there, readers get the old one.
    public func resolve(
        reset options: FactoryResetOptions = .none,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let call = CallSite(fileID: fileID, line: line, column: column)
        instance.set(WeakInstance.kept(source.resolve(reset: options, at: call)))
    }

    /// The object if it was resolved and something holds it. Resolves nothing, and waits for nobody.
    public func resolvedOrNil() -> T? { instance.find(WeakInstance<T>.self)?.value }
}

extension WeakLazyInjected: Sendable where T: Sendable {}

/// An instance that a lazy property holds weakly.
private struct WeakInstance<T> {
    private weak var object: AnyObject?
    /// The instance, where it is handed to those who wait for it: nobody else may hold it yet.
    private let instance: T?

    /// What the property keeps.
    static func kept(_ instance: T) -> Self { Self(object: Wiring.object(in: instance), instance: nil) }
    /// What the property hands out.
    static func handed(_ instance: T) -> Self {
        let object = Wiring.object(in: instance)
        return Self(object: object, instance: object == nil ? nil : instance)
    }

    /// Nothing.
    static var none: Self { Self(object: nil, instance: nil) }

    /// The instance if somebody holds it; `nil` for what is no object.
    var value: T? { instance ?? object.flatMap { $0 as? T } }
}
