/// Resolves a dependency from the shared container when the property's owner is created.
///
/// ```swift
/// final class Checkout {
///     @Injected(\.api) private var api
///     @Injected(\PaymentContainer.gateway) private var gateway
/// }
/// ```
/// The property holds the instance strongly. Set it to replace the instance of this owner. `$api` is the wrapper itself.
///
/// A wrapper is stored in a `var`, which the compiler rejects in a class that it checks for `Sendable`. Write
/// `let api = dependency(\.api)` there.
@propertyWrapper
@frozen
public struct Injected<T> {
    @usableFromInline let source: SharedFactory<T>
    /// The instance.
    public var wrappedValue: T

    /// Resolves a dependency that is declared on ``Container``.
    @_documentation(visibility: internal)
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

    /// Resolves a dependency: `\PaymentContainer.gateway`. For one of ``Container``, leave out the type: `\.api`.
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

    /// Clears what `options` names, and resolves again from the current shared container. Other copies of the property
    /// keep their instance.
    public mutating func resolve(
        reset options: FactoryResetOptions = .none,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        wrappedValue = source.resolve(reset: options, at: CallSite(fileID: fileID, line: line, column: column))
    }
}

extension Injected: Sendable where T: Sendable {}

/// Resolves a dependency from the shared container at each read.
///
/// A task or a test with its own container uses what is registered there. `$api` is the factory.
@propertyWrapper
@frozen
public struct DynamicInjected<T> {
    @usableFromInline let source: SharedFactory<T>

    /// Names a dependency that is declared on ``Container``.
    @_documentation(visibility: internal)
    @export(implementation)
    public init(_ keyPath: KeyPath<Container, Factory<T>>) { source = .container(keyPath) }

    /// Names a dependency: `\PaymentContainer.gateway`. For one of ``Container``, leave out the type: `\.api`.
    @export(implementation)
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { source = SharedFactory(keyPath) }

    /// An instance, resolved at this read.
    @export(implementation) public var wrappedValue: T { source.current.resolveFromKeyPath(at: .unknown) }

    /// The dependency's factory in the current shared container.
    public var projectedValue: Factory<T> { source.current }
}

extension DynamicInjected: Sendable where T: Sendable {}

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

/// Finds a factory in the current shared container.
@usableFromInline
enum SharedFactory<T> {
    /// In the shared ``Container``.
    case container(KeyPath<Container, Factory<T>>)
    /// In the shared container of another type.
    case other(() -> Factory<T>)

    @export(implementation)
    init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { self = .other { C.shared[keyPath: keyPath] } }

    @export(implementation)
    @inline(__always)
    var current: Factory<T> {
        switch self {
        case .container(let keyPath): Container.shared[keyPath: keyPath]
        case .other(let find): find()
        }
    }

    /// Resolves, after clearing what `options` names.
    func resolve(reset options: FactoryResetOptions, at call: CallSite) -> T {
        let factory = current
        factory.reset(options)
        return factory.resolveFromKeyPath(at: call)
    }
}

// SAFETY: The compiler cannot check this: a key path may go through a property that is isolated to an actor, or capture a
// subscript's argument. The caller that sends a wrapper must ensure this, as for a factory value.
extension SharedFactory: @unchecked Sendable where T: Sendable {}

/// Gives you a factory of the shared container, for a dependency that you must `await`, `try`, or call with a
/// parameter.
///
/// ```swift
/// final class Search {
///     @InjectedFactory(\.index) private var index
///     @InjectedFactory(\.ranking) private var ranking
///
///     func results(for words: String) async throws -> [Row] {
///         try await index().rows(matching: words).sorted(by: ranking("relevance"))
///     }
/// }
/// ```
/// Reading the property resolves nothing. It finds the factory in the current shared container, so a task or a test with its own
/// container uses what is registered there. The wrapper retains no container. It is `Sendable` if the factory is.
@propertyWrapper
public struct InjectedFactory<Source: DeclaredDependency> {
    private let find: () -> Source

    /// Names a dependency that is declared on ``Container``.
    @_documentation(visibility: internal)
    public init(_ keyPath: KeyPath<Container, Source>) { find = { Container.shared[keyPath: keyPath] } }

    /// Names a dependency: `\PaymentContainer.gateway`. For one of ``Container``, leave out the type: `\.api`.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Source>) { find = { C.shared[keyPath: keyPath] } }

    /// The factory in the current shared container.
    public var wrappedValue: Source { find() }
}

// SAFETY: The compiler cannot check this: a key path may go through a property that is isolated to an actor, or capture a
// subscript's argument. The caller that sends a wrapper must ensure this, as for a factory value.
extension InjectedFactory: @unchecked Sendable where Source: Sendable {}
