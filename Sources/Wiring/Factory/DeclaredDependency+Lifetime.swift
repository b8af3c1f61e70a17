extension DeclaredDependency where Sharing: Sendable {
    // MARK: - Choosing a lifetime

    /// Sets the scope that keeps instances; `nil` for the container's default scope. If the scope changes, this clears the
    /// instances that the previous scope keeps in this container.
    ///
    /// A container keeps one instance of a declaration, or one for each parameter, whatever the scope. An instance for another
    /// scope replaces it. Singletons are kept separately.
    @discardableResult
    public func scope(_ scope: Scope?) -> Self { with { $0.set(scope?.stored) } }

    /// Keeps the instance in the container until it is cleared.
    @export(implementation) @inline(always) public var cached: Self { applying(registration.setting(.cached)) }

    /// Shares one instance among everything that one outermost resolution builds. See ``Scope/Graph``.
    @export(implementation) @inline(always) public var graph: Self { applying(registration.setting(.graph)) }

    /// Keeps an object in the container while it is referenced elsewhere.
    @export(implementation) @inline(always) public var shared: Self { applying(registration.setting(.shared)) }

    /// Keeps the instance for all containers, until it is cleared.
    @export(implementation) @inline(always) public var singleton: Self { applying(registration.setting(.singleton)) }

    /// Expires an instance a number of seconds after it was last resolved or, if `sliding` is `false`, after it was built.
    ///
    /// ```swift
    /// var session: Factory<Session> { self { Session() }.cached.timeToLive(600) }
    /// var rates: Factory<Rates> { self { Rates.load() }.cached.timeToLive(3600, sliding: false) }
    /// ```
    /// Here, a session expires when it has not been used for ten minutes, and rates are at most an hour old. Without
    /// `sliding: false`, an instance that is always in use never expires.
    ///
    /// A resolution through a factory without a time to live does not restart it, if both find the same instance: a singleton for
    /// which only one container has set a time, or an instance from before a time was set.
    ///
    /// An expired instance is released at the next resolution or reset. An expired instance for a parameter may be evicted
    /// earlier: while other parameters are added, at ``ContainerManager/push()``, when a singleton scope is cloned, and when
    /// `withContainer` copies the container. Such an eviction uses the time to live of the last resolution that added a parameter.
    ///
    /// - Parameters:
    ///   - seconds: The time to live. For an instance that was stored without one, it starts at its next resolution. If it is zero,
    ///     negative or not a number, no instance is kept, and no existing instance is returned.
    ///   - sliding: Whether each resolution restarts the time.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func timeToLive(_ seconds: Double, sliding: Bool = true) -> Self {
        applying(registration.setting(timeToLive: seconds, isSliding: sliding))
    }

    /// Expires an instance a duration after it was last resolved or built. See ``timeToLive(_:sliding:)-(Double,_)``.
    @discardableResult
    public func timeToLive(_ duration: Duration, sliding: Bool = true) -> Self {
        timeToLive(duration.seconds, sliding: sliding)
    }
}

extension DeclaredDependency where Sharing: Sendable, P: Hashable {
    /// Keeps an instance for each parameter instead of one for all. Parameters are compared with `==`.
    ///
    /// `==` and `hash(into:)` run on the thread that resolves, with no lock held, and may run several times. A stored parameter
    /// is compared on every thread that resolves the dependency. The compiler does not require a `Sendable` type: choose one.
    ///
    /// One reset clears all of them. A parameter is retained as long as its instance. If its `.shared` object is gone or its
    /// time to live has expired, it is evicted while other parameters are added, at a constant cost for each. Other parameters
    /// stay until a reset. An instance for a parameter that is not equal to itself, such as NaN, is not stored.
    @export(implementation)
    @inline(always)
    public var scopeOnParameters: Self {
        let modification = registration.manager.scopedOnParameters(
            registration.modification,
            registration.site,
            T.self,
            P.self,
            of: registration.container
        )
        return applying(.init(modification))
    }
}

extension DeclaredDependency where Sharing: Sendable, T: Sendable {
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
    /// container goes on, the next resolution builds another instance, and starts that. If the
    /// start is cancelled, the closure's task is cancelled; an instance whose closure still returns is stopped. An error that
    /// the closure throws after the container has begun to stop, or after the first error, goes to the container's
    /// ``ContainerManager/logger``, unless it is a `CancellationError`.
    ///
    /// If the closure takes longer than `limit`, its task is cancelled, and the start fails with a ``LifecycleError``. Wiring does
    /// not wait for the cancelled task, and does not stop the instance, even if the closure returns later. Without a limit, a
    /// closure that ignores cancellation delays the end of the run.
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
        within limit: Duration? = nil,
        _ start: @escaping @Sendable (_ instance: T) async throws -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self {
        let limit = limit.map { Modifier.Detail.limit($0) } ?? .none
        return applying(registration.setting(Modifier(.start, ErasedClosure(starting: start), limit), key, fileID))
    }

    /// Sets a closure that runs from the start of each instance until its stop, in a task of its own with no lock held.
    ///
    /// It begins when the closure of ``onStart(within:_:key:fileID:)`` has returned, unless the start was cancelled, and runs at most
    /// once for each instance. Dependents and the body of `run` do not wait for it to begin.
    ///
    /// Within `run`, the run ends if the closure returns or throws, and `run` throws the first error. If the instance belongs
    /// to a child, the run continues, and the error goes to the container's ``ContainerManager/logger``. After `start`,
    /// returning has no effect. An error is thrown by a call of `start` that is under way, which then stops everything.
    /// Otherwise it goes to the container's ``ContainerManager/logger``.
    ///
    /// When the instance stops, the closure of ``onStop(within:_:key:fileID:)`` asks this one to return, and Wiring waits until it
    /// does. If there is no such closure, the task is cancelled at once. The instance has stopped when the task has ended. As for
    /// `onStart`, a later error goes to the logger. See ``onStart(within:_:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onRun(
        _ run: @escaping @Sendable (_ instance: T) async throws -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(Modifier(.run, ErasedClosure(starting: run)), key, fileID)) }

    /// Sets a closure that stops each instance, or asks it to finish.
    ///
    /// It runs once for each instance that has started: when the container is shut down, when the operation of its child
    /// container ends, or when the scope lets the instance go, because of a reset or a registration, or because it has expired.
    /// It waits until every dependent has stopped and, in the last case, until nothing that a scope keeps was built with the
    /// instance. One that no scope keeps, such as one of the graph scope, runs until the shutdown. The closure runs in a task of
    /// its own, which is not cancelled even if the run was. Instances that do not depend on each other stop concurrently.
    ///
    /// The instance has stopped when both this closure and that of ``onRun(_:key:fileID:)`` have returned. The task of `onRun` is
    /// not cancelled meanwhile, so it can finish what it has begun. Let this closure make it return, even if it has not begun yet.
    /// If only cancellation ends it, set no `onStop` closure.
    ///
    /// If both take longer than `limit`, their tasks are cancelled, the container's ``ContainerManager/logger`` receives a
    /// message, and what the instance depends on stops without waiting any longer. The limit begins with this closure. Without a
    /// limit, this closure may take any time, and the `onRun` closure 30 seconds more. Wiring does not wait for the cancelled
    /// tasks: they may outlive `run` and `shutdown()`.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onStop(
        within limit: Duration? = nil,
        _ stop: @escaping @Sendable (_ instance: T) async -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self {
        let limit = limit.map { Modifier.Detail.limit($0) } ?? .none
        return applying(registration.setting(Modifier(.stop, ErasedClosure(stopping: stop), limit), key, fileID))
    }
}
