extension EffectfulFactory where Self: Sendable, Success: Sendable {
    // MARK: - Starting and stopping

    /// Sets a closure that starts each instance. See ``FactoryModifying/onStart(key:fileID:_:)``.
    @discardableResult
    public func onStart(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        _ start: @escaping @Sendable (_ instance: Success) async throws -> Void
    ) -> Self { with { $0.setting(LifecycleHooks(start: start), key, fileID) } }

    /// Sets a closure that runs from the start of each instance until its stop. See ``FactoryModifying/onRun(key:fileID:_:)``.
    @discardableResult
    public func onRun(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        _ run: @escaping @Sendable (_ instance: Success) async throws -> Void
    ) -> Self { with { $0.setting(LifecycleHooks(run: run), key, fileID) } }

    /// Sets a closure that stops each instance. See ``FactoryModifying/onStop(within:key:fileID:_:)``.
    @discardableResult
    public func onStop(
        within limit: Duration? = nil,
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        _ stop: @escaping @Sendable (_ instance: Success) async -> Void
    ) -> Self { with { $0.setting(LifecycleHooks(stop: (stop, limit)), key, fileID) } }
}

extension ThrowingParameterFactory: Startable where P == Void {
    @_spi(Sealed) public func resolve(for start: ContainerStart) throws {
        var result: Result<Success, Failure>?
        start.resolve { result = Result { () throws(Failure) in try resolve((), at: start.call) } }
        _ = try result?.get()
    }
}

extension AsyncParameterFactory: Startable where P == Void {
    @_spi(Sealed) public func resolve(for start: ContainerStart) async throws {
        let (instance, nodes) = try await instance((), at: start.call)
        start.add(nodes)
        // Found where it is stored, so that what is started admits it, whichever container has made it.
        if !nodes.isEmpty { start.resolve { _ = base.resolve((), at: start.call) } }
        extendLifetime(instance)
    }
}
