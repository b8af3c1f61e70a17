/// Resolves a dependency from the shared ``Container``: `let api = dependency(\.api)`.
@inlinable
public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
    Container.shared[keyPath: keyPath]()
}

/// Resolves a dependency from the shared container of a type: `let gateway = dependency(\PaymentContainer.gateway)`.
@inlinable
public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
    C.shared[keyPath: keyPath]()
}

/// Resolves a dependency from the shared ``Container`` for a parameter.
@inlinable
public func dependency<P, T>(_ keyPath: KeyPath<Container, ParameterFactory<P, T>>, parameter: P) -> T {
    Container.shared[keyPath: keyPath](parameter)
}

/// Resolves a dependency from the shared container of a type for a parameter.
@inlinable
public func dependency<C: SharedContainer, P, T>(_ keyPath: KeyPath<C, ParameterFactory<P, T>>, parameter: P) -> T {
    C.shared[keyPath: keyPath](parameter)
}
