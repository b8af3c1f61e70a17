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
) -> T {
    C.shared[keyPath: keyPath].resolveFromKeyPath(at: CallSite(fileID: fileID, line: line, column: column))
}

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
) -> T {
    C.shared[keyPath: keyPath].resolve(parameter, at: CallSite(fileID: fileID, line: line, column: column))
}

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
