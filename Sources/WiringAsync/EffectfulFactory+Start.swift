public import Wiring

extension ThrowingParameterFactory: Startable where Parameter == Void {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) throws -> ContainerStart.Resolved<Success> {
        let result = start.resolve { Result { () throws(Failure) in try resolve((), at: start.call) } }
        return start.resolved(try result.instance.get())
    }
}

extension AsyncParameterFactory: Startable where Parameter == Void {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) async throws -> ContainerStart.Resolved<Success> {
        try await resolve((), for: start)
    }
}

extension AsyncParameterFactory {
    /// Resolves the dependency for a start.
    package func resolve(
        _ parameters: Parameter,
        for start: ContainerStart
    ) async throws -> ContainerStart.Resolved<Success> {
        let stored = try await instance(parameters, at: start.call)
        let followers = stored.followers
        let resolved = start.add(followers, of: stored.value(Success.self))
        // Found where it is stored, so that what is started admits it, whichever container has made it.
        if !followers.isEmpty { _ = start.resolve { findStored(parameters, at: start.call) } }
        return resolved
    }
}
