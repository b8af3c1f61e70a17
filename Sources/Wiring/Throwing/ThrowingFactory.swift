/// A ``Factory`` whose closure may throw.
///
/// ```swift
/// extension Container {
///     var key: ThrowingFactory<EncryptionKey, KeychainError> {
///         self { () throws(KeychainError) in try Keychain.load() }.cached
///     }
/// }
///
/// let key = try container.key()
/// ```
/// The generic parameters are those of `Task`: with `Never`, no `try` is needed. What the closure throws is thrown to the caller
/// that runs it, and to all callers that wait for the same instance. It is not stored: the next resolution runs the closure again.
///
/// Modifiers, scopes, contexts, overrides and traits apply as to a ``Factory``. Where they take a closure, it may throw. The factory
/// makes a `Result`, which is what closures without errors and the observing ``decorator(key:fileID:_:)-(_,_,(T)->Void)`` receive.
public struct ThrowingFactory<Success, Failure: Error>: ThrowingFactoryModifying {
    private let factory: Factory<Result<Success, Failure>>

    /// The declaration, its container, and what modifiers have set.
    public var registration: FactoryRegistration<Void, Result<Success, Failure>> { factory.registration }

    @_spi(Sealed) public static var seal: FactorySeal { FactorySeal() }

    init(_ factory: Factory<Result<Success, Failure>>) { self.factory = factory }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    public func applying(_ change: FactoryRegistration<Void, Result<Success, Failure>>.Change) -> Self {
        ThrowingFactory(factory.applying(change))
    }

    /// Resolves the dependency. See ``Factory/callAsFunction(fileID:line:column:)``.
    ///
    /// - Throws: What the closure throws. ``ContainerManager/failureObserver`` receives it with the path.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success { try resolve(at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the dependency. This overload can be passed as a function.
    @_disfavoredOverload
    public func resolve() throws(Failure) -> Success { try resolve(at: .unknown) }

    /// Resolves the dependency. See ``callAsFunction(fileID:line:column:)``.
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success { try resolve(at: CallSite(fileID: fileID, line: line, column: column)) }

    private func resolve(at call: CallSite) throws(Failure) -> Success {
        try registration.success(of: factory.resolve(at: call), at: call)
    }

    /// Registers a closure. See ``Factory/register(fileID:line:column:factory:)``.
    @discardableResult
    public func register(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        factory make: @escaping () throws(Failure) -> Success
    ) -> Self {
        factory.register(at: CallSite(fileID: fileID, line: line, column: column)) { Result(catching: make) }
        return self
    }

    /// Registers a closure. See ``register(fileID:line:column:factory:)``.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        factory make: @escaping () throws(Failure) -> Success
    ) { register(fileID: fileID, line: line, column: column, factory: make) }
}

extension ThrowingFactory: Sendable where Success: Sendable {}

extension ManagedContainer {
    #if DEBUG
        /// Declares a dependency whose closure may throw. See ``ThrowingFactory``.
        @_disfavoredOverload
        public func callAsFunction<Success, Failure: Error>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            isolation: (any Actor)? = #isolation,
            _ factory: @escaping () throws(Failure) -> Success
        ) -> ThrowingFactory<Success, Failure> {
            ThrowingFactory(
                Factory(self, key: key, fileID: fileID, line: line, column: column, isolation: isolation) {
                    Result(catching: factory)
                }
            )
        }
    #else
        /// Declares a dependency whose closure may throw. See ``ThrowingFactory``.
        @_disfavoredOverload
        public func callAsFunction<Success, Failure: Error>(
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            _ factory: @escaping () throws(Failure) -> Success
        ) -> ThrowingFactory<Success, Failure> {
            ThrowingFactory(
                Factory(self, key: key, fileID: fileID, line: line, column: column) { Result(catching: factory) }
            )
        }
    #endif
}
