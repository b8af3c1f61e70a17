extension ThrowingParameterFactory: Startable where Parameter == Void {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) throws -> ContainerStart.Resolved {
        var result: Result<Success, Failure>?
        let resolved = start.resolve { result = Result { () throws(Failure) in try resolve((), at: start.call) } }
        _ = try result?.get()
        return resolved
    }
}

extension AsyncParameterFactory: Startable where Parameter == Void {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) async throws -> ContainerStart.Resolved {
        let stored = try await resolve((), for: start)
        extendLifetime(stored)
        return ContainerStart.Resolved()
    }
}

extension ThrowingParameterFactory {
    /// Resolves the dependency for a parameter, and waits until it has started. See ``Factory/started(fileID:line:column:)``.
    ///
    /// - Throws: What ``Factory/started(fileID:line:column:)`` throws, or what the closure throws.
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

extension ThrowingParameterFactory where Parameter == Void {
    /// Resolves the dependency, and waits until it has started. See ``Factory/started(fileID:line:column:)``.
    ///
    /// - Throws: What ``Factory/started(fileID:line:column:)`` throws, or what the closure throws.
    public func started(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> Success { try await started((), fileID: fileID, line: line, column: column) }
}

extension AsyncParameterFactory {
    /// Resolves the dependency for a parameter, and waits until it has started. See ``Factory/started(fileID:line:column:)``.
    ///
    /// Unlike a plain call, it throws every error of the start, and waits in the closure of an asynchronous factory, too.
    ///
    /// - Throws: What ``Factory/started(fileID:line:column:)`` throws, or what the closure throws.
    public func started(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> Success {
        let call = CallSite(fileID: fileID, line: line, column: column)
        let start = storedRegistration.start(at: call)
        let stored = try await resolve(parameters, for: start)
        try await start.awaitStarts(isRecorded: true)
        return stored.value(Success.self)
    }

    /// Resolves the dependency for a start.
    fileprivate func resolve(
        _ parameters: Parameter,
        for start: ContainerStart
    ) async throws -> StoredInstance.Strong {
        let stored = try await instance(parameters, at: start.call)
        let nodes = stored.lifecycleNodes
        start.add(nodes)
        // Found where it is stored, so that what is started admits it, whichever container has made it.
        if !nodes.isEmpty { start.resolve { findStored(parameters, at: start.call) } }
        return stored
    }
}

extension AsyncParameterFactory where Parameter == Void {
    /// Resolves the dependency, and waits until it has started. See ``Factory/started(fileID:line:column:)``.
    ///
    /// Unlike a plain call, it throws every error of the start, and waits in the closure of an asynchronous factory, too.
    ///
    /// - Throws: What ``Factory/started(fileID:line:column:)`` throws, or what the closure throws.
    public func started(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> Success { try await started((), fileID: fileID, line: line, column: column) }
}
