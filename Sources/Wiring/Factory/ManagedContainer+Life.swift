extension ManagedContainer {
    /// Starts dependencies, runs a body, and stops everything that was started.
    ///
    /// ```swift
    /// try await container.run(\.server) { await untilInterrupted() }
    /// ```
    /// The dependencies are resolved here, in order. Then they and everything that they were built with start: see
    /// ``FactoryModifying/onStart(key:fileID:_:)``. The body runs when they have started. A dependency that is first resolved from
    /// this container after that starts at once; a synchronous resolution does not wait for it, an asynchronous one does. What
    /// another container resolves starts only if an instance with such closures, or a named dependency, is built with it.
    ///
    /// When the body has ended, everything stops, dependents before their dependencies: see
    /// ``FactoryModifying/onStop(within:key:fileID:_:)``. That also happens if the body throws, or the task is cancelled. Then the
    /// container's instances are cleared, together with the singletons that were started and those that were built with them. The
    /// container can be used and run again. An instance that another container stores is stopped, but stays there. Reset it before
    /// the next run: it does not start again.
    ///
    /// The body runs in a task of its own, which is cancelled if this task is, and if the run ends for another reason:
    ///
    /// - An `onStart` or `onRun` closure throws. The run throws the first such error.
    /// - An `onRun` closure returns, or `shutdown()` is called. If the body then throws a `CancellationError`, the run throws a
    ///   ``LifecycleError`` instead.
    ///
    /// If a start fails or this task is cancelled before the body, the other starts are cancelled, what had started stops, and
    /// the body does not run.
    ///
    /// An instance that was built before the run is started if you name it, or if it is resolved again. If what starts was built
    /// with another such instance, the run throws a ``LifecycleError``, because the container does not keep the closures of a
    /// declaration.
    ///
    /// - Parameters:
    ///   - dependencies: The declarations to start: `\.server, \.metrics`.
    ///   - fileID: The file of the call. Leave this and the following parameters to their defaults.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - body: The program.
    /// - Returns: What the body returns.
    /// - Throws: What a factory closure, an `onStart` or `onRun` closure, or the body throws; `CancellationError` if the task is
    ///   cancelled before the body runs; a ``LifecycleError``, for example if the container has been started and not shut down.
    @discardableResult
    public func run<each F: Startable, Output: Sendable>(
        _ dependencies: repeat KeyPath<Self, each F>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        body: sending @escaping @isolated(any) () async throws -> Output
    ) async throws -> Output {
        let call = CallSite(fileID: fileID, line: line, column: column)
        var factories: [any Startable] = []
        repeat factories.append(self[keyPath: each dependencies])
        return try await run(factories, at: call, body)
    }

    /// Starts dependencies, and waits until they have started. See `run(_:body:)`.
    ///
    /// Call ``shutdown()`` to stop everything, and retain the container until then. Its instances are not released before. You can
    /// call this again, also within the body of `run`, to start more. An error of an `onRun` closure, or of an instance that starts
    /// later, goes to the container's ``ContainerManager/logger``, except within `run`.
    ///
    /// While this resolves the dependencies, another new instance of the container starts when a caller awaits its start, and
    /// otherwise afterwards.
    ///
    /// - Parameters:
    ///   - dependencies: The declarations to start.
    ///   - fileID: The file of the call. Leave this and the following parameters to their defaults.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Throws: What a factory closure or an `onStart` closure throws; `CancellationError`; or a ``LifecycleError``. Outside of
    ///   `run`, everything has then been stopped. Within `run`, only an error of an `onStart` closure ends the run.
    public func start<each F: Startable>(
        _ dependencies: repeat KeyPath<Self, each F>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws {
        let call = CallSite(fileID: fileID, line: line, column: column)
        var factories: [any Startable] = []
        repeat factories.append(self[keyPath: each dependencies])
        try await start(factories, at: call)
    }

    /// Stops everything that was started, in reverse order, and clears the container's instances. See `run(_:body:)`.
    ///
    /// Starts under way are cancelled. It returns when everything has stopped, even if several tasks call it or the calling task is
    /// cancelled. Within an `onStart`, `onRun` or `onStop` closure of this container, and the tasks that these start, it returns at
    /// once, because the closure itself would have to end first. Within `run` it also cancels the body, without waiting for it. If
    /// nothing is started, it does nothing.
    ///
    /// A dependency that is resolved meanwhile is built but not started, and the ``ContainerManager/logger`` receives a message.
    public func shutdown() async { await manager.shutdown() }

    // Functions without a parameter pack, because an asynchronous closure within one that has it crashes the compiler.

    private func run<Output: Sendable>(
        _ factories: [any Startable],
        at call: CallSite,
        _ body: sending @escaping @isolated(any) () async throws -> Output
    ) async throws -> Output {
        let start = ContainerStart(self, manager, at: call)
        return try await manager.run({ try await start.resolve(factories) }, body)
    }

    private func start(_ factories: [any Startable], at call: CallSite) async throws {
        let start = ContainerStart(self, manager, at: call)
        _ = try await manager.start(isRun: false) { try await start.resolve(factories) }
    }
}
