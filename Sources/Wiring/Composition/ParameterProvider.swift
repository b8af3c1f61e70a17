/// Resolves a dependency that takes a parameter, without keeping its container alive. See ``Provider``.
public struct ParameterProvider<P, T> {
    private let source: UnretainedFactory<ParameterFactory<P, T>>

    init(_ source: UnretainedFactory<ParameterFactory<P, T>>) { self.source = source }

    /// Resolves the dependency for a parameter. See ``Provider/callAsFunction(fileID:line:column:)``.
    ///
    /// - Precondition: The container exists. Otherwise the program stops with an error that names the declaration and this call.
    public func callAsFunction(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the dependency. This overload can be passed as a function: `map(provider.resolve)`.
    @_disfavoredOverload
    public func resolve(_ parameters: P) -> T { resolve(parameters, at: .unknown) }

    /// Resolves the dependency for a parameter. See ``Provider/callAsFunction(fileID:line:column:)``.
    public func resolve(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    private func resolve(_ parameters: P, at call: CallSite) -> T {
        source.factory(at: call).resolve(parameters, at: call)
    }
}

// SAFETY: The compiler cannot check this, as for `Provider`.
extension ParameterProvider: @unchecked Sendable where P: Sendable, T: Sendable {}
