/// What a ``Factory`` and a ``ParameterFactory`` are made of: a declaration, its container and its closure.
public struct FactoryRegistration<P, T> {
    @usableFromInline let container: any ManagedContainer
    @usableFromInline let manager: ContainerManager
    @usableFromInline let declaration: Declaration
    @usableFromInline let make: (P) -> T
    /// What the container knows of the declaration, once a modifier has asked for it.
    @usableFromInline var slot: Slot<P, T>?
    /// The scope that a modifier has set on this value.
    @usableFromInline var scope: Scope?
    /// What other modifiers have set on this value.
    @usableFromInline var declared: DeclaredModifiers<P, T>?
    /// Whether this value is past its `once()`.
    @usableFromInline var once: Bool

    @inlinable
    init(
        container: any ManagedContainer,
        key: StaticString,
        fileID: StaticString,
        line: UInt,
        column: UInt,
        make: @escaping (P) -> T
    ) {
        self.container = container
        manager = container.manager
        declaration = Declaration(
            key: key,
            fileID: fileID,
            line: line,
            column: column,
            product: T.self,
            parameter: P.self
        )
        self.make = make
        slot = nil
        scope = nil
        declared = nil
        once = false
    }

    /// Resolves. If nothing else is to be looked at, that is to take the instance that the scope keeps, or, without a
    /// modifier, to call the closure.
    @inlinable
    func resolve(_ parameters: P) -> T {
        if let slot {
            if let scope, slot.keepsSimply(by: scope), declared?.concernHits != true, !manager.attention.isOn(.hits),
                let instance = home(of: slot, scope)?.single.hit(scope: scope.keeper)
            {
                return instance
            }
        } else if manager.attention.isQuiet(about: declaration), ResolutionStack.isShallow {
            return ResolutionStack.withFrame(declaration, of: container) { make(parameters) }
        }
        return resolution.run(parameters)
    }

    /// Where a scope keeps this declaration's instances, if that is the container or the scope itself.
    @inlinable
    func home(of slot: Slot<P, T>, _ scope: Scope) -> Instances<P, T>? {
        switch scope.lifetime {
        case .cached, .shared: slot.instances
        // Holds because the types are a part of the declaration.
        case .singleton: scope.singletons(of: declaration).map { unsafeDowncast($0, to: Instances<P, T>.self) }
        case .graph, .unique: nil
        }
    }

    @usableFromInline var resolution: Resolution<P, T> {
        Resolution(
            container: container,
            manager: manager,
            declaration: declaration,
            make: make,
            declared: modifiers
        )
    }

    // MARK: - Changes

    func register(_ closure: @escaping (P) -> T) {
        let slot = slot ?? makeSlot()
        let isClearing = isClearing
        if slot.register(closure, once: once, isClearing: isClearing), isClearing { clearOthers(than: slot) }
    }

    func override(by closure: @escaping (P) -> T) {
        let slot = slot ?? makeSlot()
        let isClearing = isClearing
        slot.override(by: closure, isClearing: isClearing)
        if isClearing { clearOthers(than: slot) }
    }

    /// A container that registers by itself must not take instances from others.
    private var isClearing: Bool { !ResolutionStack.isRegisteringAutomatically(container) }

    /// Sets a scope, as it is kept. Takes no lock if that changes nothing.
    @inlinable
    mutating func set(scope new: Scope) {
        let slot =
            slot
            ?? manager.readySlot(for: declaration).map {
                // Holds because the types are a part of the declaration.
                unsafeDowncast($0, to: Slot<P, T>.self)
            }
        if let slot, slot.keeps(by: new) {
            self.slot = slot
            scope = new
        } else {
            change(scope: new)
        }
    }

    /// Sets a scope, as it is kept, or none.
    @usableFromInline
    mutating func change(scope new: Scope?) {
        let slot = slot ?? makeSlot()
        self.slot = slot
        if slot.set(scope: new, once: once) { scope = new }
    }

    /// Changes modifiers other than the scope, in the container and for this value.
    ///
    /// - Parameter isSet: Whether the change is there already, so that nothing is written.
    mutating func modify(
        unless isSet: (Modifiers<P, T>) -> Bool = { _ in false },
        _ change: (inout Modifiers<P, T>) -> Void
    ) {
        let slot = slot ?? makeSlot()
        self.slot = slot
        guard isSet(slot.current.modifiers) || slot.modify(once: once, change) else { return }
        var modifiers = declared?.modifiers ?? Modifiers()
        change(&modifiers)
        declared = DeclaredModifiers(modifiers)
    }

    mutating func passOnce() {
        let slot = slot ?? makeSlot()
        self.slot = slot
        slot.passOnce()
        once = true
    }

    func reset(_ options: FactoryResetOptions) {
        guard options != .none else { return }
        let slot = slot ?? makeSlot()
        let scope = usedScope(of: slot)
        // What was taken out is released here, after the slot's lock.
        _ = slot.reset(options)
        if options == .all || options == .scope { clearOthers(than: slot, keptBy: scope) }
    }

    private func makeSlot() -> Slot<P, T> {
        manager.registerAutomatically(container)
        return manager.makeSlot(for: declaration, P.self, T.self)
    }

    /// All that has been set on this value.
    private var modifiers: Modifiers<P, T>? {
        guard scope != nil || declared != nil else { return nil }
        var modifiers = declared?.modifiers ?? Modifiers()
        modifiers.scope = scope
        return modifiers
    }

    /// The scope that this value resolves with, also where the container has forgotten it since the declaration set it.
    private func usedScope(of slot: Slot<P, T>) -> Scope? {
        (scope ?? slot.current.modifiers.scope ?? manager.currentSettings.defaultScope)?.used
    }

    private func clearOthers(than slot: Slot<P, T>) { clearOthers(than: slot, keptBy: usedScope(of: slot)) }

    /// Clears the instances of this declaration that are not kept in its slot: that of the outermost resolution and the
    /// singleton, also one from before the declaration's scope was another.
    private func clearOthers(than slot: Slot<P, T>, keptBy scope: Scope?) {
        OutermostResolution.forget(slot)
        let singletons = Scope.currentSingleton.used
        for scope in [singletons, scope === singletons ? nil : scope] {
            _ = (scope as? Scope.Singleton)?.instances.find(declaration)?.clear(.everything)
        }
    }
}

/// What modifiers other than the scope have set on a factory value. An object, because most values have none.
@usableFromInline
final class DeclaredModifiers<P, T> {
    let modifiers: Modifiers<P, T>
    /// Whether they matter to a resolution that finds an instance. The container may have been reset since they were set.
    @usableFromInline let concernHits: Bool

    init(_ modifiers: Modifiers<P, T>) {
        self.modifiers = modifiers
        concernHits = !modifiers.areScopeAlone
    }
}

// Not proved: the closure may capture what is not `Sendable`, or be isolated to an actor. It is not `@Sendable`, so that it
// can have the isolation of its getter; and a factory value is to be `Sendable` where what it takes and makes is, so that
// it can be resolved on another actor. Whoever sends one answers for its closure, as the doc comment of `Factory` says.
extension FactoryRegistration: @unchecked Sendable where P: Sendable, T: Sendable {}
