public import Wiring

/// A factory whose closure may throw or await. Do not conform your own types.
///
/// The modifiers that set a scope require a `Sendable` factory, that is, a `Sendable` instance and parameter.
@_documentation(visibility: internal)
public protocol EffectfulFactory<Success, Failure>: DeclaredDependency where Sharing == Self {
    /// The type of the instance.
    associatedtype Success where Success == T
    /// The type of the errors that the closure throws.
    associatedtype Failure: Error
}

extension FactoryRegistration {
    /// The stored instance of a declaration that has a time to live, or an instance for each parameter.
    @inline(__always)
    func storedInstance(for parameters: P, awaitsReadiness: Bool) throws(Miss) -> T {
        guard case .some(let modified) = modification else { throw Miss() }
        return try managerOfAnyContainer.storedInstance(modified, for: parameters, awaitsReadiness: awaitsReadiness)
    }

    /// Whether a resolution need only call the declaration's closure.
    @inline(__always)
    var isDirect: Bool {
        guard case .none = modification else { return false }
        return managerOfAnyContainer.isDirect(site)
    }

    /// Pushes the frame of such a resolution. If it depends on more, this returns `false`, and there is no frame.
    @inline(__always)
    func enterIfDirect() -> Bool {
        guard case .none = modification else { return false }
        return managerOfAnyContainer.enterIfDirect(declaration, of: container)
    }

    /// Begins a resolution that depends on more, and pushes its frame.
    func beginResolution(_ parameter: P, at call: CallSite) -> Resolution {
        Resolution.begin(failingRequest(parameter, at: call))
    }

    /// The same for an asynchronous declaration.
    @inline(__always)
    func beginAsynchronous(_ parameter: P, at call: CallSite) -> ContainerManager.RetentionStep {
        let manager = container.manager
        manager.registerAutomatically(container)
        guard case .some(.reference(let reference)) = modification, !manager.areFailuresObserved else {
            return .resolution(Resolution.begin(asynchronousRequest(parameter, at: call)))
        }
        return manager.begin(reference, of: container, waiters: TaskWaiters.self) { _ in
            asynchronousRequest(parameter, at: call)
        }
    }

    func asynchronousRequest(_ parameter: P, at call: CallSite) -> Resolution.Request {
        var request = failingRequest(parameter, at: call)
        request.waiters = TaskWaiters.self
        return request
    }

    private func failingRequest(_ parameter: P, at call: CallSite) -> Resolution.Request {
        var request = request(at: call, for: .of(parameter))
        request.mayFail = true
        return request
    }
}

extension ThrowingParameterFactory: Startable where Parameter == Void {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) throws -> ContainerStart.Resolved<Success> {
        try resolve((), for: start)
    }
}

extension ThrowingParameterFactory {
    /// Resolves the dependency for a start.
    package func resolve(
        _ parameters: Parameter,
        for start: ContainerStart
    ) throws -> ContainerStart.Resolved<Success> {
        let result = start.resolve { Result { () throws(Failure) in try resolve(parameters, at: start.call) } }
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
