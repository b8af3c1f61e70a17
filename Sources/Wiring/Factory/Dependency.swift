/// A declaration in a container, and what has been set on one factory value: what changes about it does not depend on its
/// types, and is compiled once.
@usableFromInline
struct Dependency {
    let container: any ManagedContainer
    let declaration: Declaration
    private(set) var modification: Modification

    init(_ container: any ManagedContainer, _ declaration: Declaration, _ modification: Modification) {
        self.container = container
        self.declaration = declaration
        self.modification = modification
    }

    /// The modification of a value after it has said how its instances are kept, which its container does not know yet.
    @usableFromInline
    static func modification(
        _ modification: Modification,
        setting way: KeepingWay,
        _ keying: AnyParameterKeying?,
        _ container: any ManagedContainer,
        _ site: Site,
        product: any Any.Type,
        parameter: any Any.Type
    ) -> Modification.Further {
        let declaration = Declaration(site, product: product, parameter: parameter)
        let manager = container.manager
        manager.registerAutomatically(container)
        if case .none = modification, let scope = way.standard,
            let slot = manager.makeSlot(for: declaration, scope: scope)
        {
            return .keeping(Keeping(slot, way))
        }
        return Dependency(container, declaration, modification).settingUnderLock(way, keying)
    }

    @inline(never)
    private func settingUnderLock(_ way: KeepingWay, _ keying: AnyParameterKeying?) -> Modification.Further {
        var changed = self
        if let scope = way.standard { changed.set(scope.scope) }
        if let keying { changed.modify { $0.keying = keying } }
        return changed.modification.further
    }

    /// Sets a scope, as it is kept, or none.
    mutating func set(_ scope: Scope?) {
        let slot = slot
        let standard = container.manager.currentSettings.defaultScope
        let isAdmitted = slot.set(scope: scope, orElse: standard, once: modification.isPastOnce)
        modification = modification.changed(in: slot, isAdmitted: isAdmitted) { $0.scope = scope }
    }

    /// Changes modifiers other than the scope, in the container and for this value.
    ///
    /// - Parameter isSet: Whether the change is there already, so that nothing is written.
    mutating func modify(unless isSet: (Modifiers) -> Bool = { _ in false }, _ change: (inout Modifiers) -> Void) {
        let slot = slot
        let isAdmitted = isSet(slot.current.modifiers) || slot.modify(once: modification.isPastOnce, change)
        modification = modification.changed(in: slot, isAdmitted: isAdmitted, change)
    }

    mutating func passOnce() {
        slot.passOnce(with: modification.modifiersBeforeOnce)
        modification = modification.passingOnce()
    }

    func register(_ closure: Kept, at call: CallSite) {
        let slot = slot
        let isClearing = isClearing
        let replacement = Replacement(closure: closure, call: isClearing && call.isKnown ? call : nil)
        if slot.register(replacement, once: modification.isPastOnce, isClearing: isClearing), isClearing {
            clear(.everything, besides: slot, keptBy: usedScope(of: slot))
        }
    }

    func override(by closure: Kept, at call: CallSite) {
        let slot = slot
        let isClearing = isClearing
        slot.override(by: Replacement(closure: closure, call: isClearing ? call : nil), isClearing: isClearing)
        if isClearing { clear(.everything, besides: slot, keptBy: usedScope(of: slot)) }
    }

    func reset(_ options: FactoryResetOptions) {
        guard let clearing = options.clearing else { return }
        let slot = slot
        let scope = usedScope(of: slot)
        // What was taken out is released here, after the slot's lock.
        _ = slot.reset(options)
        clear(clearing, besides: slot, keptBy: scope)
    }

    /// A container that registers by itself must not take instances from others.
    private var isClearing: Bool { !ResolutionStack.isRegisteringAutomatically(container) }

    /// What the container knows of the declaration, after it has registered by itself.
    private var slot: Slot {
        container.manager.registerAutomatically(container)
        return container.manager.makeSlot(for: declaration)
    }

    /// The scope that this value resolves with, also where the container has forgotten it since the declaration set it.
    private func usedScope(of slot: Slot) -> Scope? {
        let scope = modification.modifiers(over: slot.current).scope
        return (scope ?? container.manager.currentSettings.defaultScope)?.used
    }

    /// Clears instances of this declaration that are not kept in its slot: that of the outermost resolution and the
    /// singleton, also one from before the declaration's scope was another.
    private func clear(_ clearing: Clearing, besides slot: Slot, keptBy scope: Scope?) {
        OutermostResolution.clear(clearing, of: slot)
        let singletons = Scope.currentSingleton.used
        for scope in [singletons, scope === singletons ? nil : scope] {
            // Holds because the task has the scope.
            _ = (scope as? Scope.Singleton)?.instances.find(declaration)?.takeUnretainedValue().clear(clearing)
        }
    }
}
