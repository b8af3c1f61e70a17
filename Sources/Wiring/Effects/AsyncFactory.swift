/// A ``Factory`` whose closure may await and throw.
///
/// ```swift
/// extension Container {
///     var archive: AsyncFactory<Archive, any Error> { self { try await Archive.open(at: self.archivePath()) }.singleton }
/// }
///
/// let archive = try await container.archive()
/// ```
/// If `Failure` is `Never`, the closure does not throw, and resolving needs no `try`.
///
/// Without a scope, the closure runs at each call, in the caller's task and isolation, and its instance need not be `Sendable`.
///
/// With a scope, the closure runs once for all callers, in a task of its own. If neither the first caller nor the closure is
/// isolated to an actor, it begins on that caller's thread, so a closure that does not suspend costs no change of threads.
/// Otherwise, on older systems, and after it has suspended, it runs on the global executor or on its own actor. The task has
/// the task-local values of the caller that began it, and the priority of the most urgent caller that has joined. Callers
/// suspend until it ends; no thread is blocked.
///
/// An error goes to all callers that wait, as the closure threw it. No scope keeps it: the next caller runs the closure again.
/// ``ContainerManager/failureObserver`` receives it, with the path that led to it.
///
/// A caller that is cancelled stops waiting and throws `CancellationError`, if `Failure` is `any Error` or `CancellationError`.
/// If `Failure` cannot represent `CancellationError`, the caller keeps waiting. When the last caller has stopped waiting, the
/// task is cancelled, and its result is dropped. An instance that exists is returned without suspending, and to a cancelled
/// caller, too.
///
/// A default scope of the container applies, too. Its instances must be `Sendable`, which the compiler does not check.
///
/// Reset and registration work as for a ``Factory``: an instance that is being built goes to its callers, but is not kept.
///
/// While the container is started, a call that is not made within the closure of an asynchronous factory also waits until the
/// instance has started. Cancellation ends this wait, too, but not the start. If the start fails, the call throws its error if
/// that is a `Failure`, and otherwise returns the instance. See ``FactoryModifying/onStart(_:key:fileID:)``.
///
/// A cycle stops the program with an error that prints the path, even if it spans tasks. Wiring follows the tasks that run the
/// closures. It does not know which other tasks a closure awaits, such as one that `async let` creates: a cycle through such a
/// task is not detected, and its callers wait forever.
public typealias AsyncFactory<Success, Failure: Error> = AsyncParameterFactory<Void, Success, Failure>

/// An ``AsyncFactory`` whose closure takes a parameter.
///
/// ```swift
/// extension Container {
///     var page: AsyncParameterFactory<Int, Sheet, any Error> {
///         self { try await self.archive().page($0) }.scopeOnParameters.cached
///     }
/// }
///
/// let page = try await container.page(7)
/// ```
public struct AsyncParameterFactory<Parameter, Success, Failure: Error>: EffectfulFactory {
    @usableFromInline var storedRegistration: FactoryRegistration<Parameter, Deferred<Success, Failure>>
    @usableFromInline let make: (Parameter) async throws(Failure) -> Success

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal)
    public var registration: FactoryRegistration<Parameter, Deferred<Success, Failure>> { storedRegistration }

    @_spi(Sealed) public var base: ParameterFactory<Parameter, Deferred<Success, Failure>> {
        ParameterFactory(storedRegistration, Self.product(of: make))
    }

    @export(implementation)
    @inline(always)
    init(
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ factory: @escaping (Parameter) async throws(Failure) -> Success
    ) {
        storedRegistration = FactoryRegistration(container, site)
        make = factory
    }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func applying(_ change: FactoryRegistration<Parameter, Deferred<Success, Failure>>.Change) -> Self {
        var copy = self
        copy.storedRegistration.modification = change.modification
        return copy
    }

    /// Wraps the result of a closure in a ``Deferred``.
    static func product(
        of make: @escaping (Parameter) async throws(Failure) -> Success
    ) -> (Parameter) -> Deferred<Success, Failure> {
        { parameters in Deferred { () async throws(Failure) in try await make(parameters) } }
    }

    @_spi(Sealed) public static func product(returning value: Success) -> Deferred<Success, Failure> {
        Deferred { () async throws(Failure) in value }
    }

    @_spi(Sealed) public static func product(
        _ product: Deferred<Success, Failure>,
        changing change: @escaping (inout Success) -> Void
    ) -> Deferred<Success, Failure> {
        let make = product.closure
        return Deferred { () async throws(Failure) in
            var instance = try await make()
            change(&instance)
            return instance
        }
    }

    /// Resolves the dependency for a parameter.
    ///
    /// - Throws: What the closure throws; the error of a failed start; or `CancellationError` if the task is cancelled during a
    ///   start or, with a scope, during the construction. The last two are thrown only if they are a `Failure`.
    @export(implementation)
    @inline(always)
    public func callAsFunction(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> Success {
        try await find(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency for a parameter. See ``callAsFunction(_:fileID:line:column:)``.
    @export(implementation)
    @inline(always)
    public func resolve(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> Success {
        try await find(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Returns the stored instance, or resolves.
    @export(implementation)
    @inline(always)
    func find(_ parameters: Parameter, at call: CallSite) async throws(Failure) -> Success {
        if case .some(let modified) = storedRegistration.modification {
            // SAFETY: This value has the container, which retains its manager.
            do { return try storedRegistration.manager.settledInstance(modified, for: parameters) } catch {}
        }
        return try await resolve(parameters, at: call)
    }

    @usableFromInline
    func resolve(_ parameters: Parameter, at call: CallSite) async throws(Failure) -> Success {
        let (instance, nodes) = try await instance(parameters, at: call)
        // A closure under way need not wait: its instance starts after those that it was built with.
        if !nodes.isEmpty, AsyncStep.current == nil {
            do {
                try await Lifecycle.awaitStart(of: nodes, isCancellable: CancellationError() is Failure)
            } catch {
                guard let failure = error as? Failure else { return instance }
                report(failure, at: call)
                throw failure
            }
        }
        return instance
    }

    /// Resolves the dependency, without waiting for its start.
    ///
    /// - Returns: The instance, and what its dependents depend on.
    func instance(
        _ parameters: Parameter,
        at call: CallSite
    ) async throws(Failure) -> (instance: Success, nodes: [AnyLifecycleNode]) {
        while true {
            let observer = observingManager
            let deferred = base.resolve(parameters, at: call)
            do {
                guard let instance = try await deferred.value(for: storedRegistration, parameters, at: call) else {
                    continue
                }
                observer?.currentSettings.decorator?(instance)
                let nodes = deferred.lifecycleNodes
                ResolutionStack.addDependencies(nodes)
                return (instance, nodes)
            } catch {
                report(error, at: call)
                throw error
            }
        }
    }
}

extension AsyncParameterFactory where Parameter == Void {
    /// Resolves the dependency.
    ///
    /// - Throws: What the closure throws; the error of a failed start; or `CancellationError` if the task is cancelled during a
    ///   start or, with a scope, during the construction. The last two are thrown only if they are a `Failure`.
    @export(implementation)
    @inline(always)
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> Success {
        try await find((), at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency. See ``callAsFunction(fileID:line:column:)``.
    @export(implementation)
    @inline(always)
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> Success {
        try await find((), at: CallSite(fileID: fileID, line: line, column: column))
    }
}

// SAFETY: The compiler cannot check this, as for `Factory`.
extension AsyncParameterFactory: @unchecked Sendable where Parameter: Sendable, Success: Sendable {}
