extension FactoryModifying where T: Sendable {
    // MARK: - Starting and stopping

    /// Sets a closure that starts each instance.
    ///
    /// ```swift
    /// var server: Factory<Server> {
    ///     self { Server(database: self.database()) }.cached
    ///         .onStart { try await $0.listen() }
    ///         .onRun { try await $0.serve() }
    ///         .onStop(within: .seconds(5)) { await $0.drain() }
    /// }
    /// ```
    /// The closure runs when `run` or `start` names this dependency or one that depends on it, and when the dependency is
    /// resolved while the container or a parent is running. It runs at most once for each instance, whichever containers share
    /// it, with no lock held. Its task has the task-local values of the call that started the container. It begins when
    /// everything that the instance was built with has started: every dependency with such a closure that was resolved while
    /// the instance was built, directly or through others, from any container. Instances that do not depend on each other start
    /// concurrently. If the closure throws, the instance is not stopped: release in the closure what it has acquired. If the
    /// start is cancelled, the closure's task is cancelled; an instance whose closure still returns is stopped. An error that
    /// the closure throws after the container has begun to stop, or after the first error, goes to the container's
    /// ``ContainerManager/logger``, unless it is a `CancellationError`.
    ///
    /// A declaration with such a closure needs a scope. Resolving it without one stops the program with an error. If neither a
    /// container nor a parent is started, it calls none of these closures.
    ///
    /// Set it in the declaration, where the closure may capture `self`. If the declaration sets none, it can be set from outside,
    /// for instances that are built afterwards, until a reset of `.all`. A later closure replaces an earlier one. The closure
    /// also starts an instance that an override or a registered closure makes.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onStart(
        _ start: @escaping @Sendable (_ instance: T) async throws -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.start, ErasedClosure(starting: start), key, fileID)) }

    /// Sets a closure that runs from the start of each instance until its stop, in a task of its own with no lock held.
    ///
    /// It begins when the closure of ``onStart(_:key:fileID:)`` has returned, unless the start was cancelled, and runs at most
    /// once for each instance. Dependents and the body of `run` do not wait for it to begin.
    ///
    /// Within `run`, the run ends if the closure returns or throws, and `run` throws the first error. If the instance belongs
    /// to a child, the run continues, and the error goes to the container's ``ContainerManager/logger``. After `start`,
    /// returning has no effect. An error is thrown by a call of `start` that is under way, which then stops everything.
    /// Otherwise it goes to the container's ``ContainerManager/logger``.
    ///
    /// The task is cancelled when the closure of ``onStop(within:_:key:fileID:)`` has returned, and the instance has stopped when
    /// the task has ended. As for `onStart`, a later error goes to the logger. See ``onStart(_:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onRun(
        _ run: @escaping @Sendable (_ instance: T) async throws -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.run, ErasedClosure(starting: run), key, fileID)) }

    /// Sets a closure that stops each instance.
    ///
    /// It runs once for each instance that has started, when the container is shut down, or the operation of its child
    /// container ends, and every dependent has stopped. It runs in a task of its own, which is not cancelled even if the run
    /// was. Instances that do not depend on each other stop concurrently. Then the task of ``onRun(_:key:fileID:)`` is
    /// cancelled, so the closure can let it finish what it has begun.
    ///
    /// If the closure and that task take longer than `limit`, both tasks are cancelled, the container's
    /// ``ContainerManager/logger`` receives a message, and what the instance depends on stops without waiting any
    /// longer. The limit begins with this closure; `nil` sets none. Wiring does not wait for the cancelled tasks: they
    /// may outlive `run` and `shutdown()`.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onStop(
        within limit: Duration? = nil,
        _ stop: @escaping @Sendable (_ instance: T) async -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(stop: ErasedClosure(stopping: stop), within: limit, key, fileID)) }
}
