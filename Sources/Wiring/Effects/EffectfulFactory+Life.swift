extension EffectfulFactory where Self: Sendable, Success: Sendable {
    // MARK: - Starting and stopping

    /// Sets a closure that starts each instance. See ``FactoryModifying/onStart(_:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onStart(
        _ start: @escaping @Sendable (_ instance: Success) async throws -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.start, ErasedClosure(starting: start), key, fileID)) }

    /// Sets a closure that runs from the start of each instance until its stop. See ``FactoryModifying/onRun(_:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onRun(
        _ run: @escaping @Sendable (_ instance: Success) async throws -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.run, ErasedClosure(starting: run), key, fileID)) }

    /// Sets a closure that stops each instance. See ``FactoryModifying/onStop(within:_:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onStop(
        within limit: Duration? = nil,
        _ stop: @escaping @Sendable (_ instance: Success) async -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(stop: ErasedClosure(stopping: stop), within: limit, key, fileID)) }
}

extension ThrowingParameterFactory: Startable where Parameter == Void {
    @_spi(Sealed) public func resolve(for start: ContainerStart) throws {
        var result: Result<Success, Failure>?
        start.resolve { result = Result { () throws(Failure) in try resolve((), at: start.call) } }
        _ = try result?.get()
    }
}

extension AsyncParameterFactory: Startable where Parameter == Void {
    @_spi(Sealed) public func resolve(for start: ContainerStart) async throws {
        let (instance, nodes) = try await instance((), at: start.call)
        start.add(nodes)
        // Found where it is stored, so that what is started admits it, whichever container has made it.
        if !nodes.isEmpty { start.resolve { findStored((), at: start.call) } }
        extendLifetime(instance)
    }
}
