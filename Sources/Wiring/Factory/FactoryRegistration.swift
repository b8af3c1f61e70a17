/// What a ``Factory`` and a ``ParameterFactory`` have in common: a declaration, its container, and what has been set.
public struct FactoryRegistration<P, T> {
    // Together with the closure these are six words. The optimizer takes no value apart that has more; and it is for being
    // taken apart that a factory value costs nothing where it is made and called at once.
    @usableFromInline let container: any ManagedContainer
    @usableFromInline let site: Site
    @usableFromInline var modification: Modification

    @export(implementation)
    @inline(always)
    init(_ container: any ManagedContainer, _ site: Site) {
        self.container = container
        self.site = site
        modification = .none
    }

    @export(implementation)
    @inline(always)
    var declaration: Declaration { Declaration(site, product: T.self, parameter: P.self) }

    /// The container's manager, which is there for as long as the container, and so at least as long as this value.
    ///
    /// What a requirement of a protocol returns has been retained, and a stored property can be looked at. So a container of
    /// which the protocol alone is known is asked first whether it is a ``Container``.
    @export(implementation)
    @inline(always)
    var manager: Unmanaged<ContainerManager> {
        // Holds because the container, which this value has, has its manager.
        if let container = container as? Container { return .passUnretained(container.manager) }
        return .passUnretained(container.manager)
    }

    // MARK: - Resolving

    /// Resolves. Where nothing else is to be looked at, that is to take the instance that the scope keeps, or, without a
    /// modifier, to call the closure.
    @export(implementation)
    @inline(always)
    consuming func resolve(_ parameters: P, at call: @autoclosure () -> CallSite, _ make: (P) -> T) -> T {
        var known = Known.more
        switch modification {
        case .none:
            let manager = self.manager
            let isStraight = manager._withUnsafeGuaranteedRef {
                $0.attention.allowsStraightWay(of: site, depth: ResolutionStack.depth)
            }
            known = isStraight ? .nothing : manager.known(of: site, product: T.self, parameter: P.self)
            if case .nothing = known {
                let (declaration, identity) = (declaration, ContainerIdentity(container))
                // Here already, so that the container need not be retained around the closure.
                _ = consume self
                return ResolutionStack.call(make, parameters, declaration, of: identity)
            }
            if case .replacement(let slot) = known, let closure = Self.replacement(in: slot) {
                let (site, identity) = (site, ContainerIdentity(container))
                // As above.
                _ = consume self
                return Self.call(closure, parameters, site, of: identity)
            }
        case .keeping(let keeping):
            let manager = self.manager
            if !keeping.way.isPerParameter || P.self == Void.self {
                if let instance = keeping.hit(T.self, in: manager) { return instance }
            } else {
                if let instance = Self.hit(keeping, in: manager, parameters) { return instance }
            }
        case .further: break
        }
        return Self.resolveFurther(container, site, modification, known, parameters, call(), make)
    }

    /// The instance that a scope keeps for a parameter, if nothing else is to be looked at. Not inlined, for the reason at
    /// ``Keeping/hit(_:in:)``.
    @export(implementation)
    @inline(never)
    static func hit(_ keeping: Keeping, in manager: Unmanaged<ContainerManager>, _ parameters: P) -> T? {
        // Holds as above.
        keeping.slot._withUnsafeGuaranteedRef { slot in
            guard let keying = slot.keying.unretained, let (home, keeper) = slot.home(keeping.way),
                !manager._withUnsafeGuaranteedRef({ $0.attention.isOn(.hits) })
            else { return nil }
            return keying._withUnsafeGuaranteedRef { keying in
                // Holds because the declaration has this parameter.
                let typed = unsafeDowncast(keying, to: ParameterKeying<P>.self)
                return home._withUnsafeGuaranteedRef { $0.hit(parameters, typed, T.self, scope: keeper) }
            }
        }
    }

    /// Resolves where that takes more. Not inlined, so that what it needs is not made before it is known to be needed;
    /// likewise below.
    @export(implementation)
    @inline(never)
    static func resolveFurther(
        _ container: any ManagedContainer,
        _ site: Site,
        _ modification: Modification,
        _ known: Known,
        _ parameters: P,
        _ call: CallSite,
        _ make: (P) -> T
    ) -> T {
        ResolutionStack.withCall(call) {
            guard case .none = modification else {
                return resolveModified(container, site, modification, parameters, call, make)
            }
            return resolveWithAll(container, site, modification, parameters, call, make)
        }
    }

    /// Resolves where a modifier has set something.
    @export(implementation)
    @inline(never)
    static func resolveModified(
        _ container: any ManagedContainer,
        _ site: Site,
        _ modification: Modification,
        _ parameters: P,
        _ call: CallSite,
        _ make: (P) -> T
    ) -> T {
        guard let keeping = modification.keeping else {
            return resolveWithAll(container, site, modification, parameters, call, make)
        }
        let held = keeping.held(Declaration(site, product: T.self, parameter: P.self), container) {
            // Looked at after the claim, so that a closure registered later clears what is being built.
            keeping.isAllThereIs
                ? keeping.built(make(parameters))
                : buildWithAll(keeping, container, site, modification, parameters, call, make)
        }
        if let held { return held.value(T.self) }
        return resolveWithAll(container, site, modification, parameters, call, make)
    }

    /// The closure that stands in the declaration's place.
    @export(implementation)
    @inline(never)
    // Holds because it releases nothing but what it has retained, and the caller's container keeps the slot.
    @_effects(releasenone)
    static func replacement(in slot: Unmanaged<Slot>) -> Closure<P, T>? {
        ThreadRecord.withReading {
            // Holds because the container keeps the slot; and the types are a part of the declaration.
            slot._withUnsafeGuaranteedRef { slot in
                slot.replacement.memory?.value(Closure<P, T>.self)
            }
        }
    }

    /// Calls a closure that stands in the declaration's place.
    @export(implementation)
    @inline(never)
    static func call(
        _ closure: Closure<P, T>,
        _ parameters: P,
        _ site: Site,
        of container: ContainerIdentity
    ) -> T {
        let declaration = Declaration(site, product: T.self, parameter: P.self)
        return ResolutionStack.call(closure.call, parameters, declaration, of: container)
    }

    /// Resolves with all that may be set.
    @usableFromInline
    static func resolveWithAll(
        _ container: any ManagedContainer,
        _ site: Site,
        _ modification: Modification,
        _ parameters: P,
        _ call: CallSite,
        _ make: (P) -> T
    ) -> T {
        Resolution(
            container: container,
            manager: container.manager,
            declaration: Declaration(site, product: T.self, parameter: P.self),
            declared: modification,
            call: call
        ).run(parameters, make)
    }

    /// Builds with all that may be set.
    @usableFromInline
    static func buildWithAll(
        _ keeping: Keeping,
        _ container: any ManagedContainer,
        _ site: Site,
        _ modification: Modification,
        _ parameters: P,
        _ call: CallSite,
        _ make: (P) -> T
    ) -> Built {
        let instance = Resolution(
            container: container,
            manager: container.manager,
            declaration: Declaration(site, product: T.self, parameter: P.self),
            declared: modification,
            call: call
        ).make(parameters, make).instance
        return keeping.built(instance)
    }

    // MARK: - Changes

    var dependency: Dependency { Dependency(container, declaration, modification) }

    /// Changes what is set on this value, and in the container.
    mutating func change(_ change: (inout Dependency) -> Void) {
        var dependency = dependency
        change(&dependency)
        modification = dependency.modification
    }

    /// What has been set once it is said how instances are kept. Takes no lock if that changes nothing.
    ///
    /// - Parameter keying: How parameters are told apart, if that is said.
    @export(implementation)
    @inline(always)
    func setting(_ way: KeepingWay, _ keying: @autoclosure () -> AnyParameterKeying? = nil) -> Modification {
        // The optimizer inlines no function of that size where it is used once, such as a declaration's getter, unless it is
        // told that speed matters there. It is for the getter to be inlined that a hit costs no more than a lock.
        _onFastPath()
        // Holds because the container, which this value has, has its manager. Not `manager`: a getter knows its container's type.
        let manager = Unmanaged.passUnretained(container.manager)
        switch modification {
        case .none:
            if let keeping = manager.keeping(way, site, product: T.self, parameter: P.self) {
                return .keeping(keeping)
            }
        case .keeping(let earlier):
            if let keeping = manager.keeping(way, after: earlier) { return .keeping(keeping) }
        case .further: break
        }
        return .further(
            Dependency.modification(
                modification,
                setting: way,
                keying(),
                container,
                site,
                product: T.self,
                parameter: P.self
            )
        )
    }
}

// Not proved: a factory value is to be `Sendable` where what it takes and makes is, so that it can be resolved on another
// actor. What is set on it may capture what is not `Sendable`, or be isolated. Whoever sends one answers for its closures,
// as the doc comment of `Factory` says.
extension FactoryRegistration: @unchecked Sendable where P: Sendable, T: Sendable {}
