public import Wiring

/// A ``Factory`` whose closure may await and throw.
///
/// ```swift
/// extension Container {
///     var archive: AsyncFactory<Archive, any Error> {
///         self { try await Archive.open(at: self.archivePath()) }.singleton
///     }
/// }
///
/// let archive = try await container.archive()
/// ```
/// If `Failure` is `Never`, the closure does not throw, and resolving needs no `try`.
///
/// Without a scope, the closure runs at each call, in the caller's task and isolation, and its instance need not be `Sendable`.
///
/// With a scope, the closure runs once for all callers, in a task of its own, which does not occupy a caller's actor.
/// Callers suspend until it ends; no thread is blocked. The task has the task-local values of the caller that began it,
/// and the priority of the most urgent caller that has joined.
///
/// That task runs the closure on the closure's actor, or on the global executor if it has none. There is one exception: if
/// neither the closure nor the first caller is isolated to an actor, the closure begins on that caller's thread. It then
/// needs no thread switch if it does not suspend. Systems before those of 2025 do not make the exception. Others do not make it
/// in a task that has begun within the closure of a synchronous factory, with `Task.immediate`, nor always in a chain of more
/// than 31 asynchronous closures. A caller in a `nonisolated(nonsending)` function that was called on an actor is isolated to
/// that actor.
///
/// If the closure throws, all waiting callers receive the error unchanged. No scope keeps an error: the next caller
/// runs the closure again. ``ContainerManager/failureObserver`` receives the error, with the path that led to it.
///
/// A caller that is cancelled stops waiting and throws `CancellationError`, if `Failure` is `any Error` or
/// `CancellationError`. If `Failure` cannot represent `CancellationError`, the caller keeps waiting. When the last
/// caller has stopped waiting, the task is cancelled, and its result is dropped. If an instance exists, it is returned
/// without suspending, even to a cancelled caller.
///
/// A default scope of the container applies, too. The compiler cannot check that instances of a default scope are
/// `Sendable`, so make sure that they are.
///
/// Reset and registration work as for a ``Factory``: if an instance is being built, its waiting callers still get it,
/// but the container does not store it.
///
/// While the container is started, a call also waits until the instance has started, unless the closure of an asynchronous factory
/// makes the call, or a task that it has created, while the closure runs: there, ``DeclaredDependency/started(fileID:line:column:)``
/// waits. Cancellation ends this wait, but not the start. If the start fails, the call throws the error if it is a `Failure`; otherwise
/// it returns the instance. See ``DeclaredDependency/onStart(within:_:key:fileID:)``.
///
/// A cycle stops the program with an error that prints the path, even if it spans the tasks that run closures. Wiring
/// cannot see which other tasks a closure awaits, such as one that `async let` creates. A cycle through such a task is
/// not detected, and its callers wait forever.
///
/// Each modifier behaves like the one of a ``Factory``, and its closure may await and throw, too. See ``ThrowingFactory``.
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
    @usableFromInline package var storedRegistration: FactoryRegistration<Parameter, Success>
    @usableFromInline let make: (Parameter) async throws(Failure) -> Success

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal)
    public var registration: FactoryRegistration<Parameter, Success> { storedRegistration }

    /// - Parameter isolation: The actor that the declaration is isolated to, if there is one. Only a debug build uses it.
    @export(implementation)
    @inline(always)
    init(
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ isolation: (any Actor)?,
        _ factory: @escaping (Parameter) async throws(Failure) -> Success
    ) {
        storedRegistration = FactoryRegistration(container, site)
        #if DEBUG
            // For messages only: the closure runs on its own actor wherever it is resolved.
            if let isolation { storedRegistration.noteIsolation(isolation) }
        #endif
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

    /// Resolves the dependency for a parameter. ``AsyncFactory`` says when and where the closure runs.
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
    @_documentation(visibility: internal)
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
    package func find(_ parameters: Parameter, at call: CallSite) async throws(Failure) -> Success {
        if case .some(let modified) = storedRegistration.modification {
            // SAFETY: If this misses, the call below uses this value, so the container lives until this has returned.
            do {
                return try storedRegistration.manager.storedInstance(modified, awaitsReadiness: true)
            } catch {}
        }
        return try await resolve(parameters, at: call)
    }

    @usableFromInline
    func resolve(_ parameters: Parameter, at call: CallSite) async throws(Failure) -> Success {
        do { return try storedRegistration.storedInstance(for: parameters, awaitsReadiness: true) } catch {}
        let stored: StoredInstance.Strong
        do {
            stored = try await instance(parameters, at: call)
            let isPending = stored.followers.contains(where: \.marks.isPending)
            // A closure under way need not wait: its instance starts after those that it was built with.
            if isPending, AsyncStep.current == nil { try await awaitReadiness(of: stored.followers) }
        } catch {
            // SAFETY: The closures of this declaration throw nothing else, and only a cancellable caller is cancelled.
            throw error as! Failure
        }
        return stored.value(Success.self)
    }

    /// Waits until an instance has started. Throws the error of the start if that is a `Failure`.
    private func awaitReadiness(of followers: [FollowerHandle]) async throws {
        do {
            defer { extendLifetime(followers) }
            for follower in followers.map(\.follower) {
                try await follower.awaitReadiness(isCancellable: Self.isCancellable)
            }
        } catch {
            if let failure = error as? Failure { throw failure }
        }
    }

    // MARK: - Building

    // What is asynchronous here and throws, throws any error: each function that throws a `Failure` would reserve memory for it.

    /// Resolves the dependency, without waiting for its start. Throws a `Failure`.
    func instance(_ parameters: Parameter, at call: CallSite) async throws -> StoredInstance.Strong {
        while true {
            let (beginning, resolution) = begin(parameters, at: call)
            let arrival: Flight.Arrival
            switch beginning {
            case .found(let stored): return stored
            case .run(let step, let recipe):
                arrival = await build(recipe, parameters, as: step, resolution)
            case .wait(let flight, let lead):
                if let lead, Self.isCancellable, Task.isCancelled {
                    lead.completion.abandon()
                    arrival = .failure(.cancellation)
                    break
                }
                let waiter = WaitGraph.beginTask(for: flight, registration.step)
                let wait = FollowedContainers.beginWait(for: flight, registration.step)
                // Not as an argument, which crashes the compiler (Swift 6.3).
                let caller = #isolation
                if let lead { build(lead, for: flight, startsHere: caller == nil) }
                // Without suspending, if the closure did not suspend.
                if lead != nil, let early = flight.tasks.take(flight.builder) {
                    arrival = early
                } else {
                    let number = lead == nil ? .unique() : flight.builder
                    arrival = await flight.tasks.arrival(for: number, isCancellable: Self.isCancellable)
                }
                WaitGraph.endTask(waiter)
                wait?()
            }
            switch arrival {
            case .instance(let stored):
                if let resolution { show(stored, of: resolution) }
                ResolutionStack.addDependencies(stored.followers)
                return stored
            case .failure(let failure):
                resolution?.observation?.endWithoutInstance()
                ResolutionStack.passOn(failure.reported)
                throw failure.error
            // The flight has ended without a result: resolve again.
            case .nothing: resolution?.observation?.endWithoutInstance()
            }
        }
    }

    /// Shows an instance that did not exist when the resolution began. The declaration has no decorator.
    @inline(never)
    private func show(_ stored: StoredInstance.Strong, of resolution: Resolution) {
        let instance = stored.value(Success.self)
        resolution.settings.decorator?(instance)
        resolution.observation?.end(with: instance)
    }

    /// Determines how the resolution goes on.
    ///
    /// - Returns: That, and the resolution, if more matters than a scope.
    private func begin(_ parameters: Parameter, at call: CallSite) -> (AsyncStep.Beginning, Resolution?) {
        guard !storedRegistration.isDirect else { return (.run(step(parameters, at: call), AsyncStep.Recipe()), nil) }
        let resolution: Resolution
        defer { ResolutionStack.pop() }
        switch storedRegistration.beginAsynchronous(parameters, at: call) {
        case .instance(let stored): return (.found(stored), nil)
        case .wait(let flight): return (.wait(flight, nil), nil)
        case .build(let flight, let replacement):
            let step = step(parameters, at: call, for: flight, sharing: ResolutionSession.existingGraph)
            return (.wait(flight, .init(step: step, recipe: .init(replacement: replacement), completion: flight)), nil)
        case .resolution(let begun): resolution = begun
        }
        var recipe = AsyncStep.Recipe(decorations: resolution.decorations)
        switch resolution.next {
        case .instance(let stored):
            _ = resolution.found(stored, Success.self)
            return (.found(stored), nil)
        case .wait(let flight): return (.wait(flight, nil), resolution)
        case .declaration: break
        case .closure(let replacement): recipe.replacement = replacement
        case .failure: fatalError("no thread waits for a flight of tasks")
        }
        let starter = resolution.request.starter
        let graph = ResolutionSession.existingGraph
        let step = step(parameters, startedFor: starter, at: call, for: resolution.flight, sharing: graph)
        guard let flight = resolution.flight else { return (.run(step, recipe), resolution) }
        return (.wait(flight, .init(step: step, recipe: recipe, completion: resolution)), resolution)
    }

    /// - Parameter starter: The manager for which the instances start that the closure needs; `nil` for this factory's.
    private func step(
        _ parameters: Parameter,
        startedFor starter: ContainerManager? = nil,
        at call: CallSite,
        for flight: Flight? = nil,
        sharing graph: GraphInstances? = nil
    ) -> AsyncStep {
        let manager = storedRegistration.container.manager
        let step = AsyncStep(
            PathStep(storedRegistration.declaration, of: storedRegistration.container, manager),
            starter ?? manager,
            .of(parameters),
            at: call.ifKnown,
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

    /// Makes a decorated instance.
    @inline(__always)
    private func make(_ recipe: AsyncStep.Recipe, _ parameters: Parameter) async throws -> Success {
        recipe.isDeclared ? try await make(parameters) : try await makeOtherwise(recipe, parameters)
    }

    // Apart from the usual case, for which it would reserve memory.
    @inline(never)
    private func makeOtherwise(_ recipe: AsyncStep.Recipe, _ parameters: Parameter) async throws -> Success {
        // With `??`, the type of the closures would need metadata that later systems have.
        var instance =
            if let replacement = recipe.replacement {
                try await replacement.asynchronous(Parameter.self, Success.self, Failure.self)(parameters)
            } else {
                try await make(parameters)
            }
        for decoration in recipe.decorations {
            instance = try await decoration.closure.asynchronous(Success.self, Success.self, Failure.self)(instance)
        }
        return instance
    }

    /// Builds an instance for this caller.
    private func build(
        _ recipe: AsyncStep.Recipe,
        _ parameters: Parameter,
        as step: AsyncStep,
        _ resolution: Resolution?
    ) async -> Flight.Arrival {
        var record = AsyncStep.Record()
        do {
            let instance = try await step.run(&record) { try await make(recipe, parameters) }
            resolution?.observation?.endConstruction()
            return .instance(StoredInstance.Strong(StoredInstance(instance, scope: .singletons, record.nodes)))
        } catch {
            let failure = failure(error, record, of: step, resolution)
            resolution?.fail(failure)
            return .failure(failure)
        }
    }

    /// Builds an instance for all callers of a flight, in a task of its own.
    ///
    /// - Parameter startsHere: Whether the task may begin on the calling thread. On the thread of an actor, it would occupy the actor.
    private func build(_ lead: AsyncStep.Lead, for flight: Flight, startsHere: Bool) {
        // Within a synchronous closure, what the task resolves would become a dependency of what that closure builds. And in a deep chain,
        // each task would need the stack of its caller: so 32 of 64 levels do not, whichever of them have a scope.
        let startsHere = startsHere && ResolutionStack.depth == 0 && lead.step.depth % 64 < 32
        let work = Work(factory: self, lead: lead)
        let priority = flight.tasks.lead(flight.builder)
        // Each task inherits the task-local values and the priority of the caller. Neither gets the closure as a value: each of the
        // closures that the compiler would wrap it in takes as long as the call of a function.
        if startsHere, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            let task = Task.immediate { await work.factory.complete(flight, work.lead) }
            flight.tasks.takeOff(task, at: priority)
        } else {
            let task = Task { await work.factory.complete(flight, work.lead) }
            flight.tasks.takeOff(task, at: priority)
        }
    }

    /// What the task of a flight takes along.
    ///
    /// Not values that are `nonisolated(unsafe)`: a build for library evolution would reject them.
    private struct Work: @unchecked Sendable {
        // SAFETY: Nothing else runs the closure or completes the resolution, and whoever declares a scope is responsible for what the
        // closure captures.
        let factory: AsyncParameterFactory
        let lead: AsyncStep.Lead
    }

    /// Runs the closure for a flight, and ends the flight.
    @inline(__always)
    private func complete(_ flight: Flight, _ lead: AsyncStep.Lead) async {
        let (step, completion) = (lead.step, lead.completion)
        var record = AsyncStep.Record()
        do {
            let parameter = step.parameter
            var instance = try await step.run(&record) { try await make(lead.recipe, parameter.value(Parameter.self)) }
            guard flight.tasks.land() else { return flight.abandon() }
            if !record.nodes.isEmpty { _ = completion.addDependencies(record.nodes) }
            completion.store(&instance)
        } catch {
            guard flight.tasks.land() else { return flight.abandon() }
            completion.fail(failure(error, record, of: step, completion as? Resolution))
        }
    }

    /// The failure of a closure that has ended, of which the observer of failures has been told.
    @inline(never)
    private func failure(
        _ error: any Error,
        _ record: AsyncStep.Record,
        of step: AsyncStep,
        _ resolution: Resolution?
    ) -> ConstructionFailure {
        // A resolution may have been directed to another container.
        let manager = resolution?.request.manager ?? storedRegistration.container.manager
        return manager.observedFailure(
            error,
            passedOn: record.reportedFailures,
            path: ResolutionStack.path + [resolution?.request.step ?? step.step],
            at: step.call
        )
    }

    /// Looks a stored instance up once more, for a start.
    func findStored(_ parameters: Parameter, at call: CallSite) {
        var request = storedRegistration.asynchronousRequest(parameters, at: call)
        request.isRepeated = true
        let resolution = Resolution.begin(request)
        defer { ResolutionStack.pop() }
        if case .instance(let stored) = resolution.next {
            _ = resolution.found(stored, Success.self)
        } else {
            resolution.abandon()
        }
    }
}

extension AsyncStep {
    /// What makes an instance: a closure in place of the declaration's, if there is one, and decorations.
    fileprivate struct Recipe {
        var replacement: ErasedClosure?
        var decorations: [SlotState.Replacement] = []

        /// Whether the declaration's closure makes it.
        var isDeclared: Bool { replacement == nil && decorations.isEmpty }
    }

    /// How a resolution goes on.
    fileprivate enum Beginning {
        /// A scope keeps the instance.
        case found(StoredInstance.Strong)
        /// No scope keeps it: build one for this caller.
        case run(AsyncStep, Recipe)
        /// One is built for all callers: by this caller, if it leads, or by another.
        case wait(Flight, Lead?)
    }

    /// How a caller builds the instance for all callers, in a task of its own.
    fileprivate struct Lead {
        let step: AsyncStep
        let recipe: Recipe
        let completion: Frame.Completion
    }
}

extension AsyncParameterFactory where Parameter == Void {
    /// Resolves the dependency. ``AsyncFactory`` says when and where the closure runs.
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
    @_documentation(visibility: internal)
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
