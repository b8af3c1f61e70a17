/// A factory of any kind, which belongs to a declaration.
///
/// Functions that only name dependencies, such as the trait `.allow`, take every kind. Do not conform your own types.
public protocol DeclaredDependency {
    /// The parameter of the closure; `Void` if there is none.
    associatedtype P
    /// The type of the instance.
    associatedtype T

    /// What must be `Sendable` so that a modifier can set a scope: the factory itself, if its closure may throw or await.
    /// Otherwise it is `Never`, which is `Sendable`, so the compiler does not check the instance.
    @_documentation(visibility: internal)
    associatedtype Sharing

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal)
    var registration: FactoryRegistration<P, T> { get }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    @_documentation(visibility: internal)
    func applying(_ change: FactoryRegistration<P, T>.Change) -> Self

    /// A closure of the declaration's kind, which may throw or await, that calls one that does neither.
    @_documentation(visibility: internal)
    static func closure<Input>(_ make: @escaping (Input) -> T) -> FactoryRegistration<P, T>.Closure
}

extension DeclaredDependency {
    /// The declaration of this factory.
    package var declaration: Declaration { registration.declaration }

    /// The container that it belongs to.
    package var container: any ManagedContainer { registration.container }

    /// A copy with a change.
    func with(_ change: (inout Dependency) -> Void) -> Self {
        var dependency = registration.dependency
        change(&dependency)
        return applying(.init(dependency.modification))
    }

    /// Makes a new instance each time, even if the container has a default scope.
    @export(implementation) @inline(always) public var unique: Self { applying(registration.setting(.unique)) }

    // MARK: - Replacing and resetting

    /// Overrides with an existing value, which every resolution returns, even without a scope.
    ///
    /// Use it for a value that a test keeps, such as a clock that the test advances. By contrast, without a scope,
    /// `override(_:)` calls its closure at each resolution. Otherwise it behaves like `override(_:)`.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func override(
        with value: T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        let registration = registration
        Self.override(with: value, registration.container, registration.site, registration.modification, at: call)
        call.endBlock()
        return self
    }

    // See ``Factory/register(_:_:_:_:at:)``.
    @usableFromInline
    @inline(never)
    static func override(
        with value: T,
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ modification: Modification,
        at call: CallSite
    ) { override({ _ in value }, container, site, modification, at: call) }

    // See ``Factory/register(_:_:_:_:at:)``.
    @usableFromInline
    @inline(never)
    static func override(
        _ factory: @escaping (P) -> T,
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ modification: Modification,
        at call: CallSite
    ) {
        let registration = FactoryRegistration<P, T>(container, site, modification)
        registration.dependency.override(by: Self.closure(factory).erased, at: call)
    }

    /// Sets an override for a call at a place.
    @discardableResult
    package func override(at call: CallSite, returning factory: @escaping (P) -> T) -> Self {
        registration.dependency.override(by: Self.closure(factory).erased, at: call)
        return self
    }

    /// Changes each new instance, such as one closure of a client that is a struct of closures.
    ///
    /// ```swift
    /// container.api.modify { $0.fetch = { _ in .mock } }
    /// ```
    /// This is ``FactoryModifying/decorate(_:fileID:line:column:)`` for a value that is changed in place. Several calls
    /// add up, in order. In a strict test, `modify` does not count as a replacement: a real dependency stays real.
    ///
    /// A stored instance is cleared, and the next resolution builds a new one with fresh state. To keep the state, pass
    /// a changed copy of it to ``override(with:fileID:line:column:)``.
    ///
    /// Do not call this in a declaration, because each access would add the closure again and clear the instance.
    @discardableResult
    public func modify(
        _ change: @escaping (inout T) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        modify(at: CallSite(fileID: fileID, line: line, column: column), change)
        return self
    }

    /// Changes each new instance, for a call at a place.
    package func modify(at call: CallSite, _ change: @escaping (inout T) -> Void) {
        let closure = Self.closure { (inner: T) in
            var instance = inner
            change(&instance)
            return instance
        }
        registration.dependency.decorate(by: closure.erased, at: call)
    }

    /// Lets code outside the declaration change the modifiers before it. Without it, the declaration's modifiers win at each access.
    ///
    /// The container stores these modifiers once, except closures, which stay with the factory value. From then on, each
    /// factory uses what the container stores, even a factory that was created before a change. A reset of `.all`
    /// restores the declaration's modifiers. What you set after it stays: `container.api.reset().cached`.
    ///
    /// Call it in the declaration. Elsewhere, `container.api.unique.once()` stores the scope and the time to live of that factory in the
    /// container, where they replace the declaration's until a reset of `.all`. Until then, modifiers and `register` change the
    /// container only if they follow a `once()`: `container.api.once().register { … }`. An `override` always does, and the
    /// closures of the declaration stay. A child of the container does not see what is stored this way.
    @discardableResult
    public func once() -> Self { with { $0.passOnce() } }

    /// Clears what `options` names for this declaration in its container.
    ///
    /// `.all` and `.scope` also clear its singleton, which other containers share, unless this container is a child:
    /// see ``TaskLocalContainer/child()``. `.all`, `.registration` and `.context` also clear what `autoRegister()` set
    /// for this declaration; unlike a reset of the container, this does not run `autoRegister()` again. With any option
    /// but `.none`, if an instance is being built, its waiting callers still get it, but the container does not store
    /// it.
    ///
    /// `reset(options: .scope)`, as Factory also spells it, means the same.
    @discardableResult
    public func reset(_ options: FactoryResetOptions = .all) -> Self {
        registration.dependency.reset(options)
        return self
    }
}

extension DeclaredDependency where Sharing: Sendable {
    // MARK: - Choosing a lifetime

    /// Sets the scope that keeps instances; `nil` for the container's default scope, or for none if this is a collection. If this changes
    /// the scope, it clears the instances that the previous scope keeps in this container.
    ///
    /// A container keeps one instance of a declaration, or one for each parameter, whatever the scope. An instance for another
    /// scope replaces it. Singletons are kept separately.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func scope(_ scope: Scope?) -> Self { applying(registration.setting(scope)) }

    /// Keeps the instance in the container until it is cleared.
    @export(implementation) @inline(always) public var cached: Self { applying(registration.setting(.cached)) }

    /// Shares one instance within one outermost resolution, the call that no other factory's closure makes. See
    /// ``Scope/Graph``.
    @export(implementation) @inline(always) public var graph: Self { applying(registration.setting(.graph)) }

    /// Keeps an object in the container while it is referenced elsewhere.
    @export(implementation) @inline(always) public var shared: Self { applying(registration.setting(.shared)) }

    /// Keeps the instance for all containers, until it is cleared.
    @export(implementation) @inline(always) public var singleton: Self { applying(registration.setting(.singleton)) }

    /// Expires an instance a duration after it was last resolved or, if `sliding` is `false`, after it was built.
    ///
    /// ```swift
    /// var session: Factory<Session> { self { Session() }.cached.timeToLive(.seconds(600)) }
    /// var rates: Factory<Rates> { self { Rates.load() }.cached.timeToLive(.seconds(3600), sliding: false) }
    /// ```
    /// Here, a session expires when it has not been used for ten minutes, and rates are at most an hour old. Without
    /// `sliding: false`, an instance that is always in use never expires.
    ///
    /// Only resolutions through a factory that sets a time to live restart it. This matters where factories share an
    /// instance: a singleton for which only one container sets a time, or an instance from before a time was set.
    ///
    /// An expired instance is released at the next resolution or reset, or earlier with ``DeclaredDependency/scopeOnParameters``.
    ///
    /// A number is a number of seconds, as in Factory: `timeToLive(600)`.
    ///
    /// - Parameters:
    ///   - duration: The time to live. If an instance was stored without one, the time starts at its next resolution. If
    ///     the value is zero or negative, no instance is kept, and no existing instance is returned.
    ///   - sliding: Whether each resolution restarts the time.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func timeToLive(_ duration: Duration, sliding: Bool = true) -> Self {
        applying(registration.setting(TimeToLive(duration, isSliding: sliding)))
    }

    /// Expires an instance after a number of seconds, as Factory spells it. A value that is not a number counts as zero. See
    /// `timeToLive(_:sliding:)`.
    @_documentation(visibility: internal)
    @discardableResult
    @export(implementation)
    @inline(always)
    public func timeToLive(_ seconds: Double, sliding: Bool = true) -> Self {
        applying(registration.setting(TimeToLive(seconds: seconds, isSliding: sliding)))
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
    /// a reset, which clears all of them. An entry is dead when its `.shared` object is gone. An expired entry may also go
    /// at ``ContainerManager/push()``, and when the container or a singleton scope is copied. A parameter is retained
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
