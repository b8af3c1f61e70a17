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
