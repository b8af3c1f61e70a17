// Declarations that the compiler rejects in any case. Each of these functions is the last choice of overload resolution, and its message
// says what to write instead.

extension ManagedContainer {
    @available(
        *,
        unavailable,
        message: "The closure awaits: declare an `AsyncFactory<T, Never>` of WiringAsync, or one with `any Error`."
    )
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func callAsFunction<T>(_ factory: @escaping () async throws -> T) -> Factory<T> { fatalError() }

    @available(
        *,
        unavailable,
        message: "The closure throws: declare a `ThrowingFactory<T, any Error>` of WiringAsync."
    )
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func callAsFunction<T>(_ factory: @escaping () throws -> T) -> Factory<T> { fatalError() }

    @available(
        *,
        unavailable,
        message: "The closure awaits: declare an `AsyncParameterFactory<P, T, Never>` of WiringAsync."
    )
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func callAsFunction<P, T>(_ factory: @escaping (P) async throws -> T) -> ParameterFactory<P, T> {
        fatalError()
    }

    @available(
        *,
        unavailable,
        message: "The closure throws: declare a `ThrowingParameterFactory<P, T, any Error>` of WiringAsync."
    )
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func callAsFunction<P, T>(_ factory: @escaping (P) throws -> T) -> ParameterFactory<P, T> { fatalError() }

    @available(*, unavailable, message: "A promise may be unkept: declare a factory of an optional, `Factory<T?>`.")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func promised<T>() -> Factory<T> { fatalError() }

    @available(*, unavailable, message: "Name the dependencies without resolving them: `{ ($0.api, $0.store) }`.")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func wire<each A, T>(
        _ make: @escaping (repeat each A) throws -> T,
        _ instances: @escaping (Self) -> (repeat each A)
    ) -> Factory<T> { fatalError() }

    // Without these two, the compiler does not name a scope or a context that does not exist: it says that the container has no `scope`.

    @available(*, unavailable, message: "A scope belongs to a declaration: `self { … }.scope(…)`.")
    @_documentation(visibility: internal)
    public func scope(_ scope: Scope?) -> Self { fatalError() }

    @available(*, unavailable, message: "A context belongs to a declaration: `self { … }.context(…) { … }`.")
    @_documentation(visibility: internal)
    public func context(_ contexts: FactoryContextType...) -> Self { fatalError() }
}

extension Factory {
    @available(
        *,
        unavailable,
        message: "Pass the container, `Factory(Container.shared) { … }`, or declare a property of a container."
    )
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init(_ factory: @escaping () -> T) { fatalError() }
}

extension ParameterFactory {
    @available(
        *,
        unavailable,
        message: "The parameter is one tuple. Write it in its own parentheses: `factory((a, b))`."
    )
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func callAsFunction<A, B, each C>(_ first: A, _ second: B, _ others: repeat each C) -> T
    where P == (A, B, repeat each C) { fatalError() }
}

extension ContainerManager {
    @available(*, unavailable, message: "There is no maximum. Instead of 0, write `circularDependencyTesting = false`.")
    @_documentation(visibility: internal)
    public var dependencyChainTestMax: Int {
        get { fatalError() }
        set {}
    }
}

extension ChildContainer {
    @available(
        *,
        unavailable,
        message: "A stored value of the parent hides the declaration. Name its container: `parent.parent.name()`."
    )
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public subscript<Value>(dynamicMember value: KeyPath<Parent, Value>) -> Factory<Value> { fatalError() }

    @available(*, unavailable, message: "Values of the parent are not members of its children: write `parent.name`.")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public subscript<Value>(dynamicMember value: KeyPath<Parent, Value>) -> Value { fatalError() }
}

@available(*, unavailable, message: "Name the dependency: `dependency(\\.name)`.")
@_documentation(visibility: internal)
@_disfavoredOverload
public func dependency<T>(_ factory: Factory<T>) -> T { fatalError() }

// Overloads that explain a key path to a `ParameterFactory`, or to no factory at all. Without them the compiler says that a
// generic parameter could not be inferred, or that it failed to produce a diagnostic. `Container` needs overloads of its own:
// the compiler cannot infer the root of `\.name` from a generic container type.

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For a collection, an \
        AsyncFactory or a ThrowingFactory, use @InjectedFactory, and call it: name(), or try await name().
        """
)
extension Injected {
    /// Unavailable: the key path must lead to a ``Factory``.
    public init(_ keyPath: KeyPath<Container, T>) { fatalError() }

    /// Unavailable: the key path must lead to a ``Factory``.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, T>) { fatalError() }
}

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For a collection, an \
        AsyncFactory or a ThrowingFactory, use @InjectedFactory, and call it: name(), or try await name().
        """
)
extension LazyInjected {
    /// Unavailable: the key path must lead to a ``Factory``.
    public init(_ keyPath: KeyPath<Container, T>) { fatalError() }

    /// Unavailable: the key path must lead to a ``Factory``.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, T>) { fatalError() }
}

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For a collection, an \
        AsyncFactory or a ThrowingFactory, use @InjectedFactory, and call it: name(), or try await name().
        """
)
extension WeakLazyInjected {
    /// Unavailable: the key path must lead to a ``Factory``.
    public init(_ keyPath: KeyPath<Container, T>) { fatalError() }

    /// Unavailable: the key path must lead to a ``Factory``.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, T>) { fatalError() }
}

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For a collection, an \
        AsyncFactory or a ThrowingFactory, use @InjectedFactory, and call it: name(), or try await name().
        """
)
extension DynamicInjected {
    /// Unavailable: the key path must lead to a ``Factory``.
    public init(_ keyPath: KeyPath<Container, T>) { fatalError() }

    /// Unavailable: the key path must lead to a ``Factory``.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, T>) { fatalError() }
}

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For a collection, an \
        AsyncFactory or a ThrowingFactory, use @InjectedFactory, and call it: name(), or try await name().
        """
)
extension BoundInjected {
    /// Unavailable: the key path must lead to a ``Factory``.
    public init(_ keyPath: KeyPath<Container, Instance>) { fatalError() }

    /// Unavailable: the key path must lead to a ``Factory``.
    public init<C: TaskLocalContainer>(_ keyPath: KeyPath<C, Instance>) { fatalError() }
}

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For a collection, an \
        AsyncFactory or a ThrowingFactory, use @InjectedFactory, and call it: name(), or try await name().
        """
)
/// Unavailable: the key path must lead to a ``Factory``.
public func dependency<T>(_ keyPath: KeyPath<Container, T>) -> T { fatalError() }

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For a collection, an \
        AsyncFactory or a ThrowingFactory, use @InjectedFactory, and call it: name(), or try await name().
        """
)
/// Unavailable: the key path must lead to a ``Factory``.
public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, T>) -> T { fatalError() }
