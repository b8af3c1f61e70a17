/// A ``ParameterFactory`` whose closure may throw. See ``ThrowingFactory``.
public struct ParameterThrowingFactory<P, Success, Failure: Error>: ThrowingFactoryModifying {
    private let factory: ParameterFactory<P, Result<Success, Failure>>

    /// The declaration, its container, and what modifiers have set.
    public var registration: FactoryRegistration<P, Result<Success, Failure>> { factory.registration }

    @_spi(Sealed) public static var seal: FactorySeal { FactorySeal() }

    init(_ factory: ParameterFactory<P, Result<Success, Failure>>) { self.factory = factory }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    public func applying(_ change: FactoryRegistration<P, Result<Success, Failure>>.Change) -> Self {
        ParameterThrowingFactory(factory.applying(change))
    }

    /// Resolves the dependency for a parameter. See ``ThrowingFactory/callAsFunction(fileID:line:column:)``.
    public func callAsFunction(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success { try resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the dependency. This overload can be passed as a function.
    @_disfavoredOverload
    public func resolve(_ parameters: P) throws(Failure) -> Success { try resolve(parameters, at: .unknown) }

    /// Resolves the dependency for a parameter. See ``callAsFunction(_:fileID:line:column:)``.
    public func resolve(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success { try resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    private func resolve(_ parameters: P, at call: CallSite) throws(Failure) -> Success {
        try registration.success(of: factory.resolve(parameters, at: call), at: call)
    }

    /// Registers a closure. See ``Factory/register(fileID:line:column:factory:)``.
    @discardableResult
    public func register(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        factory make: @escaping (P) throws(Failure) -> Success
    ) -> Self {
        factory.register(fileID: fileID, line: line, column: column) { parameters in
            Result { () throws(Failure) in try make(parameters) }
        }
        return self
    }

    /// Registers a closure. See ``register(fileID:line:column:factory:)``.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        factory make: @escaping (P) throws(Failure) -> Success
    ) { register(fileID: fileID, line: line, column: column, factory: make) }
}

extension ParameterThrowingFactory: Sendable where P: Sendable, Success: Sendable {}

extension ManagedContainer {
    #if DEBUG
        /// Declares a dependency that takes a parameter, and whose closure may throw. See ``ThrowingFactory``.
        @_disfavoredOverload
        public func callAsFunction<P, Success, Failure: Error>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            isolation: (any Actor)? = #isolation,
            _ factory: @escaping (P) throws(Failure) -> Success
        ) -> ParameterThrowingFactory<P, Success, Failure> {
            ParameterThrowingFactory(
                ParameterFactory(self, key: key, fileID: fileID, line: line, column: column, isolation: isolation) {
                    parameters in
                    Result { () throws(Failure) in try factory(parameters) }
                }
            )
        }
    #else
        /// Declares a dependency that takes a parameter, and whose closure may throw. See ``ThrowingFactory``.
        @_disfavoredOverload
        public func callAsFunction<P, Success, Failure: Error>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            _ factory: @escaping (P) throws(Failure) -> Success
        ) -> ParameterThrowingFactory<P, Success, Failure> {
            ParameterThrowingFactory(
                ParameterFactory(self, key: key, fileID: fileID, line: line, column: column) { parameters in
                    Result { () throws(Failure) in try factory(parameters) }
                }
            )
        }
    #endif
}
