/// Resolves a dependency that takes a parameter, without keeping its container alive. See ``Provider``.
public struct ParameterProvider<Parameter, Instance> {
    private let source: UnretainedFactory<ParameterFactory<Parameter, Instance>>

    init(_ source: UnretainedFactory<ParameterFactory<Parameter, Instance>>) { self.source = source }

    /// Resolves the dependency for a parameter. See ``Provider/callAsFunction(fileID:line:column:)``.
    ///
    /// - Precondition: The container exists. Otherwise the program stops with an error that names the declaration and this call.
    public func callAsFunction(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Instance { resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the dependency. This overload can be passed as a function: `map(provider.resolve)`.
    @_disfavoredOverload
    public func resolve(_ parameters: Parameter) -> Instance { resolve(parameters, at: .unknown) }

    /// Resolves the dependency for a parameter. See ``Provider/callAsFunction(fileID:line:column:)``.
    public func resolve(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Instance { resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    private func resolve(_ parameters: Parameter, at call: CallSite) -> Instance {
        source.factory(at: call).resolve(parameters, at: call)
    }
}

// SAFETY: The compiler cannot check this, as for `Provider`.
extension ParameterProvider: @unchecked Sendable where Parameter: Sendable, Instance: Sendable {}
