import Wiring
public import WiringAsync

/// A ``Provider`` of a dependency whose closure may throw.
public typealias ThrowingProvider<Success, Failure: Error> = FactoryProvider<ThrowingFactory<Success, Failure>>

/// A ``ThrowingProvider`` of a dependency that takes a parameter.
public typealias ThrowingParameterProvider<Parameter, Success, Failure: Error> = FactoryProvider<
    ThrowingParameterFactory<Parameter, Success, Failure>
>

/// A ``Provider`` of a dependency whose closure may await and throw.
public typealias AsyncProvider<Success, Failure: Error> = FactoryProvider<AsyncFactory<Success, Failure>>

/// An ``AsyncProvider`` of a dependency that takes a parameter.
public typealias AsyncParameterProvider<Parameter, Success, Failure: Error> = FactoryProvider<
    AsyncParameterFactory<Parameter, Success, Failure>
>

extension FactoryProvider {
    /// Resolves the dependency. See ``ThrowingParameterFactory/callAsFunction(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func callAsFunction<Success, Failure>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success where Source == ThrowingFactory<Success, Failure> {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return try factory(at: call).find((), at: call)
    }

    /// Resolves the dependency for a parameter. See ``ThrowingParameterFactory/callAsFunction(_:fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func callAsFunction<Parameter, Success, Failure>(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success where Source == ThrowingParameterFactory<Parameter, Success, Failure> {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return try factory(at: call).find(parameters, at: call)
    }

    /// Resolves the dependency. See ``AsyncParameterFactory/callAsFunction(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func callAsFunction<Success, Failure>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> Success where Source == AsyncFactory<Success, Failure> {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return try await factory(at: call).find((), at: call)
    }

    /// Resolves the dependency for a parameter. See ``AsyncParameterFactory/callAsFunction(_:fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func callAsFunction<Parameter, Success, Failure>(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> Success where Source == AsyncParameterFactory<Parameter, Success, Failure> {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return try await factory(at: call).find(parameters, at: call)
    }
}
