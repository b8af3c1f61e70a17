// The scope modifiers of the two factories, compiled into programs. Those of `FactoryModifying` do the same for generic code.

extension Factory {
    @export(implementation)
    @inline(always)
    private func scoped(_ scope: Scope.Kind) -> Self {
        let modified = registration.modified(by: scope)
        var copy = self
        copy.registration.modification = .some(modified)
        return copy
    }

    /// Keeps the instance in the container until it is cleared.
    @export(implementation) @inline(always) public var cached: Self { scoped(.cached) }

    /// Keeps one instance within an outermost resolution.
    @export(implementation) @inline(always) public var graph: Self { scoped(.graph) }

    /// Keeps an object while it is referenced elsewhere.
    @export(implementation) @inline(always) public var shared: Self { scoped(.shared) }

    /// Keeps the instance for all containers, until it is cleared.
    @export(implementation) @inline(always) public var singleton: Self { scoped(.singleton) }

    /// Makes a new instance each time, even if the container has a default scope.
    @export(implementation) @inline(always) public var unique: Self { scoped(.unique) }
}

extension ParameterFactory {
    @export(implementation)
    @inline(always)
    private func scoped(_ scope: Scope.Kind) -> Self {
        let modified = registration.modified(by: scope)
        var copy = self
        copy.registration.modification = .some(modified)
        return copy
    }

    /// Keeps the instance in the container until it is cleared.
    @export(implementation) @inline(always) public var cached: Self { scoped(.cached) }

    /// Keeps one instance within an outermost resolution.
    @export(implementation) @inline(always) public var graph: Self { scoped(.graph) }

    /// Keeps an object while it is referenced elsewhere.
    @export(implementation) @inline(always) public var shared: Self { scoped(.shared) }

    /// Keeps the instance for all containers, until it is cleared.
    @export(implementation) @inline(always) public var singleton: Self { scoped(.singleton) }

    /// Makes a new instance each time, even if the container has a default scope.
    @export(implementation) @inline(always) public var unique: Self { scoped(.unique) }
}

extension ParameterFactory where P: Hashable {
    /// Keeps an instance for each parameter instead of one for all. See ``FactoryModifying/scopeOnParameters``.
    @export(implementation)
    @inline(always)
    public var scopeOnParameters: Self {
        var copy = self
        copy.registration.modification = registration.manager.scopedOnParameters(
            registration.modification,
            registration.site,
            T.self,
            P.self,
            of: registration.container
        )
        return copy
    }
}
