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
        let stored = try await instance((), at: start.call)
        let nodes = stored.lifecycleNodes
        start.add(nodes)
        // Found where it is stored, so that what is started admits it, whichever container has made it.
        if !nodes.isEmpty { start.resolve { findStored((), at: start.call) } }
        extendLifetime(stored)
        return ContainerStart.Resolved()
    }
}
