/// The modifiers, overrides and resets of ``Factory``, ``ParameterFactory`` and the collections.
///
/// Write extensions of this protocol to add modifiers. You cannot conform your own types.
///
/// The modifiers of a declaration apply again at each access: what the declaration sets takes precedence over a change from
/// outside. What it does not set can be set from outside, and stays in the container until a reset. Setting a scope, a time to
/// live or ``scopeOnParameters`` again to the same value writes nothing.
///
/// A closure that a modifier sets in the declaration belongs to the factory value, so it may capture `self`. A modifier
/// recognizes the declaration by the name and file of `self { }`: do not pass `key` or `fileID`, except that a function that
/// wraps `self { }` forwards its caller's. A modifier in another property of the same name and file counts as a part of the
/// declaration.
///
/// The container retains a closure that is set from outside. A closure that captures the container keeps it alive until a
/// reset. Capture it `unowned` only if the container outlives its copies and children, which inherit the closure; otherwise
/// capture it weakly.
///
/// ```swift
/// container.letter.onTest { [unowned container] in Letter(to: "\($0), from \(container.sender())") }
/// ```
///
/// Closures for contexts are not `@Sendable`, so that they can have the isolation of the declaration.
public protocol FactoryModifying: DeclaredDependency {
    /// The parameter of the closure; `Void` if there is none.
    associatedtype P
    /// The type of the instance.
    associatedtype T

    /// The declaration, its container, and what modifiers have set.
    var registration: FactoryRegistration<P, T> { get }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    func applying(_ change: FactoryRegistration<P, T>.Change) -> Self

    /// Other modules cannot name the type of this requirement, so they cannot conform.
    @_spi(Sealed) static var seal: FactoryRegistration<P, T>.Seal { get }
}

extension FactoryModifying {
    @_spi(Sealed) public var identity: DependencyIdentity { DependencyIdentity(registration.declaration) }

    private func with(_ change: (inout Dependency) -> Void) -> Self { applying(registration.change(change)) }

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

    /// Makes a new instance each time, even if the container has a default scope.
    @export(implementation) @inline(always) public var unique: Self { applying(registration.setting(.unique)) }

    /// Expires an instance that has not been resolved for a number of seconds. Each resolution restarts the time.
    ///
    /// A resolution through a factory without a time to live does not restart it, if both find the same instance: a singleton for
    /// which only one container has set a time, or an instance from before a time was set.
    ///
    /// An expired instance is released at the next resolution or reset. An expired instance for a parameter may be evicted
    /// earlier: while other parameters are added, at ``ContainerManager/push()``, when a singleton scope is cloned, and when
    /// `withContainer` copies the container. Such an eviction uses the time to live of the last resolution that added a parameter.
    ///
    /// - Parameter seconds: The time to live. It starts for an existing instance at its next resolution. If it is zero, negative or
    ///   not a number, no instance is kept, and no existing instance is returned.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func timeToLive(_ seconds: Double) -> Self {
        applying(registration.setting(timeToLive: seconds))
    }

    /// Expires an instance that has not been resolved for a duration. See ``timeToLive(_:)-(Double)``.
    @discardableResult
    public func timeToLive(_ duration: Duration) -> Self { timeToLive(duration.seconds) }

    // MARK: - Decorating

    /// Sets a decorator, which replaces an earlier one and the container's.
    ///
    /// It runs at each resolution, including those of stored instances, after the decorators of what the instance needed, on the
    /// thread that resolves and with no lock held.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func decorator(
        _ decorator: @escaping @Sendable (_ instance: T) -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.decorator, ErasedClosure(decorator), key, fileID)) }

    /// Sets a decorator that also receives whether this resolution built the instance. See
    /// ``decorator(_:key:fileID:)-((T)->Void,_,_)``.
    @discardableResult
    public func decorator(
        _ decorator: @escaping @Sendable (_ instance: T, _ isNew: Bool) -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self {
        let closure = ErasedClosure { (shown: (T, Bool)) in decorator(shown.0, shown.1) }
        return applying(registration.setting(.decoratorOfNew, closure, key, fileID))
    }

    // MARK: - Choosing by context

    /// Sets a closure for some contexts. It takes precedence over a registered closure and the declaration's, but not over an
    /// override.
    ///
    /// If several contexts apply, process arguments come first, in their order, then runtime arguments, in the order of their
    /// keys, then preview, test, simulator or device, and debug. Stored instances stay.
    @discardableResult
    public func context(
        _ contexts: FactoryContextType...,
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(in: contexts, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for a program with an argument. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onArg(
        _ argument: String,
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.argument, ErasedClosure(factory), for: argument, key, fileID)) }

    /// Sets a closure for a program with any of several arguments. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    public func onArgs(
        _ arguments: [String],
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(in: [.args(arguments)], ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for previews. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onPreview(
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.preview, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for tests. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onTest(
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.test, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for debug builds. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onDebug(
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.debug, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for simulators. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onSimulator(
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.simulator, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for everything but simulators. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onDevice(
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.device, ErasedClosure(factory), key, fileID)) }

    // MARK: - Replacing and resetting

    /// Sets a closure that takes precedence over all others: the declaration's, a registered one, and those for contexts, even
    /// if the declaration sets them. Like a registration, it clears the stored instances.
    ///
    /// A later override replaces it. A reset of `.all` or `.registration` removes it. ``ContainerManager/pop()`` restores the
    /// override that was in place at ``ContainerManager/push()``, if there was one. The closure runs as the declaration's would,
    /// and the container retains it.
    @discardableResult
    public func override(
        _ factory: @escaping (P) -> T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return override(at: call, factory)
    }

    /// Overrides with a value that exists already: every resolution returns it, also without a scope.
    ///
    /// Use it for a value that a test keeps in hand, such as a clock that it advances. With a class the instance is shared; with
    /// `override(_:)` each resolution without a scope calls the closure. Otherwise it behaves like `override(_:)`.
    @discardableResult
    public func override(
        with value: T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        override(at: CallSite(fileID: fileID, line: line, column: column)) { _ in value }
    }

    /// Sets an override for a call at a place.
    @discardableResult
    package func override(at call: CallSite, _ factory: @escaping (P) -> T) -> Self {
        registration.dependency.override(by: ErasedClosure(factory), at: call)
        return self
    }

    /// Replaces each new instance with what a closure makes of it.
    ///
    /// ```swift
    /// container.api.decorate { Retrying($0) }
    /// ```
    /// The closure receives the instance of the closure that applies: the declaration's, a registered one, that of a context,
    /// or an override. It runs once for each new instance, before a scope stores the instance and before any caller gets it, on
    /// the thread that resolves and with no lock held. A stored instance is not decorated again. What the closure resolves
    /// becomes a dependency of this one.
    ///
    /// Several calls add up: the last is the outermost. A later override removes the closures that were set before it. A later
    /// registration is decorated. The container that builds a singleton decorates it for all containers.
    ///
    /// Like a registration, this clears the stored instances, except in `autoRegister()`. A reset of `.all` or `.registration`
    /// removes the closure. The container retains it, and its copies and children inherit it. It is not `@Sendable`, so that it
    /// can have the isolation of the declaration.
    ///
    /// In a declaration, write `self { Retrying(LiveAPI()) }` instead. To observe an instance at each resolution without
    /// replacing it, set a ``decorator(_:key:fileID:)-((T)->Void,_,_)``.
    public func decorate(
        _ decorate: @escaping (_ inner: T) -> T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        self.decorate(at: CallSite(fileID: fileID, line: line, column: column), decorate)
    }

    /// Changes each new instance, such as one closure of a client that is a struct of closures.
    ///
    /// ```swift
    /// container.api.modify { $0.fetch = { _ in .mock } }
    /// ```
    /// This is ``decorate(_:fileID:line:column:)`` for a value that is changed in place. Several calls add up, in order. In a
    /// strict test, the instance counts as live if it is live without the change.
    ///
    /// A stored instance is built anew, so its state begins anew. To keep its state, pass a changed copy of it to
    /// ``override(with:fileID:line:column:)``.
    public func modify(
        _ change: @escaping (inout T) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        modify(at: CallSite(fileID: fileID, line: line, column: column), change)
    }

    /// Changes each new instance, for a call at a place.
    package func modify(at call: CallSite, _ change: @escaping (inout T) -> Void) {
        decorate(at: call) { inner in
            var instance = inner
            change(&instance)
            return instance
        }
    }

    /// Replaces each new instance, for a call at a place.
    func decorate(at call: CallSite, _ decorate: @escaping (T) -> T) {
        registration.dependency.decorate(by: ErasedClosure(decorate), at: call)
    }

    /// Makes the preceding modifiers of a declaration apply only until they are changed from outside.
    ///
    /// The container stores them once, except closures, which stay with the factory value. From then on each factory uses what
    /// the container stores, including a factory that was created before a change. A reset of `.all` restores them.
    @discardableResult
    public func once() -> Self { with { $0.passOnce() } }

    /// Clears what `options` names for this declaration in its container.
    ///
    /// `.all` and `.scope` also clear its singleton, which other containers share, unless this container is a child: see
    /// ``TaskLocalContainer/child()``. `.all`, `.registration` and `.context` also clear what `autoRegister()` set for this
    /// declaration; unlike a reset of the container, this does not run `autoRegister()` again. With any option but `.none`, an
    /// instance that is being built goes to its callers, but is not kept.
    @discardableResult
    public func reset(_ options: FactoryResetOptions = .all) -> Self {
        registration.dependency.reset(options)
        return self
    }

    /// Clears what `options` names. See ``reset(_:)``.
    @discardableResult
    public func reset(options: FactoryResetOptions) -> Self { reset(options) }
}

extension FactoryModifying where P: Hashable {
    /// Keeps an instance for each parameter instead of one for all. Parameters are compared with `==`.
    ///
    /// `==` and `hash(into:)` run on the thread that resolves, with no lock held, and may run several times. A stored parameter
    /// is compared on every thread that resolves the dependency. The compiler does not require a `Sendable` type: choose one.
    ///
    /// One reset clears all of them. A parameter is retained as long as its instance. If its `.shared` object is gone or its
    /// time to live has expired, it is evicted while other parameters are added, at a constant cost for each. Other parameters
    /// stay until a reset.
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
