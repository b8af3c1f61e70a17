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
