public import Testing
public import WiringAsync

extension Trait where Self == OverrideTrait {
    /// Overrides a dependency of ``Container`` whose closure may throw. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\.key`.
    ///   - factory: Creates the instance in place of all other closures.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func override<Parameter, Success, Failure: Error>(
        _ dependency: any KeyPath<Container, ThrowingParameterFactory<Parameter, Success, Failure>> & Sendable,
        _ factory: @escaping @Sendable (Parameter) throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, changing: { $0.override(at: call, factory) })
    }

    /// Overrides a dependency of a container type whose closure may throw. See ``OverrideTrait``.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func override<C: TaskLocalContainer, Parameter, Success, Failure: Error>(
        _ dependency: any KeyPath<C, ThrowingParameterFactory<Parameter, Success, Failure>> & Sendable,
        _ factory: @escaping @Sendable (Parameter) throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, changing: { $0.override(at: call, factory) })
    }

    /// Overrides a dependency of ``Container`` whose closure may await and throw. See ``OverrideTrait``.
    ///
    /// - Parameters:
    ///   - dependency: The declaration, `\.store`.
    ///   - factory: Creates the instance in place of all other closures.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func override<Parameter, Success, Failure: Error>(
        _ dependency: any KeyPath<Container, AsyncParameterFactory<Parameter, Success, Failure>> & Sendable,
        _ factory: @escaping @Sendable (Parameter) async throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, changing: { $0.override(at: call, factory) })
    }

    /// Overrides a dependency of a container type whose closure may await and throw. See ``OverrideTrait``.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func override<C: TaskLocalContainer, Parameter, Success, Failure: Error>(
        _ dependency: any KeyPath<C, AsyncParameterFactory<Parameter, Success, Failure>> & Sendable,
        _ factory: @escaping @Sendable (Parameter) async throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, changing: { $0.override(at: call, factory) })
    }

    // The compiler does not convert a closure that throws nothing to one with the declaration's error.

    /// Overrides a dependency of ``Container`` whose closure may await and throw, with a closure that only awaits. See
    /// ``OverrideTrait``.
    @_documentation(visibility: internal)
    public static func override<Parameter, Success, Failure: Error>(
        _ dependency: any KeyPath<Container, AsyncParameterFactory<Parameter, Success, Failure>> & Sendable,
        _ factory: @escaping @Sendable (Parameter) async -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, changing: { $0.override(at: call, factory) })
    }

    /// Overrides a dependency of a container type whose closure may await and throw, with a closure that only awaits. See
    /// ``OverrideTrait``.
    @_documentation(visibility: internal)
    public static func override<C: TaskLocalContainer, Parameter, Success, Failure: Error>(
        _ dependency: any KeyPath<C, AsyncParameterFactory<Parameter, Success, Failure>> & Sendable,
        _ factory: @escaping @Sendable (Parameter) async -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return OverrideTrait(dependency, at: call, changing: { $0.override(at: call, factory) })
    }
}
