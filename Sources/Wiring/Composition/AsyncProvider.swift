/// Resolves a dependency whose closure may await and throw, without keeping its container alive. See ``Provider``.
public typealias AsyncProvider<Success, Failure: Error> = AsyncParameterProvider<Void, Success, Failure>

/// An ``AsyncProvider`` of a dependency that takes a parameter.
public struct AsyncParameterProvider<Parameter, Success, Failure: Error> {
    private let source: UnretainedFactory<AsyncParameterFactory<Parameter, Success, Failure>>

    init(_ source: UnretainedFactory<AsyncParameterFactory<Parameter, Success, Failure>>) { self.source = source }

    /// Resolves the dependency for a parameter. See ``AsyncParameterFactory/callAsFunction(_:fileID:line:column:)``.
    ///
    /// - Precondition: The container exists. Otherwise the program stops with an error that names the declaration and this call.
    public func callAsFunction(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> Success {
        try await resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency for a parameter. See ``callAsFunction(_:fileID:line:column:)``.
    public func resolve(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> Success {
        try await resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    private func resolve(_ parameters: Parameter, at call: CallSite) async throws(Failure) -> Success {
        try await source.factory(at: call).find(parameters, at: call)
    }
}

extension AsyncParameterProvider where Parameter == Void {
    /// Resolves the dependency. See ``AsyncParameterFactory/callAsFunction(fileID:line:column:)``.
    ///
    /// - Precondition: The container exists. Otherwise the program stops with an error that names the declaration and this call.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> Success { try await resolve((), fileID: fileID, line: line, column: column) }

    /// Resolves the dependency. See ``callAsFunction(fileID:line:column:)``.
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> Success { try await resolve((), fileID: fileID, line: line, column: column) }
}

// SAFETY: The compiler cannot check this, as for `Provider`.
extension AsyncParameterProvider: @unchecked Sendable where Parameter: Sendable, Success: Sendable {}
