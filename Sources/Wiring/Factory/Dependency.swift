/// A declaration in a container, and what has been set on one factory value: what changes about it does not depend on its
/// types, and is compiled once.
struct Dependency {
    private let container: AnyObject
    private let manager: ContainerManager
    private let declaration: Declaration
    private(set) var modification: Modification

    init(
        _ container: AnyObject,
        _ manager: ContainerManager,
        _ declaration: Declaration,
        _ modification: Modification
    ) {
        self.container = container
        self.manager = manager
        self.declaration = declaration
        self.modification = modification
    }

    /// Has an instance kept for each parameter.
    ///
    /// - Parameter keying: How parameters are told apart. Called where that is not known yet.
    mutating func setKeying(_ keying: () -> AnyParameterKeying) {
        let slot = slot
        var earlier = KeepingWay.unsaid
        if case .some(.keeping(let keeping)) = modification { earlier = keeping.way }
        if modification.isKeepingAtMost, let known = slot.keeping(.perParameter, after: earlier) {
            modification = .some(.keeping(Keeping(.passUnretained(slot), known)))
        } else {
            let keying = slot.keying.made ?? keying()
            modify { $0.keying = keying }
        }
    }

    /// Sets a scope, as it is kept, or none.
    mutating func set(_ scope: Scope?) {
        let slot = slot
        let standard = manager.currentSettings.defaultScope
        let isAdmitted = slot.set(
            scope: scope,
            orElse: standard,
            once: modification.isPastOnce,
            isAutomatic: isAutomatic
        )
        modification = modification.changed(in: slot, isAdmitted: isAdmitted) { $0.scope = scope }
    }

    /// Changes modifiers other than the scope, in the container and for this value.
    ///
    /// - Parameter isSet: Whether the change is there already, so that nothing is written.
    mutating func modify(unless isSet: (Modifiers) -> Bool = { _ in false }, _ change: (inout Modifiers) -> Void) {
        let slot = slot
        let isAdmitted =
            isSet(slot.current.modifiers)
            || slot.modify(once: modification.isPastOnce, isAutomatic: isAutomatic, change)
        modification = modification.changed(in: slot, isAdmitted: isAdmitted, change)
    }

    /// Changes modifiers for this value alone.
    mutating func declare(_ change: (inout Modifiers) -> Void) {
        modification = modification.declaring(declaration, change)
    }

    mutating func passOnce() {
        slot.passOnce(with: modification.modifiersBeforeOnce)
        modification = modification.passingOnce(declaration)
    }

    func register(_ closure: AnyClosure, at call: CallSite) {
        let slot = slot
        let isAutomatic = isAutomatic
        let replacement = Replacement(closure: closure, call: call.isKnown ? call : nil, isAutomatic: isAutomatic)
        if slot.register(replacement, once: modification.isPastOnce, isAutomatic: isAutomatic), !isAutomatic {
            clear(.everything, besides: slot, keptBy: usedScope(of: slot))
        }
    }

    func override(by closure: AnyClosure, at call: CallSite) {
        let slot = slot
        let isAutomatic = isAutomatic
        let replacement = Replacement(closure: closure, call: call.isKnown ? call : nil, isAutomatic: isAutomatic)
        slot.override(by: replacement, isAutomatic: isAutomatic)
        if !isAutomatic { clear(.everything, besides: slot, keptBy: usedScope(of: slot)) }
    }

    func reset(_ options: FactoryResetOptions) {
        guard let clearing = options.clearing else { return }
        let slot = slot
        let scope = usedScope(of: slot)
        // What was taken out is released here, after the slot's lock.
        _ = slot.reset(options)
        clear(clearing, besides: slot, keptBy: scope)
    }

    /// Whether the container's `autoRegister()` does this. Then it must not take instances from others.
    private var isAutomatic: Bool { manager.isRegistering }

    /// What the container knows of the declaration, after it has registered by itself.
    private var slot: Slot {
        manager.registerAutomatically(container)
        return manager.makeSlot(for: declaration)
    }

    /// The scope that this value resolves with, also where the container has forgotten it since the declaration set it.
    private func usedScope(of slot: Slot) -> Scope? {
        let scope = modification.modifiers(over: slot.current).scope
        return (scope ?? manager.currentSettings.defaultScope)?.used(in: manager.isolation)
    }

    /// Clears instances of this declaration that are not kept in its slot: that of the outermost resolution and the
    /// singleton, also one from before the declaration's scope was another.
    private func clear(_ clearing: Clearing, besides slot: Slot, keptBy scope: Scope?) {
        OutermostResolution.clear(clearing, of: slot)
        let singletons = Scope.currentSingleton.used(in: manager.isolation)
        for scope in [singletons, scope === singletons ? nil : scope] {
            // SAFETY: The task or the container keeps the scope.
            _ = (scope as? Scope.Singleton)?.instances.find(declaration)?.takeUnretainedValue().clearInstances(clearing)
        }
    }
}

// SAFETY: As for the resolution of a value.
extension Unmanaged where Instance == ContainerManager {
    /// What has been set on a value once a scope is set, where nothing was.
    ///
    /// Where the container keeps instances by that scope already, nothing is written and no lock is taken.
    @usableFromInline
    @inline(never)
    func modified(
        by scope: Scope.Standard,
        _ site: Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Modification.Modified {
        let declaration = Declaration(site, product: product, parameter: parameter)
        // The closures are small, so that they are inlined: the declaration then stays in registers.
        if let places = _withUnsafeGuaranteedRef({ $0.slotsOfRegistered }),
            let slot = DeclarationTable<Slot>.findIdentical(declaration, in: places),
            slot._withUnsafeGuaranteedRef({ $0.currentHint.way.scopeAlone.rawValue }) == scope.rawValue
        {
            return .keeping(Keeping(slot, KeepingWay(scope)))
        }
        return modifiedSlowly(by: scope, site, product, parameter, of: container)
    }

    // With the same parameters, so that the call leaves nothing to do.
    @inline(never)
    private func modifiedSlowly(
        by scope: Scope.Standard,
        _ site: Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Modification.Modified {
        let manager = takeUnretainedValue()
        manager.registerAutomatically(container)
        let declaration = Declaration(site, product: product, parameter: parameter)
        // What `autoRegister()` sets is told from what others set.
        if !manager.isRegistering {
            if let slot = manager.slots.find(declaration),
                let way = slot._withUnsafeGuaranteedRef({ $0.keeping(KeepingWay(scope), after: .unsaid) })
            {
                return .keeping(Keeping(slot, way))
            }
            if let slot = manager.makeSlot(for: declaration, scope: scope) {
                return .keeping(Keeping(slot, KeepingWay(scope)))
            }
        }
        return modified(.none, by: scope, declaration, of: container)
    }

    /// What has been set on a value once a scope is set, where something was.
    @usableFromInline
    @inline(never)
    func modified(
        _ earlier: Modification.Modified,
        by scope: Scope.Standard,
        _ site: Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        of container: AnyObject
    ) -> Modification.Modified {
        if case .keeping(let keeping) = earlier, _withUnsafeGuaranteedRef({ !$0.attention.isOn(.autoRegistration) }),
            // SAFETY: The container keeps its slots.
            let known = keeping.slot._withUnsafeGuaranteedRef({ $0.keeping(KeepingWay(scope), after: keeping.way) })
        {
            return .keeping(Keeping(keeping.slot, known))
        }
        let declaration = Declaration(site, product: product, parameter: parameter)
        return modified(.some(earlier), by: scope, declaration, of: container)
    }

    /// What has been set on a value once there is to be an instance for each parameter.
    @usableFromInline
    @inline(never)
    func keptForEachParameter<P: Hashable>(
        _ earlier: Modification,
        _ site: Site,
        _ product: any Any.Type,
        _ parameter: P.Type,
        of container: AnyObject
    ) -> Modification {
        if case .some(.keeping(let keeping)) = earlier,
            _withUnsafeGuaranteedRef({ !$0.attention.isOn(.autoRegistration) }),
            // SAFETY: The container keeps its slots.
            let way = keeping.slot._withUnsafeGuaranteedRef({ $0.keeping(.perParameter, after: keeping.way) })
        {
            return .some(.keeping(Keeping(keeping.slot, way)))
        }
        let declaration = Declaration(site, product: product, parameter: parameter)
        var dependency = Dependency(container, takeUnretainedValue(), declaration, earlier)
        dependency.setKeying { HashableKeying<P>() }
        return dependency.modification
    }

    private func modified(
        _ modification: Modification,
        by scope: Scope.Standard,
        _ declaration: Declaration,
        of container: AnyObject
    ) -> Modification.Modified {
        var dependency = Dependency(container, takeUnretainedValue(), declaration, modification)
        dependency.set(scope.scope)
        guard case .some(let modified) = dependency.modification else { fatalError("a scope has not been set") }
        return modified
    }
}

extension ContainerManager {
    /// Where to look for slots, once the container has registered by itself.
    @inline(__always)
    fileprivate var slotsOfRegistered: Places? { attention.isOn(.autoRegistration) ? nil : slots.places }
}
