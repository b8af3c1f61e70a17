/// Modifiers whose closure may await and throw. See ``EffectfulFactory``.
extension AsyncParameterFactory {
    // MARK: - Choosing by context

    /// Sets a closure for contexts. See ``FactoryModifying/context(_:key:fileID:factory:)``.
    @discardableResult
    public func context(
        _ contexts: FactoryContextType...,
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self {
        contexts.reduce(self) { $0.with($1, key, fileID, factory) }
    }

    private func with(
        _ context: FactoryContextType,
        _ key: StaticString,
        _ fileID: StaticString,
        _ factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self {
        with { $0.context(context, key: key, fileID: fileID, factory: Self.product(of: factory)) }
    }

    /// Sets a closure for a launch argument. See ``FactoryModifying/onArg(_:key:fileID:factory:)``.
    @discardableResult
    public func onArg(
        _ argument: String,
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self { with(.arg(argument), key, fileID, factory) }

    /// Sets a closure for launch arguments. See ``FactoryModifying/onArgs(_:key:fileID:factory:)``.
    @discardableResult
    public func onArgs(
        _ arguments: [String],
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self { with(.args(arguments), key, fileID, factory) }

    /// Sets a closure for previews. See ``FactoryModifying/onPreview(key:fileID:factory:)``.
    @discardableResult
    public func onPreview(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self { with(.preview, key, fileID, factory) }

    /// Sets a closure for tests. See ``FactoryModifying/onTest(key:fileID:factory:)``.
    @discardableResult
    public func onTest(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self { with(.test, key, fileID, factory) }

    /// Sets a closure for debug builds. See ``FactoryModifying/onDebug(key:fileID:factory:)``.
    @discardableResult
    public func onDebug(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self { with(.debug, key, fileID, factory) }

    /// Sets a closure for simulators. See ``FactoryModifying/onSimulator(key:fileID:factory:)``.
    @discardableResult
    public func onSimulator(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self { with(.simulator, key, fileID, factory) }

    /// Sets a closure for everything but simulators. See ``FactoryModifying/onDevice(key:fileID:factory:)``.
    @discardableResult
    public func onDevice(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self { with(.device, key, fileID, factory) }

    // MARK: - Replacing

    /// Registers a closure that replaces the declaration's. See ``Factory/register(fileID:line:column:factory:)``.
    @discardableResult
    public func register(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self {
        with { $0.register(fileID: fileID, line: line, column: column, factory: Self.product(of: factory)) }
    }

    /// Sets a closure that takes precedence over all others. See ``FactoryModifying/override(fileID:line:column:_:)``.
    @discardableResult
    public func override(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping (P) async throws(Failure) -> Success
    ) -> Self { override(at: CallSite(fileID: fileID, line: line, column: column), factory) }

    @discardableResult
    package func override(at call: CallSite, _ factory: @escaping (P) async throws(Failure) -> Success) -> Self {
        with { $0.override(at: call, Self.product(of: factory)) }
    }

    /// Replaces each new instance with what a closure makes of it, which may await and throw. A failure is not decorated. The
    /// closure runs in the same task as the declaration's, after it. See ``FactoryModifying/decorate(fileID:line:column:_:)``.
    public func decorate(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ decorate: @escaping (_ inner: Success) async throws(Failure) -> Success
    ) {
        base.decorate(fileID: fileID, line: line, column: column) { inner in
            let make = inner.closure
            return Deferred { () async throws(Failure) in try await decorate(try await make()) }
        }
    }
}
