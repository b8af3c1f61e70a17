/// What a ``Factory`` and a ``ParameterFactory`` have in common: a declaration, its container, and what has been set.
public struct FactoryRegistration<P, T> {
    // Together with the closure these are six words. The optimizer takes no value apart that has more; and it is for being
    // taken apart that a factory value costs nothing where it is made and called at once.
    @usableFromInline let container: any ManagedContainer
    @usableFromInline let site: Site
    @usableFromInline var modification: Modification<P, T>

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
            if let instance = Self.hit(keeping, in: Unmanaged.passUnretained(container.manager)) { return instance }
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
    static func hit(_ keeping: Unmanaged<Keeping>, in manager: ContainerManager, _ parameters: P) -> T? {
        // Holds as above.
        keeping._withUnsafeGuaranteedRef { own in
            guard let keying = own.keying, own.slot.currentHint.isSimple(for: keeping),
                !manager.attention.isOn(.hits)
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
        _ modification: Modification<P, T>,
        _ parameters: P,
        _ make: (P) -> T
    ) -> T {
        let manager = container.manager
        let declaration = Declaration(site, product: T.self, parameter: P.self)
        if let keeping = modification.keepingAlone {
            if P.self != Void.self, let instance = hit(keeping, in: manager, parameters) { return instance }
            // Holds because the caller has the container, which keeps the slot, and the slot this.
            let held = keeping._withUnsafeGuaranteedRef { own in
                own.held(declaration, container) {
                    // Looked at after the claim, so that a closure registered later clears what is being built.
                    own.slot.currentHint == Hint(keeping)
                        ? own.built(make(parameters))
                        : buildWithAll(own, container, site, modification, parameters, make)
                }
            }
            if let held { return held.value(T.self) }
        } else if case .none = modification, manager.attention.allowsShortWay(depth: ResolutionStack.depth) {
            guard let slot = manager.slot(for: declaration) else {
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
    static func replacement(in slot: Unmanaged<AnySlot>) -> Closure<P, T>? {
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
        _ modification: Modification<P, T>,
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
        _ modification: Modification<P, T>,
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

    func register(_ closure: @escaping (P) -> T) {
        let slot = makeSlot()
        let isClearing = isClearing
        if slot.register(closure, once: modification.isPastOnce, isClearing: isClearing), isClearing {
            clear(.everything, besides: slot, keptBy: usedScope(of: slot))
        }
    }

    func override(by closure: @escaping (P) -> T) {
        let slot = makeSlot()
        let isClearing = isClearing
        slot.override(by: closure, isClearing: isClearing)
        if isClearing { clear(.everything, besides: slot, keptBy: usedScope(of: slot)) }
    }

    /// A container that registers by itself must not take instances from others.
    private var isClearing: Bool { !ResolutionStack.isRegisteringAutomatically(container) }

    /// Sets a scope, as it is kept. Takes no lock if that changes nothing.
    @inlinable
    @inline(__always)
    mutating func set(scope new: Scope.Standard) {
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
            modification = .own(Self.changed(container, site, modification) { $0.change(scope: new.scope) })
        }
    }

    /// Sets a scope, as it is kept, or none.
    @usableFromInline
    mutating func change(scope new: Scope?) {
        let slot = makeSlot()
        let manager = container.manager
        // Asked first whether there is one: a declaration may set its scope at each access.
        let standard = manager.attention.isOn(.unscoped) ? manager.currentSettings.defaultScope : nil
        let isAdmitted = slot.set(scope: new, orElse: standard, once: modification.isPastOnce)
        modification = modification.changed(in: slot, isAdmitted: isAdmitted) { $0.scope = new }
    }

    /// What has been set on a value after a change.
    ///
    /// Always an object of its own, also where it need not be: so the optimizer tells this way from the other.
    @usableFromInline
    @inline(never)
    static func changed(
        _ container: any ManagedContainer,
        _ site: Site,
        _ earlier: Modification<P, T>,
        by change: (inout FactoryRegistration) -> Void
    ) -> DeclaredModifiers<P, T> {
        var changed = FactoryRegistration(container, site)
        changed.modification = earlier
        change(&changed)
        return changed.modification.declared
    }

    /// Keeps an instance for each parameter. Takes no lock if that changes nothing.
    @inlinable
    @inline(__always)
    mutating func keepPerParameter() where P: Hashable {
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
            modification = .own(
                Self.changed(container, site, modification) { $0.change(keying: ParameterKeying(hashing: P.self)) }
            )
        }
    }

    @usableFromInline
    mutating func change(keying: ParameterKeying<P>) { modify { $0.keying = keying } }

    /// Changes modifiers other than the scope, in the container and for this value.
    ///
    /// - Parameter isSet: Whether the change is there already, so that nothing is written.
    mutating func modify(
        unless isSet: (Modifiers<P, T>) -> Bool = { _ in false },
        _ change: (inout Modifiers<P, T>) -> Void
    ) {
        let slot = makeSlot()
        let isAdmitted = isSet(slot.current.modifiers) || slot.modify(once: modification.isPastOnce, change)
        modification = modification.changed(in: slot, isAdmitted: isAdmitted, change)
    }

    mutating func passOnce() {
        makeSlot().passOnce(with: modification.modifiersBeforeOnce)
        modification = modification.passingOnce()
    }

    func reset(_ options: FactoryResetOptions) {
        guard let clearing = options.clearing else { return }
        let slot = makeSlot()
        let scope = usedScope(of: slot)
        // What was taken out is released here, after the slot's lock.
        _ = slot.reset(options)
        clear(clearing, besides: slot, keptBy: scope)
    }

    private func makeSlot() -> Slot<P, T> { Self.slot(of: declaration, in: container) }

    private static func slot(of declaration: Declaration, in container: any ManagedContainer) -> Slot<P, T> {
        container.manager.registerAutomatically(container)
        return container.manager.makeSlot(for: declaration, P.self, T.self)
    }

    /// The scope that this value resolves with, also where the container has forgotten it since the declaration set it.
    private func usedScope(of slot: Slot<P, T>) -> Scope? {
        let scope = modification.modifiers(over: slot.current).scope
        return (scope ?? container.manager.currentSettings.defaultScope)?.used
    }

    /// Clears instances of this declaration that are not kept in its slot: that of the outermost resolution and the
    /// singleton, also one from before the declaration's scope was another.
    private func clear(_ clearing: Clearing, besides slot: Slot<P, T>, keptBy scope: Scope?) {
        OutermostResolution.clear(clearing, of: slot)
        let singletons = Scope.currentSingleton.used
        for scope in [singletons, scope === singletons ? nil : scope] {
            // Holds because the task has the scope.
            _ = (scope as? Scope.Singleton)?.instances.find(declaration)?.takeUnretainedValue().clear(clearing)
        }
    }
}

// Not proved: a factory value is to be `Sendable` where what it takes and makes is, so that it can be resolved on another
// actor. What is set on it may capture what is not `Sendable`, or be isolated. Whoever sends one answers for its closures,
// as the doc comment of `Factory` says.
extension FactoryRegistration: @unchecked Sendable where P: Sendable, T: Sendable {}
