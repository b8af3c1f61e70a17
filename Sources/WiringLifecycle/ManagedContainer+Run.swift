public import Wiring

extension ManagedContainer {
    /// Starts dependencies, runs a body, and stops everything that was started.
    ///
    /// ```swift
    /// try await container.run(\.server) { await untilInterrupted() }
    /// ```
    /// To start several, write `run(\.server, \.metrics) { … }`. They are resolved in order, with the isolation of the caller. Then
    /// they start, with everything that they were built with. The hooks of a declaration say what that means: the closures of
    /// ``DeclaredDependency/onStart(within:_:key:fileID:)``, ``DeclaredDependency/onRun(_:key:fileID:)`` and
    /// ``DeclaredDependency/onStop(within:_:key:fileID:)``.
    ///
    /// The body runs when they have started. A dependency that is first resolved from this container after that starts at once. An
    /// asynchronous resolution waits for the start; a synchronous one does not. An instance of a child that has hooks starts when it
    /// is built, and stops when the operation of `withChildContainer` ends. An instance of another container starts only if a named
    /// dependency, or an instance of this container that has hooks, resolves it while being built.
    ///
    /// When the body has ended, everything stops, dependents before their dependencies, and what was running before what was
    /// first resolved meanwhile. That also happens if the body throws, or the task is cancelled. Then the container's
    /// instances are cleared, including those that `push()` saved, and so are the singletons that were started. Other
    /// singletons, and instances of other containers, that were built with a stopped instance are built again at their next
    /// resolution. You can use and run the container again.
    ///
    /// The body has the caller's isolation, before and after it suspends, and runs in its own task. In a
    /// `nonisolated(nonsending)` function, that is the isolation with which the function was called. The task does not inherit a
    /// preferred task executor. It is cancelled if the calling task is cancelled, or if the run ends early:
    ///
    /// - An `onStart` or `onRun` hook throws. The run throws the first such error, whatever the body returns or throws. The
    ///   ``ContainerManager/logger`` receives each later one, and that of an instance of a child.
    /// - The scope of an instance that this call names, or that has an `onRun` hook, drops it, for example because of a reset
    ///   or its expiry. The instance stops, and the run throws a ``LifecycleError`` that names both.
    /// - An `onRun` hook returns, or `shutdown()` is called. If the body then throws a `CancellationError`, the run throws a
    ///   ``LifecycleError`` instead.
    ///
    /// If a dependency cannot be resolved, or this task is cancelled meanwhile, nothing starts. If a start fails or this task is
    /// cancelled before the body, the other starts are cancelled, and the body does not run. In both cases, what had started stops,
    /// and so does what was built and has no `onStart` hook.
    ///
    /// An instance from before the run starts only if you name it, or if it is resolved again: the container does not keep the
    /// hooks of its declaration. If an instance that starts was built with one that is not started, the run throws a
    /// ``LifecycleError``.
    ///
    /// - Returns: What the body returns.
    /// - Throws: What a factory closure, an `onStart` or `onRun` hook, or the body throws; `CancellationError` if the task is
    ///   cancelled before the body runs; a ``LifecycleError``, for example if the container has been started and not shut down.
    @discardableResult
    public func run<each Dependency: Startable, Output: Sendable, Failure: Error>(
        _ dependencies: repeat KeyPath<Self, each Dependency>,
        body: @escaping () async throws(Failure) -> Output,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> Output {
        var factories: [any Startable] = []
        repeat factories.append(self[keyPath: each dependencies])
        return try await run(factories, at: CallSite(fileID: fileID, line: line, column: column), body)
    }

    /// Starts dependencies, and stops everything that was started when the task is cancelled. See `run(_:body:)`.
    ///
    /// ```swift
    /// try await container.run(\.server)
    /// ```
    /// Use it for a program that works until it is told to end. Cancellation is the normal end: the run returns without
    /// an error, even if starts were still in progress.
    ///
    /// - Throws: What a factory closure, or an `onStart` or `onRun` hook throws; a ``LifecycleError``, for example if an
    ///   `onRun` hook returns, or `shutdown()` is called.
    public func run<each Dependency: Startable>(
        _ dependencies: repeat KeyPath<Self, each Dependency>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws {
        var factories: [any Startable] = []
        repeat factories.append(self[keyPath: each dependencies])
        try await run(factories, at: CallSite(fileID: fileID, line: line, column: column))
    }

    // Neither this nor `start` is in a function with a parameter pack, because an asynchronous closure there crashes the compiler.
    func run(_ factories: [any Startable], at call: CallSite) async throws {
        do {
            try await run(factories, at: call) { try await Eventual<Void>().cancellableValue }
        } catch is CancellationError where Task.isCancelled {}
    }

    private func run<Output: Sendable, Failure: Error>(
        _ factories: [any Startable],
        at call: CallSite,
        _ body: @escaping () async throws(Failure) -> Output
    ) async throws -> Output {
        try await start(factories, isRun: true, at: call).run(body).get()
    }

    private func start(_ factories: [any Startable], isRun: Bool, at call: CallSite) async throws -> Lifecycle {
        let start = ContainerStart(self, manager, at: call)
        let origin = StartCall(isRun: isRun, container: type(of: self), site: call)
        return try await manager.start(origin) {
            for factory in factories { try await start.resolve(factory) }
            return start.takeHandles()
        }
    }

    // MARK: - Without a body

    /// Starts dependencies, and waits until they have started. See `run(_:body:)`.
    ///
    /// Call ``shutdown()`` to stop everything. Retain the container until then: releasing it stops nothing. A child of
    /// `withChildContainer` also stops when its operation ends. You can call this again to start more, even within the
    /// body of `run`. An error of an `onRun` hook, or of an instance that starts later, goes to the container's
    /// ``ContainerManager/logger``. There are two exceptions: if a call of this function is in progress, it throws the
    /// error, and within `run`, the run throws the first error.
    ///
    /// Other new instances that are resolved from the container while this call resolves its dependencies start after
    /// that, or as soon as a caller awaits their start.
    ///
    /// Nothing starts if a dependency cannot be resolved, or if the calling task is cancelled meanwhile. Outside of
    /// `run`, everything that the container has started is then stopped, including what earlier calls started and what
    /// was built for this call and has no `onStart` hook. The same happens if a start fails, or if the task is
    /// cancelled while it waits for a start.
    ///
    /// Within the body of `run`, the run goes on. What this call has resolved starts as if the body had resolved it,
    /// even if this call throws. If the calling task is cancelled, only its wait ends. The run ends, however, if an
    /// `onStart` hook throws, or if an instance starts that was built with one from before the run.
    ///
    /// - Throws: What a factory closure or an `onStart` hook throws; `CancellationError`; or a ``LifecycleError``.
    public func start<each Dependency: Startable>(
        _ dependencies: repeat KeyPath<Self, each Dependency>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws {
        let call = CallSite(fileID: fileID, line: line, column: column)
        var factories: [any Startable] = []
        repeat factories.append(self[keyPath: each dependencies])
        _ = try await start(factories, isRun: false, at: call)
    }

    /// Stops everything that was started, in reverse order, and clears the container's instances. See `run(_:body:)`.
    ///
    /// It returns when everything has stopped, even if several tasks call it or the calling task is cancelled. Starts
    /// in progress are cancelled and awaited, so a start that ignores cancellation delays the shutdown, unless it has a
    /// limit. Within `run`, this also cancels the body, without waiting for it.
    ///
    /// If the container was not started, this only clears its instances, and calls no `onStop` hook: hooks belong to a run,
    /// and the container does not keep those of its declarations. If a resolution may fail, resolve within `run`, or call
    /// `start()` without names before, so that this stops what the resolution has built.
    ///
    /// Within a hook of this container or a child, and the tasks that the hook starts, it returns at once, because the hook
    /// itself would have to end first. A detached task is not part of the hook. If the hook awaits a detached task that calls
    /// this function, it waits for itself until its limit. Within a hook of another container's instance, what that instance was built with
    /// stops without waiting for it. If it waits already, this returns at once. A wait for a start that itself waits for this shutdown does
    /// not end.
    ///
    /// Call this at the end of a session, because nothing else ends a session. In a child, it also stops what was
    /// started for the child and its own children in the run of a parent. Children that were started or run by
    /// themselves stop first, and their runs end. A child cannot be started meanwhile.
    ///
    /// A dependency that is resolved meanwhile is built but not started, and the ``ContainerManager/logger`` receives a message.
    public func shutdown() async { await manager.shutdown() }
}

extension ContainerStart {
    fileprivate func resolve(_ dependency: some Startable) async throws { _ = try await dependency.resolve(for: self) }
}
