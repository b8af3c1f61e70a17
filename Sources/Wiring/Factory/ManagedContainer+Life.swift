extension ManagedContainer {
    /// Starts dependencies, and waits until they have started. See `run(_:body:)`.
    ///
    /// Call ``shutdown()`` to stop everything. Retain the container until then: releasing it stops nothing. A child of
    /// `withChildContainer` also stops when its operation ends. You can call this again to start more, even within the
    /// body of `run`. An error of an `onRun` closure, or of an instance that starts later, goes to the container's
    /// ``ContainerManager/logger``. There are two exceptions: if a call of this function is in progress, it throws the
    /// error, and within `run`, the run throws the first error.
    ///
    /// Other new instances that are resolved from the container while this call resolves its dependencies start after
    /// that, or as soon as a caller awaits their start.
    ///
    /// Nothing starts if a dependency cannot be resolved, or if the calling task is cancelled meanwhile. Outside of
    /// `run`, everything that the container has started is then stopped, including what earlier calls started. The same
    /// happens if a start fails, or if the task is cancelled while it waits for a start.
    ///
    /// Within the body of `run`, the run goes on. What this call has resolved starts as if the body had resolved it,
    /// even if this call throws. If the calling task is cancelled, only its wait ends. The run ends, however, if an
    /// `onStart` closure throws, or if an instance starts that was built with one from before the run.
    ///
    /// - Throws: What a factory closure or an `onStart` closure throws; `CancellationError`; or a ``LifecycleError``.
    public func start<each Dependency: Startable>(
        _ dependencies: repeat KeyPath<Self, each Dependency>,
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
    /// It returns when everything has stopped, even if several tasks call it or the calling task is cancelled. Starts
    /// in progress are cancelled and awaited, so a start that ignores cancellation delays the shutdown, unless it has a
    /// limit. Within `run`, this also cancels the body, without waiting for it. If nothing is started, it only clears
    /// the instances.
    ///
    /// Within an `onStart`, `onRun` or `onStop` closure of this container or a child, and the tasks that these start, it returns at
    /// once, because the closure itself would have to end first. A detached task is not part of the closure. If the closure
    /// awaits a detached task that calls this function, it waits for itself until its limit.
    ///
    /// Call this at the end of a session, because nothing else ends a session. In a child, it also stops what was
    /// started for the child and its own children in the run of a parent. Children that were started or run by
    /// themselves stop first, and their runs end. A child cannot be started meanwhile.
    ///
    /// A dependency that is resolved meanwhile is built but not started, and the ``ContainerManager/logger`` receives a message.
    public func shutdown() async { await manager.shutdown() }

    // Not in a function with a parameter pack, because an asynchronous closure there crashes the compiler.

    private func start(_ factories: [any Startable], at call: CallSite) async throws {
        let start = ContainerStart(self, manager, at: call)
        _ = try await manager.start(isRun: false) { try await start.resolve(factories) }
    }
}
