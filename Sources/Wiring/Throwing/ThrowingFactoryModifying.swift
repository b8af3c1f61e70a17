/// What ``ThrowingFactory`` and ``ParameterThrowingFactory`` have in common: modifiers whose closure may throw.
///
/// Each behaves like the modifier of ``FactoryModifying`` with the same name. If the error type is not `any Error`, state it in a
/// closure of the declaration: `.onTest { () throws(KeychainError) in EncryptionKey.mock }`. You cannot conform your own types.
public protocol ThrowingFactoryModifying: FactoryModifying where T == Result<Success, Failure> {
    /// What the closure makes.
    associatedtype Success
    /// What the closure throws.
    associatedtype Failure: Error
}

extension ThrowingFactoryModifying {
    // MARK: - Choosing by context

    /// Sets a closure for some contexts, which may throw. See ``FactoryModifying/context(_:key:fileID:factory:)``.
    @discardableResult
    public func context(
        _ contexts: FactoryContextType...,
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) throws(Failure) -> Success
    ) -> Self {
        contexts.reduce(self) { $0.context($1, key: key, fileID: fileID, factory: making(factory)) }
    }

    /// Sets a closure for a program with an argument, which may throw. See ``FactoryModifying/context(_:key:fileID:factory:)``.
    @discardableResult
    public func onArg(
        _ argument: String,
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) throws(Failure) -> Success
    ) -> Self {
        context(.arg(argument), key: key, fileID: fileID, factory: making(factory))
    }

    /// Sets a closure for a program with any of several arguments, which may throw. See ``FactoryModifying/context(_:key:fileID:factory:)``.
    @discardableResult
    public func onArgs(
        _ arguments: [String],
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) throws(Failure) -> Success
    ) -> Self {
        context(.args(arguments), key: key, fileID: fileID, factory: making(factory))
    }

    /// Sets a closure for previews, which may throw. See ``FactoryModifying/context(_:key:fileID:factory:)``.
    @discardableResult
    public func onPreview(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) throws(Failure) -> Success
    ) -> Self {
        context(.preview, key: key, fileID: fileID, factory: making(factory))
    }

    /// Sets a closure for tests, which may throw. See ``FactoryModifying/context(_:key:fileID:factory:)``.
    @discardableResult
    public func onTest(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) throws(Failure) -> Success
    ) -> Self {
        context(.test, key: key, fileID: fileID, factory: making(factory))
    }

    /// Sets a closure for debug builds, which may throw. See ``FactoryModifying/context(_:key:fileID:factory:)``.
    @discardableResult
    public func onDebug(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) throws(Failure) -> Success
    ) -> Self {
        context(.debug, key: key, fileID: fileID, factory: making(factory))
    }

    /// Sets a closure for simulators, which may throw. See ``FactoryModifying/context(_:key:fileID:factory:)``.
    @discardableResult
    public func onSimulator(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) throws(Failure) -> Success
    ) -> Self {
        context(.simulator, key: key, fileID: fileID, factory: making(factory))
    }

    /// Sets a closure for everything but simulators, which may throw. See ``FactoryModifying/context(_:key:fileID:factory:)``.
    @discardableResult
    public func onDevice(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) throws(Failure) -> Success
    ) -> Self {
        context(.device, key: key, fileID: fileID, factory: making(factory))
    }

    // MARK: - Replacing and decorating

    /// Sets a closure that takes precedence over all others, and may throw. See ``FactoryModifying/override(fileID:line:column:_:)``.
    @discardableResult
    public func override(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping (P) throws(Failure) -> Success
    ) -> Self {
        override(at: CallSite(fileID: fileID, line: line, column: column), making(factory))
    }

    /// Overrides with a value that exists already. See ``FactoryModifying/override(with:fileID:line:column:)``.
    @discardableResult
    public func override(
        with value: Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        override(at: CallSite(fileID: fileID, line: line, column: column), making { _ in value })
    }

    /// Replaces each new instance with what a closure makes of it, which may throw. A failure is not decorated. See
    /// ``FactoryModifying/decorate(fileID:line:column:_:)``.
    public func decorate(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ decorate: @escaping (_ inner: Success) throws(Failure) -> Success
    ) {
        self.decorate(fileID: fileID, line: line, column: column) { (inner: T) -> T in
            T { () throws(Failure) in try decorate(try inner.get()) }
        }
    }

    /// Changes each new instance. A failure is not changed. See ``FactoryModifying/modify(fileID:line:column:_:)``.
    public func modify(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ change: @escaping (inout Success) -> Void
    ) {
        self.decorate(fileID: fileID, line: line, column: column) { (inner: T) -> T in
            inner.map { inner in
                var instance = inner
                change(&instance)
                return instance
            }
        }
    }

    /// A closure that returns what another one throws.
    private func making(_ factory: @escaping (P) throws(Failure) -> Success) -> (P) -> T {
        { parameters in Result { () throws(Failure) in try factory(parameters) } }
    }
}
