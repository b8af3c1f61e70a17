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
    ) { wrappedValue = source.resolve(reset: options, at: CallSite(fileID: fileID, line: line, column: column)) }
}

extension Injected: Sendable where T: Sendable {}

/// Resolves a dependency from the shared container at each read.
///
/// A task or a test with its own container uses what is registered there. `$api` is the factory.
@propertyWrapper
@frozen
public struct DynamicInjected<T> {
    @usableFromInline let source: SharedFactory<T>
    /// The place of the property.
    @usableFromInline let call: CallSite

    /// Names a dependency that is declared on ``Container``.
    @_documentation(visibility: internal)
    @export(implementation)
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
    @export(implementation)
    public init<C: SharedContainer>(
        _ keyPath: KeyPath<C, Factory<T>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        source = SharedFactory(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// An instance, resolved at this read.
    @export(implementation) public var wrappedValue: T { source.current.resolveFromKeyPath(at: call) }

    /// The dependency's factory in the current shared container.
    public var projectedValue: Factory<T> { source.current }
}

extension DynamicInjected: Sendable where T: Sendable {}

/// Holds the container that is shared when the property's owner is created. In a singleton, this is the root, which outlives a child.
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
    public init() where C == Container { self.init(C.self) }

    /// Holds the shared container of a type.
    public init(_ type: C.Type) { wrappedValue = C.shared.visible }

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

    /// Resolves from a container, by default the shared ``Container``.
    public init(
        _ container: any ManagedContainer = Container.shared,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        wrappedValue = (container as? any Resolving)?.factory(T.self)?(fileID: fileID, line: line, column: column)
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

/// Resolves a dependency at each read, from the container that was shared when the property's owner was created.
///
/// Use it in a model that is created within `withContainer` and resolves later, in tasks and callbacks:
///
/// ```swift
/// @MainActor @Observable
/// final class SearchModel {
///     @ObservationIgnored @BoundInjected(\.api) private var api
/// }
/// ```
/// When the owner is created, the property captures the shared containers, their singletons and the context, as
/// `bind(_:)` does. A read resolves from the captured container, even in a detached task, on a queue, or in a callback
/// that was passed on without `bind(_:)`. There is one exception: if the container that is shared at the read is a copy
/// or a child of the captured one, the read resolves from that copy or child. A call of the owner's method within
/// `withContainer(changes:operation:)` or `withContainer(from:changes:operation:)` therefore sees the overrides. While
/// a read runs closures, the same rule applies to each other container type. If the captured container itself, such as
/// that of the process, is shared at the read, the read uses the reader's singletons and context.
///
/// The property retains the containers. Reading it does not mutate the owner, so you can use it in an immutable struct, an actor,
/// or, with `@ObservationIgnored`, an `@Observable` class. It is `Sendable` if its type is. In a class that the compiler checks
/// for `Sendable`, store the wrapper in a `let`: see ``LazyInjected``.
///
/// - Complexity: A read costs a resolution and a search through the living ancestors of the current containers.
@propertyWrapper
public struct BoundInjected<Instance> {
    private let origin: Origin
    /// The place of the property.
    private let call: CallSite

    /// Names a dependency that is declared on ``Container``.
    @_documentation(visibility: internal)
    public init(
        _ keyPath: KeyPath<Container, Factory<Instance>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        origin = Origin(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// Names a dependency: `\PaymentContainer.gateway`. For one of ``Container``, leave out the type: `\.api`.
    public init<C: TaskLocalContainer>(
        _ keyPath: KeyPath<C, Factory<Instance>>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        origin = Origin(keyPath)
        call = CallSite(fileID: fileID, line: line, column: column)
    }

    /// An instance, resolved at this read.
    public var wrappedValue: Instance { origin.run { $0.resolveFromKeyPath(at: call) } }

    /// The dependency's factory in the container that a read resolves from now.
    ///
    /// Resolving the factory does not make that container the shared one. Reading ``wrappedValue`` does.
    public var projectedValue: Factory<Instance> { origin.run { $0 } }

    /// Finds the factory in the current shared container, or in the one that was captured when the owner was created.
    private struct Origin {
        /// In the current shared container.
        private let factory: () -> Factory<Instance>
        /// What was current when the owner was created.
        private let isolation: Isolation
        /// Whether an isolation binds the captured container.
        private let isBound: (Isolation) -> Bool

        init<C: TaskLocalContainer>(_ keyPath: KeyPath<C, Factory<Instance>>) {
            factory = { C.shared[keyPath: keyPath] }
            isolation = Isolation(capturingWith: C.shared)
            isBound = { $0.isSharing(C.taskLocal) }
        }

        /// Passes the factory to `body`, which runs with its container as the shared one.
        func run<Result>(_ body: (Factory<Instance>) -> Result) -> Result {
            let others = isolation.withoutCurrentContainers
            return isBound(others)
                ? others.run { body(factory()) } : others.bindContainers { body(factory()) }
        }
    }
}

// SAFETY: The compiler cannot check this: a key path may go through a property that is isolated to an actor, or capture a
// subscript's argument. The caller that sends a wrapper must ensure this, as for a factory value.
extension BoundInjected: @unchecked Sendable where Instance: Sendable {}

/// Resolves a dependency from the shared ``Container``: `let api = dependency(\.api)`.
@_documentation(visibility: internal)
@export(implementation)
public func dependency<T>(
    _ keyPath: KeyPath<Container, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> T {
    Container.shared[keyPath: keyPath].resolveFromKeyPath(at: CallSite(fileID: fileID, line: line, column: column))
}

/// Resolves a dependency from the shared container of a type: `let gateway = dependency(\PaymentContainer.gateway)`. For ``Container``,
/// leave out the type: `let api = dependency(\.api)`.
@export(implementation)
public func dependency<C: SharedContainer, T>(
    _ keyPath: KeyPath<C, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> T { C.shared[keyPath: keyPath].resolveFromKeyPath(at: CallSite(fileID: fileID, line: line, column: column)) }

/// Resolves a dependency from the shared ``Container`` for a parameter.
@_documentation(visibility: internal)
@export(implementation)
public func dependency<P, T>(
    _ keyPath: KeyPath<Container, ParameterFactory<P, T>>,
    parameter: P,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> T {
    Container.shared[keyPath: keyPath].resolve(parameter, at: CallSite(fileID: fileID, line: line, column: column))
}

/// Resolves a dependency from the shared container of a type for a parameter.
@export(implementation)
public func dependency<C: SharedContainer, P, T>(
    _ keyPath: KeyPath<C, ParameterFactory<P, T>>,
    parameter: P,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> T { C.shared[keyPath: keyPath].resolve(parameter, at: CallSite(fileID: fileID, line: line, column: column)) }

/// Resolves a dependency from the shared ``Container``, under Factory's old name for `dependency(_:)`.
@_documentation(visibility: internal)
@available(*, deprecated, renamed: "dependency(_:)")
public func resolve<T>(
    _ keyPath: KeyPath<Container, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> T { dependency(keyPath, fileID: fileID, line: line, column: column) }

/// Resolves a dependency from the shared container of a type, under Factory's old name for `dependency(_:)`.
@available(*, deprecated, renamed: "dependency(_:)")
public func resolve<C: SharedContainer, T>(
    _ keyPath: KeyPath<C, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> T { dependency(keyPath, fileID: fileID, line: line, column: column) }
