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
/// that is a `Failure`, and otherwise returns the instance. See ``DeclaredDependency/onStart(within:_:key:fileID:)``.
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
@frozen
public struct AsyncParameterFactory<Parameter, Success, Failure: Error>: EffectfulFactory {
    @usableFromInline var storedRegistration: FactoryRegistration<Parameter, Success>
    @usableFromInline let make: (Parameter) async throws(Failure) -> Success

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal)
    public var registration: FactoryRegistration<Parameter, Success> { storedRegistration }

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
    public func applying(_ change: FactoryRegistration<Parameter, Success>.Change) -> Self {
        var copy = self
        copy.storedRegistration.modification = change.modification
        return copy
    }

    @_documentation(visibility: internal)
    public static func closure<Input>(
        _ make: @escaping (Input) -> Success
    ) -> FactoryRegistration<Parameter, Success>.Closure {
        let closure = { (input: Input) async throws(Failure) in make(input) }
        return .init(ErasedClosure(asynchronous: closure))
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
            do {
                return try storedRegistration.manager.storedInstance(modified, for: parameters, awaitsStart: true)
            } catch {}
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

    // MARK: - Building

    private typealias Construction = () async throws(Failure) -> Success

    /// How a resolution goes on.
    private enum Beginning {
        /// A scope keeps the instance.
        case found(Success, [LifecycleHandle])
        /// No scope keeps it: run the closure for this caller.
        case run(AsyncStep, Construction)
        /// Run the closure for all callers, in a task of its own.
        case lead(Flight, AsyncStep, Construction, Frame.Completion)
        /// Another caller does.
        case join(Flight)
    }

    /// Resolves the dependency, without waiting for its start.
    ///
    /// - Returns: The instance, and what its dependents depend on.
    func instance(
        _ parameters: Parameter,
        at call: CallSite
    ) async throws(Failure) -> (instance: Success, nodes: [LifecycleHandle]) {
        do throws(Failure) {
            while true {
                let (beginning, decorator) = begin(parameters, at: call)
                let found: (instance: Success, nodes: [LifecycleHandle])?
                switch beginning {
                case .found(let instance, let nodes): return (instance, nodes)
                case .run(let step, let closure):
                    found = try await step.run(closure) { report($0, unless: $1, at: call) }
                case .lead(let flight, let step, let closure, let completion):
                    if Self.isCancellable, Task.isCancelled {
                        completion.abandon()
                        throw Self.cancellation
                    }
                    found = try await waiting(for: flight) { waiter in
                        run(closure, as: step, for: flight, waiter, completion, at: call)
                    }
                case .join(let flight): found = try await waiting(for: flight) { _ in }
                }
                guard let found else { continue }
                decorator?(found.instance)
                ResolutionStack.addDependencies(found.nodes)
                return found
            }
        } catch {
            ResolutionStack.passOn(reported(error))
            throw error
        }
    }

    /// Determines how the resolution goes on.
    ///
    /// - Returns: That, and what sees an instance that does not exist yet.
    private func begin(_ parameters: Parameter, at call: CallSite) -> (Beginning, decorator: ((Any) -> Void)?) {
        guard !storedRegistration.isDirect else {
            return (.run(step(parameters, at: call), Self.construction(make, parameters)), nil)
        }
        let resolution: Resolution
        defer { ResolutionStack.pop() }
        switch storedRegistration.begin(parameters, at: call) {
        case .instance(let stored): return (.found(stored.value(Success.self), stored.lifecycleNodes), nil)
        case .wait(let flight): return (.join(flight), nil)
        case .declaration(let flight):
            let step = step(parameters, at: call, for: flight, sharing: ResolutionSession.existingGraph)
            return (.lead(flight, step, Self.construction(make, parameters), flight), nil)
        case .resolution(let begun): resolution = begun
        }
        let decorator = resolution.settings.decorator
        var make = make
        switch resolution.next {
        case .instance(let stored):
            return (.found(resolution.found(stored, Success.self), stored.lifecycleNodes), nil)
        case .wait(let flight):
            resolution.endWithoutInstance()
            return (.join(flight), decorator)
        case .declaration: break
        case .closure(let replacement):
            make = replacement.asynchronous(Parameter.self, Success.self, Failure.self)
        case .failure: fatalError("no thread waits for a flight of tasks")
        }
        let closure = Self.construction(make, parameters, resolution.decorations)
        resolution.endWithoutInstance()
        let step = step(parameters, at: call, for: resolution.flight, sharing: ResolutionSession.existingGraph)
        guard let flight = resolution.flight else { return (.run(step, closure), decorator) }
        return (.lead(flight, step, closure, resolution), decorator)
    }

    /// What makes a decorated instance.
    private static func construction(
        _ make: @escaping (Parameter) async throws(Failure) -> Success,
        _ parameters: Parameter,
        _ decorations: [SlotState.Replacement] = []
    ) -> Construction {
        { () async throws(Failure) in
            var instance = try await make(parameters)
            for decoration in decorations {
                instance = try await decoration.closure.asynchronous(Success.self, Success.self, Failure.self)(instance)
            }
            return instance
        }
    }

    private func step(
        _ parameters: Parameter,
        at call: CallSite,
        for flight: Flight? = nil,
        sharing graph: GraphInstances? = nil
    ) -> AsyncStep {
        let manager = storedRegistration.container.manager
        let step = AsyncStep(
            storedRegistration.declaration,
            of: Frame.ContainerID(storedRegistration.container, manager),
            manager,
            .of(parameters),
            at: call.isKnown ? call : nil,
            for: flight,
            sharing: graph
        )
        if flight == nil, let cycle = step.repetition(isEager: manager.flags.isOn(.cycles)) {
            Wiring.Failure.circularDependency(cycle)
        }
        return step
    }

    /// Whether a caller that is cancelled stops waiting.
    private static var isCancellable: Bool {
        Failure.self == (any Error).self || Failure.self == CancellationError.self
    }

    /// What it throws then.
    // SAFETY: Only a cancellable caller throws it, whose `Failure` it is.
    private static var cancellation: Failure { CancellationError() as! Failure }

    /// Waits for a flight, whose cycle stops the program.
    ///
    /// - Parameter begin: Begins the flight, if this caller leads it. Receives the number of this waiter.
    /// - Returns: `nil` if the flight has ended without a result: resolve again.
    private func waiting(
        for flight: Flight,
        _ begin: (_ waiter: UInt64) -> Void
    ) async throws(Failure) -> (instance: Success, nodes: [LifecycleHandle])? {
        let waiter = UInt64.unique()
        let recorded = WaitGraph.shared.beginTask(for: flight, registration.step)
        begin(waiter)
        let arrival = await flight.arrival(for: waiter, isCancellable: Self.isCancellable)
        if let recorded { WaitGraph.shared.end(recorded) }
        switch arrival {
        case .instance(let stored): return (stored.value(Success.self), stored.lifecycleNodes)
        // SAFETY: The closures of this declaration throw nothing else.
        case .failure(let error): throw error as! Failure
        case .cancelled: throw Self.cancellation
        case .nothing: return nil
        }
    }

    /// Runs a closure for all callers of a flight.
    private func run(
        _ closure: @escaping Construction,
        as step: AsyncStep,
        for flight: Flight,
        _ leader: UInt64,
        _ completion: Frame.Completion,
        at call: CallSite
    ) {
        // SAFETY: Nothing else runs the closure or completes the resolution, and whoever declares a scope is responsible for what the
        // closure captures.
        nonisolated(unsafe) let (closure, completion, factory) = (closure, completion, self)
        flight.run(for: leader) {
            var known: ReportedFailure?
            do throws(Failure) {
                var (instance, nodes) = try await step.run(closure) { known = $1 }
                guard flight.land() else { return }
                _ = completion.addDependencies(nodes)
                completion.store(&instance)
            } catch {
                guard flight.land() else { return }
                factory.report(error, unless: known, at: call)
                completion.fail(error)
            }
        }
    }

    /// Looks a stored instance up once more, for a start.
    func findStored(_ parameters: Parameter, at call: CallSite) {
        let resolution = storedRegistration.beginRepetition(parameters, at: call)
        defer { ResolutionStack.pop() }
        if case .instance(let stored) = resolution.next {
            _ = resolution.found(stored, Success.self)
        } else {
            resolution.abandon()
            resolution.endWithoutInstance()
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
