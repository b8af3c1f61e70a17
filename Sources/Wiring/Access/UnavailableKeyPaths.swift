// Overloads that explain a key path to a `ParameterFactory`, or to no factory at all. Without them the compiler says that a
// generic parameter could not be inferred, or that it failed to produce a diagnostic. `Container` needs overloads of its own:
// the compiler cannot infer the root of `\.name` from a generic container type.

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For an AsyncFactory or \
        a ThrowingFactory, use @InjectedFactory, and call it: try await name().
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
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For an AsyncFactory or \
        a ThrowingFactory, use @InjectedFactory, and call it: try await name().
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
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For an AsyncFactory or \
        a ThrowingFactory, use @InjectedFactory, and call it: try await name().
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
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For an AsyncFactory or \
        a ThrowingFactory, use @InjectedFactory, and call it: try await name().
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
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For an AsyncFactory or \
        a ThrowingFactory, use @InjectedFactory, and call it: try await name().
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
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For an AsyncFactory or \
        a ThrowingFactory, use @InjectedFactory, and call it: try await name().
        """
)
/// Unavailable: the key path must lead to a ``Factory``.
public func dependency<T>(_ keyPath: KeyPath<Container, T>) -> T { fatalError() }

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a Factory. For a ParameterFactory, add the parameter: \\.name[parameter]. For an AsyncFactory or \
        a ThrowingFactory, use @InjectedFactory, and call it: try await name().
        """
)
/// Unavailable: the key path must lead to a ``Factory``.
public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, T>) -> T { fatalError() }
