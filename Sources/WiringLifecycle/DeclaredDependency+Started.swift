public import Wiring
public import WiringAsync

extension DeclaredDependency where Self: Startable {
    /// Resolves the dependency, and waits until it has started.
    ///
    /// ```swift
    /// var settings: AsyncFactory<Settings, any Error> {
    ///     self { try await Settings.load(from: self.store.started()) }.singleton
    /// }
    /// ```
    /// An asynchronous closure does not wait for what it resolves: see ``DeclaredDependency/onStart(within:_:key:fileID:)``.
    /// With this call it does. The dependency starts first and stops last, as with a plain call. If the container, or a
    /// parent, has been started or is starting, this waits until the instance has started, or, if it has no hooks itself,
    /// until everything has started that it was built with. `run` and `start` then start it before they have resolved what
    /// else they name. In a container that is never started, this only resolves. It has the caller's isolation.
    ///
    /// A plain call of an `AsyncFactory` throws only those errors of the start that are its `Failure`. This throws all of them.
    ///
    /// If this throws and the closure goes on, the closure's instance does not depend on the one whose start has failed, unless the
    /// closure has also resolved that in another way.
    ///
    /// If the start waits for the closure that calls this, even through other dependencies, their closures and other
    /// tasks, this throws a ``LifecycleError`` that names the path. Wiring cannot see waits of other kinds.
    ///
    /// - Returns: The instance.
    /// - Throws: What the factory closure throws; the error of the start; `CancellationError` if the task is cancelled meanwhile, which does not end the
    ///   start; or a ``LifecycleError``, for example if the instance was built before the start, or while its container
    ///   is shutting down.
    public func started(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> T {
        let start = registration.start(at: CallSite(fileID: fileID, line: line, column: column))
        let resolved = try await resolve(for: start)
        try await start.awaitStarts()
        return resolved.instance
    }
}

extension ParameterFactory {
    /// Resolves the dependency for a parameter, and waits until it has started. See ``DeclaredDependency/started(fileID:line:column:)``.
    ///
    /// `ThrowingParameterFactory` and `AsyncParameterFactory` have this function, too.
    public func started(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> T {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return try await storedRegistration.started(at: call) { resolve(parameters, at: call) }
    }
}

extension ThrowingParameterFactory {
    /// Resolves the dependency for a parameter, and waits until it has started. See ``DeclaredDependency/started(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func started(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> Success {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return try await storedRegistration.started(at: call) { () throws(Failure) in
            try resolve(parameters, at: call)
        }
    }
}

extension AsyncParameterFactory {
    /// Resolves the dependency for a parameter, and waits until it has started. See ``DeclaredDependency/started(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func started(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> Success {
        let call = CallSite(fileID: fileID, line: line, column: column)
        let start = storedRegistration.start(at: call)
        let resolved = try await resolve(parameters, for: start)
        try await start.awaitStarts()
        return resolved.instance
    }
}

extension FactoryRegistration {
    /// Resolves synchronously, and waits until the instance has started.
    fileprivate func started<Instance, Failure: Error>(
        at call: CallSite,
        _ resolve: () throws(Failure) -> Instance
    ) async throws -> Instance {
        let start = start(at: call)
        let instance = try start.resolve { Result { () throws(Failure) in try resolve() } }.instance.get()
        try await start.awaitStarts()
        return instance
    }

    /// What resolves for one caller that waits for the start.
    fileprivate func start(at call: CallSite) -> ContainerStart {
        ContainerStart(container, container.manager, at: call, isNamed: false)
    }
}
