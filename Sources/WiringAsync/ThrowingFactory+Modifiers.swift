public import Wiring

/// Modifiers whose closure may throw. See ``ThrowingFactory``.
extension ThrowingParameterFactory {
    // MARK: - Choosing by context

    /// Sets a closure for contexts, which may throw. See ``FactoryModifying/context(_:factory:key:fileID:)``.
    ///
    /// `onArg`, `onArgs`, `onEnvironment`, `onPreview`, `onTest`, `onDebug`, `onSimulator` and `onDevice` take such closures, too. See
    /// ``FactoryModifying``.
    @discardableResult
    public func context(
        _ contexts: FactoryContextType...,
        factory: @escaping (Parameter) throws(Failure) -> Success,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(in: contexts, ErasedClosure(throwing: factory), key, fileID)) }

    /// Sets a closure for a launch argument. See ``FactoryModifying/onArg(_:factory:key:fileID:)``.
    @_documentation(visibility: internal)
    @discardableResult
    public func onArg(
        _ argument: String,
        factory: @escaping (Parameter) throws(Failure) -> Success,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { context(.arg(argument), factory: factory, key: key, fileID: fileID) }

    /// Sets a closure for launch arguments. See ``FactoryModifying/onArgs(_:factory:key:fileID:)``.
    @_documentation(visibility: internal)
    @discardableResult
    public func onArgs(
        _ arguments: [String],
        factory: @escaping (Parameter) throws(Failure) -> Success,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { context(.args(arguments), factory: factory, key: key, fileID: fileID) }

    /// Sets a closure for an environment variable. See ``FactoryModifying/onEnvironment(_:_:factory:key:fileID:)``.
    @_documentation(visibility: internal)
    @discardableResult
    public func onEnvironment(
        _ name: String,
        _ value: String,
        factory: @escaping (Parameter) throws(Failure) -> Success,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { context(.environment(name: name, value: value), factory: factory, key: key, fileID: fileID) }

    /// Sets a closure for previews. See ``FactoryModifying/onPreview(factory:key:fileID:)``.
    @_documentation(visibility: internal)
    @discardableResult
    public func onPreview(
        factory: @escaping (Parameter) throws(Failure) -> Success,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { context(.preview, factory: factory, key: key, fileID: fileID) }

    /// Sets a closure for tests. See ``FactoryModifying/onTest(factory:key:fileID:)``.
    @_documentation(visibility: internal)
    @discardableResult
    public func onTest(
        factory: @escaping (Parameter) throws(Failure) -> Success,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { context(.test, factory: factory, key: key, fileID: fileID) }

    /// Sets a closure for debug builds. See ``FactoryModifying/onDebug(factory:key:fileID:)``.
    @_documentation(visibility: internal)
    @discardableResult
    public func onDebug(
        factory: @escaping (Parameter) throws(Failure) -> Success,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { context(.debug, factory: factory, key: key, fileID: fileID) }

    /// Sets a closure for simulators. See ``FactoryModifying/onSimulator(factory:key:fileID:)``.
    @_documentation(visibility: internal)
    @discardableResult
    public func onSimulator(
        factory: @escaping (Parameter) throws(Failure) -> Success,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { context(.simulator, factory: factory, key: key, fileID: fileID) }

    /// Sets a closure for everything but simulators. See ``FactoryModifying/onDevice(factory:key:fileID:)``.
    @_documentation(visibility: internal)
    @discardableResult
    public func onDevice(
        factory: @escaping (Parameter) throws(Failure) -> Success,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { context(.device, factory: factory, key: key, fileID: fileID) }

    // MARK: - Replacing

    /// Registers a closure that replaces the declaration's. See ``Factory/register(factory:fileID:line:column:)``.
    @discardableResult
    public func register(
        factory: @escaping (Parameter) throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        registration.dependency.register(ErasedClosure(throwing: factory), at: call)
        return self
    }

    /// Sets a closure that takes precedence over all others. See ``FactoryModifying/override(_:fileID:line:column:)``.
    @discardableResult
    public func override(
        _ factory: @escaping (Parameter) throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self { override(at: CallSite(fileID: fileID, line: line, column: column), factory) }

    @discardableResult
    package func override(at call: CallSite, _ factory: @escaping (Parameter) throws(Failure) -> Success) -> Self {
        registration.dependency.override(by: ErasedClosure(throwing: factory), at: call)
        return self
    }

    /// Wraps every new instance, whatever made it. The closure may throw. It does not run if the closure that makes the
    /// instance failed. See ``FactoryModifying/decorate(_:fileID:line:column:)``.
    @discardableResult
    public func decorate(
        _ decorate: @escaping (_ inner: Success) throws(Failure) -> Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        registration.dependency.decorate(by: ErasedClosure(throwing: decorate), at: call)
        return self
    }
}
