/// What a ``Factory`` and a ``ParameterFactory`` have in common: a declaration, its container, and what has been set.
public struct FactoryRegistration<P, T> {
    // Together with the closure these are six words. The optimizer takes no value apart that has more; and it is for being
    // taken apart that a factory value costs nothing where it is made and called at once.
    @usableFromInline let container: any ManagedContainer
    @usableFromInline let site: Site
    @usableFromInline var modification: Modification

    @inlinable
    init(_ container: any ManagedContainer, _ site: Site) {
        self.container = container
        self.site = site
        modification = .none
    }

    @inlinable var declaration: Declaration { Declaration(site, product: T.self, parameter: P.self) }

    // MARK: - Resolving

    /// Resolves. Where nothing else is to be looked at, that is to take the instance that the scope keeps, or, without a
    /// modifier, to call the closure.
    @inlinable
    @inline(__always)
    consuming func resolve(_ parameters: P, _ make: (P) -> T) -> T {
        switch modification {
        case .none:
            if container.manager.attention.allowsStraightWay(of: site, depth: ResolutionStack.depth) {
                let (declaration, identity) = (declaration, ContainerIdentity(container))
                // Here already, so that the container need not be retained around the closure.
                _ = consume self
                return ResolutionStack.call(make, parameters, declaration, of: identity)
            }
        case .keeping(let keeping):
            // Holds because the container, which this value has, has its manager.
            let manager = Unmanaged.passUnretained(container.manager)
            if let instance = Self.hit(keeping, in: manager) { return instance }
            if P.self != Void.self, let instance = Self.hit(keeping, in: manager, parameters) { return instance }
        case .own: break
        }
        return Self.resolveFurther(container, site, modification, parameters, make)
    }

    /// The instance that a scope keeps for all parameters, if nothing else is to be looked at.
    // Holds because it releases nothing but what it has retained. See `WiringThread.h`.
    @inlinable
    @inline(never)
    @_effects(releasenone)
    static func hit(_ keeping: Unmanaged<Keeping>, in manager: Unmanaged<ContainerManager>) -> T? {
        // Holds because the caller has the container, which keeps the slot, and the slot this.
        keeping._withUnsafeGuaranteedRef { own in
            guard own.keying == nil, own.slot.currentHint.isSimple(for: keeping),
                !manager._withUnsafeGuaranteedRef({ $0.attention.isOn(.hits) })
            else { return nil }
            return own.home?._withUnsafeGuaranteedRef { $0.single.hit(T.self, scope: own.keeper) } ?? nil
        }
    }

    /// The instance that a scope keeps for a parameter, if nothing else is to be looked at.
    @inlinable
    static func hit(_ keeping: Unmanaged<Keeping>, in manager: Unmanaged<ContainerManager>, _ parameters: P) -> T? {
        // Holds as above.
        keeping._withUnsafeGuaranteedRef { own in
            guard let keying = own.keying, own.slot.currentHint.isSimple(for: keeping),
                !manager._withUnsafeGuaranteedRef({ $0.attention.isOn(.hits) })
            else { return nil }
            // Holds because the declaration has this parameter.
            let typed = unsafeDowncast(keying, to: ParameterKeying<P>.self)
            return own.home?._withUnsafeGuaranteedRef { $0.hit(parameters, typed, T.self, scope: own.keeper) } ?? nil
        }
    }

    /// Resolves where that takes more. Not inlined, so that what it needs is not made before it is known to be needed.
    @inlinable
    @inline(never)
    static func resolveFurther(
        _ container: any ManagedContainer,
        _ site: Site,
        _ modification: Modification,
        _ parameters: P,
        _ make: (P) -> T
    ) -> T {
        // Holds because the container, which the caller has, has its manager; the container keeps the slot, and the slot the
        // way of keeping instances.
        let manager = Unmanaged.passUnretained(container.manager)
        let declaration = Declaration(site, product: T.self, parameter: P.self)
        if let keeping = modification.keepingAlone {
            let held = keeping._withUnsafeGuaranteedRef { own in
                own.held(declaration, container) {
                    // Looked at after the claim, so that a closure registered later clears what is being built.
                    own.slot.currentHint == Hint(keeping)
                        ? own.built(make(parameters))
                        : buildWithAll(own, container, site, modification, parameters, make)
                }
            }
            if let held { return held.value(T.self) }
        } else if case .none = modification, manager.allowsShortWay {
            guard let slot = manager.slot(for: site, product: T.self, parameter: P.self) else {
                return ResolutionStack.call(make, parameters, declaration, of: ContainerIdentity(container))
            }
            let hint = slot._withUnsafeGuaranteedRef { $0.currentHint }
            if hint.isEmpty {
                return ResolutionStack.call(make, parameters, declaration, of: ContainerIdentity(container))
            }
            if hint == .replacement, let closure = replacement(in: slot) {
                return ResolutionStack.call(closure.call, parameters, declaration, of: ContainerIdentity(container))
            }
        }
        return resolveWithAll(container, site, modification, parameters, make)
    }

    /// The closure that stands in the declaration's place.
    @inlinable
    static func replacement(in slot: Unmanaged<Slot>) -> Closure<P, T>? {
        ThreadRecord.withReading {
            // Holds because the container keeps the slot; and the types are a part of the declaration.
            slot._withUnsafeGuaranteedRef { slot in
                slot.replacement.memory?.value(Closure<P, T>.self)
            }
        }
    }

    /// Resolves with all that may be set.
    @usableFromInline
    static func resolveWithAll(
        _ container: any ManagedContainer,
        _ site: Site,
        _ modification: Modification,
        _ parameters: P,
        _ make: (P) -> T
    ) -> T {
        Resolution(
            container: container,
            manager: container.manager,
            declaration: Declaration(site, product: T.self, parameter: P.self),
            declared: modification
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
        _ make: (P) -> T
    ) -> Built {
        let instance = Resolution(
            container: container,
            manager: container.manager,
            declaration: Declaration(site, product: T.self, parameter: P.self),
            declared: modification
        ).make(parameters, make).instance
        return keeping.built(instance)
    }

    // MARK: - Changes

    @inlinable var dependency: Dependency { Dependency(container, declaration, modification) }

    /// Changes what is set on this value, and in the container.
    mutating func change(_ change: (inout Dependency) -> Void) {
        var dependency = dependency
        change(&dependency)
        modification = dependency.modification
    }

    /// Sets a scope. Takes no lock if that changes nothing.
    @inlinable
    @inline(__always)
    mutating func set(scope new: Scope.Standard) {
        // Holds because the container, which this value has, has its manager.
        let manager = Unmanaged.passUnretained(container.manager)
        if modification.isComparable,
            let keeping = manager.keeping(
                by: new,
                after: modification.keeping,
                site,
                product: T.self,
                parameter: P.self
            )
        {
            modification = .keeping(keeping)
        } else {
            modification = .own(dependency.setting(new))
        }
    }

    /// Keeps an instance for each parameter. Takes no lock if that changes nothing.
    @inlinable
    @inline(__always)
    mutating func keepPerParameter() where P: Hashable {
        // Holds because the container, which this value has, has its manager.
        let manager = Unmanaged.passUnretained(container.manager)
        if modification.isComparable,
            let keeping = manager.keepingPerParameter(
                after: modification.keeping,
                site,
                product: T.self,
                parameter: P.self
            )
        {
            modification = .keeping(keeping)
        } else {
            modification = .own(dependency.setting(ParameterKeying(hashing: P.self)))
        }
    }
}

// Not proved: a factory value is to be `Sendable` where what it takes and makes is, so that it can be resolved on another
// actor. What is set on it may capture what is not `Sendable`, or be isolated. Whoever sends one answers for its closures,
// as the doc comment of `Factory` says.
extension FactoryRegistration: @unchecked Sendable where P: Sendable, T: Sendable {}
