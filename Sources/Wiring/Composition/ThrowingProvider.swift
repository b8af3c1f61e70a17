/// Resolves a dependency whose closure may throw, without keeping its container alive. See ``Provider``.
public typealias ThrowingProvider<Success, Failure: Error> = ThrowingParameterProvider<Void, Success, Failure>

/// A ``ThrowingProvider`` of a dependency that takes a parameter.
public struct ThrowingParameterProvider<Parameter, Success, Failure: Error> {
    private let source: UnretainedFactory<ThrowingParameterFactory<Parameter, Success, Failure>>

    init(_ source: UnretainedFactory<ThrowingParameterFactory<Parameter, Success, Failure>>) { self.source = source }

    /// Resolves the dependency for a parameter. See ``ThrowingParameterFactory/callAsFunction(_:fileID:line:column:)``.
    ///
    /// - Precondition: The container exists. Otherwise the program stops with an error that names the declaration and this call.
    public func callAsFunction(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency for a parameter. See ``callAsFunction(_:fileID:line:column:)``.
    public func resolve(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    private func resolve(_ parameters: Parameter, at call: CallSite) throws(Failure) -> Success {
        try source.factory(at: call).find(parameters, at: call)
    }
}

extension ThrowingParameterProvider where Parameter == Void {
    /// Resolves the dependency. See ``ThrowingParameterFactory/callAsFunction(fileID:line:column:)``.
    ///
    /// - Precondition: The container exists. Otherwise the program stops with an error that names the declaration and this call.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success { try resolve((), fileID: fileID, line: line, column: column) }

    /// Resolves the dependency. See ``callAsFunction(fileID:line:column:)``.
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success { try resolve((), fileID: fileID, line: line, column: column) }
}

// SAFETY: The compiler cannot check this, as for `Provider`.
extension ThrowingParameterProvider: @unchecked Sendable where Parameter: Sendable, Success: Sendable {}
