extension DeclaredDependency where Sharing: Sendable {
    // MARK: - Choosing a lifetime

    /// Sets the scope that keeps instances; `nil` for the container's default scope. If this changes the scope, it
    /// clears the instances that the previous scope keeps in this container.
    ///
    /// A container keeps one instance of a declaration, or one for each parameter, whatever the scope. An instance for another
    /// scope replaces it. Singletons are kept separately.
    @discardableResult
    public func scope(_ scope: Scope?) -> Self { with { $0.set(scope?.stored) } }

    /// Keeps the instance in the container until it is cleared.
    @export(implementation) @inline(always) public var cached: Self { applying(registration.setting(.cached)) }

    /// Shares one instance within one outermost resolution, the call that no other factory's closure makes. See
    /// ``Scope/Graph``.
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
    /// Only resolutions through a factory that sets a time to live restart it. This matters where factories share an
    /// instance: a singleton for which only one container sets a time, or an instance from before a time was set.
    ///
    /// An expired instance is released at the next resolution or reset. With ``DeclaredDependency/scopeOnParameters``,
    /// an expired instance may be evicted earlier: when new parameters arrive, at ``ContainerManager/push()``, when a
    /// singleton scope is cloned, and when `withContainer` copies the container. Such an eviction uses the time to live
    /// of the last resolution that added a parameter.
    ///
    /// - Parameters:
    ///   - seconds: The time to live. If an instance was stored without one, the time starts at its next resolution. If
    ///     the value is zero, negative or not a number, no instance is kept, and no existing instance is returned.
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
    /// The compiler does not require the parameter's type to be `Sendable`, so choose one that is: a stored parameter
    /// is compared on every thread that resolves the dependency. `==` and `hash(into:)` run on the thread that
    /// resolves, with no lock held, and may run several times.
    ///
    /// Dead and expired entries are dropped as new parameters arrive, at a constant cost for each; the rest stay until
    /// a reset, which clears all of them. An entry is dead when its `.shared` object is gone. A parameter is retained
    /// as long as its instance. If a parameter is not equal to itself, as NaN is not, its instance is not stored.
    @export(implementation)
    @inline(always)
    public var scopeOnParameters: Self {
        let modification = registration.manager.scopedOnParameters(
            registration.modification,
            registration.site,
            Declaration.Types<P, T>.self,
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
    /// The closure runs when `run` or `start` names this dependency or one that depends on it, and when the dependency
    /// is resolved while the container or a parent is running. It runs at most once for each instance, even if several
    /// containers share the instance, and with no lock held. It sees the task-local values of the call that started the
    /// container. An instance starts after everything that it was built with: every dependency with such a closure that
    /// was resolved while the instance was built, directly or through others, from any container. Instances that do not
    /// depend on each other start concurrently.
    ///
    /// If the closure throws, or has not begun when the start fails, the instance is not stopped. Acquire in this closure what
    /// `onStop` releases, and release it again if the closure throws. Or acquire it in the factory closure, and set no `onStart`
    /// closure: `onStop` then runs for every instance that was built for the start. If the container goes on, the next resolution builds another instance and starts that one. If the start is cancelled,
    /// the closure's task is cancelled; if the closure still returns normally, the instance is stopped. An error that
    /// the closure throws after the first error, or after the container has begun to stop, goes to the container's
    /// ``ContainerManager/logger``, unless it is a `CancellationError`.
    ///
    /// If the closure takes longer than `limit`, its task is cancelled, and the start fails with a ``LifecycleError``.
    /// Wiring does not wait for the cancelled task, and does not stop the instance, even if the closure returns later.
    /// Without a limit, a closure that ignores cancellation delays the end of the run.
    ///
    /// A declaration with such a closure needs a scope that keeps its instances, so that they can be stopped. Resolving it without
    /// a scope, or with a ``Scope/Shared`` one, stops the program with an error. A container that is not started, and whose parents are not started, calls none of these closures.
    ///
    /// Set the closure in the declaration, where it may capture `self`. It also starts instances that an override or a
    /// registered closure makes. If the declaration sets none, you can set one from outside, for instances that are
    /// built afterwards, until a reset of `.all`. A later closure replaces an earlier one.
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
    /// The closure begins when that of ``onStart(within:_:key:fileID:)`` has returned, unless the start failed or was cancelled.
    /// It runs at most once for each instance. Dependents and the body of `run` do not wait for it to begin.
    ///
    /// Within `run`, the run ends if the closure returns or throws, and `run` throws the first error. If the instance
    /// belongs to a child, the run continues, and the error goes to the container's ``ContainerManager/logger``. After
    /// `start`, returning has no effect. If the closure throws while a call of `start` is in progress, that call throws
    /// the error and stops everything. Otherwise the error goes to the logger.
    ///
    /// If the scope drops the instance during a run, for example because of a reset, a registration or its expiry, the
    /// instance stops, and the run ends with a ``LifecycleError``. If the instance belongs to a child, or after `start`, the
    /// logger receives the error instead.
    ///
    /// When the instance stops, the closure of ``onStop(within:_:key:fileID:)`` must make this one return, and Wiring
    /// waits until it does. Without an `onStop` closure, the task is cancelled at once. The instance has stopped when
    /// the task has ended. As with `onStart`, a later error goes to the logger. See ``onStart(within:_:key:fileID:)``.
    ///
    /// While the closure runs, whatever the container or its children start for the first time may be used by it, and
    /// therefore stops after this instance when everything stops, as if this instance had been built with it. This does
    /// not apply to what needs this instance, or to what `run` or `start` names. If this instance was made for a
    /// parameter, or belongs to a child, it applies only to what its own closures resolve.
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
    /// The closure runs once for each instance whose ``onStart(within:_:key:fileID:)`` closure has returned, or that has
    /// none: when the container is shut down, when the operation of its child container ends, or when the scope drops the
    /// instance because of a reset, a registration or its expiry. If `run` or `start` fails or is cancelled before it has
    /// started everything, that includes each instance without an `onStart` closure that was built for it. Such an
    /// instance stops even though its ``onRun(_:key:fileID:)`` closure has not begun. A container that is not started, and
    /// whose parents are not started, never calls the closure, not even in `shutdown()`.
    ///
    /// The closure waits until every dependent has stopped. If the scope dropped the instance, it also waits until no stored
    /// instance was built with it. An instance that no scope keeps, such as one of the graph scope, runs until the
    /// shutdown. At a shutdown, it also waits for instances that were running when this one was first resolved: see
    /// ``onRun(_:key:fileID:)``. The closure runs in a task of its own, which is not cancelled even if the run was.
    /// Other instances stop concurrently.
    ///
    /// The instance has stopped when both this closure and that of ``onRun(_:key:fileID:)`` have returned. The `onRun`
    /// task is not cancelled meanwhile, so it can finish what it has begun. This closure must make the `onRun` closure
    /// return, even if that has not begun yet. If only cancellation ends the `onRun` closure, set no `onStop` closure.
    ///
    /// If the two take longer than `limit` together, their tasks are cancelled, the container's
    /// ``ContainerManager/logger`` receives a message, and the instance's dependencies stop without waiting any longer.
    /// The limit begins with this closure. Without a limit, this closure may take any time, and the `onRun` closure may
    /// take 30 seconds more. Wiring does not wait for the cancelled tasks, which may outlive `run` and `shutdown()`.
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
