public import Wiring

extension DeclaredDependency where Sharing: Sendable, T: Sendable {
    /// Sets a hook that starts each instance.
    ///
    /// ```swift
    /// var server: Factory<Server> {
    ///     self { Server(database: self.database()) }.cached
    ///         .onStart { try await $0.listen() }
    ///         .onRun { try await $0.serve() }
    ///         .onStop(within: .seconds(5)) { await $0.drain() }
    /// }
    /// ```
    /// An instance starts when `run` or `start` names this dependency or one that depends on it, and when it is resolved while the
    /// container or a parent is running. It starts after everything that it was built with: every dependency with a hook that was
    /// resolved while the instance was built, directly or through others, from any container. Instances that do not depend on each
    /// other start concurrently.
    ///
    /// If the hook throws, or has not begun when the start fails, the instance is not stopped. Acquire in this hook what `onStop`
    /// releases, and release it again if the hook throws. Or acquire it in the factory closure, and set no `onStart` hook: `onStop`
    /// then runs for every instance that was built for the start. If the container goes on, the next resolution builds another
    /// instance and starts that one. Whatever is being built with the failed instance fails with the same error, even for callers that
    /// join its construction later.
    ///
    /// If the start is cancelled, the hook's task is cancelled. If the hook still returns normally, the instance is stopped.
    ///
    /// If the hook takes longer than `limit`, its task is cancelled, and the start fails with a ``LifecycleError``. Wiring does not
    /// wait for the cancelled task, and does not stop the instance, even if the hook returns later. Without a limit, a hook that
    /// ignores cancellation delays the end of the run.
    ///
    /// ### What applies to every hook
    ///
    /// A hook, whether of `onStart`, ``onRun(_:key:fileID:)`` or ``onStop(within:_:key:fileID:)``, runs at most once for each instance,
    /// even if several containers share the instance. No lock is held, and the hook sees the task-local values of the call that
    /// started the container. A container that is not started, and whose parents are not started, calls no hooks.
    ///
    /// The declaration needs a scope that keeps its instances, so that they can be stopped. Resolving it without a scope, or with a
    /// ``Scope/Shared`` one, stops the program with an error.
    ///
    /// Set the hook in the declaration, where it may capture `self`. It applies to instances that an override or a registered closure
    /// makes, too. If the declaration does not set this hook, you can set it from outside, for instances that are built afterwards,
    /// until a reset of `.all`. A later hook replaces an earlier one. A hook that a child sets does not apply to a singleton, which
    /// belongs to the root, unless the child replaces the singleton. A debug build logs that once.
    ///
    /// If `onStart` or `onRun` throws after the first error, or after the container has begun to stop, the container's
    /// ``ContainerManager/logger`` receives the error, unless it is a `CancellationError`.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onStart(
        within limit: Duration? = nil,
        _ start: @escaping @Sendable (_ instance: T) async throws -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self {
        return applying(registration.hooked(.start, ErasedClosure(starting: start), within: limit, key, fileID))
    }

    /// Sets a hook that runs from the start of each instance until its stop, in a task of its own.
    ///
    /// What applies to every hook is said at ``onStart(within:_:key:fileID:)``. This one begins when the `onStart` hook has returned,
    /// unless the start failed or was cancelled. Dependents and the body of `run` do not wait for it to begin.
    ///
    /// Within `run`, the run ends if the hook returns or throws, and `run` throws the first error. If the instance belongs to a child,
    /// the run continues, and the error goes to the container's ``ContainerManager/logger``. After `start`, returning has no effect. If
    /// the hook throws while a call of `start` is in progress, that call throws the error and stops everything. Otherwise the error
    /// goes to the logger.
    ///
    /// If the scope drops the instance during a run, for example because of a reset, a registration or its expiry, the
    /// instance stops, and the run ends with a ``LifecycleError``. If the instance belongs to a child, or after `start`, the
    /// logger receives the error instead.
    ///
    /// When the instance stops, the ``onStop(within:_:key:fileID:)`` hook must make this one return, and Wiring waits until it does.
    /// Without an `onStop` hook, the task is cancelled at once. The instance has stopped when the task has ended.
    ///
    /// While the hook runs, whatever the container or its children start for the first time may be used by it, and
    /// therefore stops after this instance when everything stops, as if this instance had been built with it. This does
    /// not apply to what needs this instance, or to what `run` or `start` names. If this instance was made for a
    /// parameter, or belongs to a child, it applies only to what its own hooks resolve.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onRun(
        _ run: @escaping @Sendable (_ instance: T) async throws -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.hooked(.run, ErasedClosure(starting: run), key, fileID)) }

    /// Sets a hook that stops each instance, or asks it to finish.
    ///
    /// What applies to every hook is said at ``onStart(within:_:key:fileID:)``. This one runs for each instance whose `onStart` hook has
    /// returned, or that has none: when the container is shut down, when the operation of its child container ends, or when the scope
    /// drops the instance because of a reset, a registration or its expiry. If `run` or `start` fails or is cancelled before it has
    /// started everything, that includes each instance without an `onStart` hook that was built for it. Such an instance stops even
    /// though its ``onRun(_:key:fileID:)`` hook has not begun. In a container that is not started, not even `shutdown()` calls the hook.
    ///
    /// The hook waits until every dependent has stopped. If the scope dropped the instance, it also waits until no stored instance was
    /// built with it. An instance that no scope keeps, such as one of the graph scope, runs until the shutdown. At a shutdown, the hook
    /// also waits for instances that were running when this one was first resolved: see ``onRun(_:key:fileID:)``. It runs in a task of
    /// its own, which is not cancelled even if the run was. Other instances stop concurrently.
    ///
    /// The instance has stopped when both this hook and the `onRun` hook have returned. The task of `onRun` is not cancelled meanwhile,
    /// so it can finish what it has begun. This hook must make the `onRun` hook return, even if that has not begun yet. If only
    /// cancellation ends the `onRun` hook, set no `onStop` hook.
    ///
    /// If the two take longer than `limit` together, their tasks are cancelled, the container's ``ContainerManager/logger`` receives a
    /// message, and the instance's dependencies stop without waiting any longer. The limit begins with this hook. Without a limit, this
    /// hook may take any time, and the `onRun` hook may take 30 seconds more. Wiring does not wait for the cancelled tasks, which may
    /// outlive `run` and `shutdown()`.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onStop(
        within limit: Duration? = nil,
        _ stop: @escaping @Sendable (_ instance: T) async -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self {
        return applying(registration.hooked(.stop, ErasedClosure(stopping: stop), within: limit, key, fileID))
    }
}

extension FactoryRegistration {
    /// The change that sets a hook.
    @export(implementation)
    @inline(always)
    func hooked(
        _ kind: Modifier.Kind,
        _ closure: ErasedClosure,
        within limit: Duration? = nil,
        _ key: StaticString,
        _ fileID: StaticString
    ) -> Change {
        let feature = LifecycleFollowing.self
        // The compiler knows whether there is a limit.
        guard limit == nil, isDeclared(in: key, fileID) else {
            return setting(Modifier(kind, closure, .hook(feature, within: limit)), key, fileID)
        }
        let types = Declaration.Types<P, T>.self
        return Change(.some(manager.declared(modification, closure, hook: kind, of: feature, site, types)))
    }
}

/// Makes the nodes of instances with hooks.
@usableFromInline
enum LifecycleFollowing: Following {
    @usableFromInline
    static func follower(
        of step: PathStep,
        in containers: [UInt64],
        dependencies: [FollowerHandle]
    ) -> any Follower { LifecycleNode(step, in: containers, dependencies: dependencies) }

    @usableFromInline
    static func reject(_ path: [PathStep], isShared: Bool, at call: CallSite?) -> Never {
        let dependency = path.end.description
        guard isShared else {
            Failure.stop(
                "\(dependency) has onStart, onStop or onRun, but no scope",
                path,
                at: call,
                "Declare a scope, so that each instance is started once: `self { … }.cached`."
            )
        }
        Failure.stop(
            "\(dependency) has onStart, onStop or onRun, and a shared scope, which does not keep its instances",
            path,
            at: call,
            """
            An instance that is gone cannot be stopped. Declare `self { … }.cached`, and let the instance go with a reset or a \
            `timeToLive`; or resolve it from a child container, which stops it at its end.
            """
        )
    }
}
