import Synchronization

/// What a ``Factory`` and a ``ParameterFactory`` are made of: a declaration, its container and its closure.
public struct FactoryRegistration<P, T> {
    @usableFromInline let container: any ManagedContainer
    @usableFromInline let manager: ContainerManager
    @usableFromInline let declaration: Declaration
    @usableFromInline let make: (P) -> T
    /// What modifiers have set on this value; `nil` until one has.
    @usableFromInline var declared: Modifiers<P, T>?
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
        declared = nil
        once = false
    }

    /// Resolves: calls the closure if nothing else is to be looked at.
    @inlinable
    func resolve(_ parameters: P) -> T {
        guard declared == nil, manager.attention.isQuiet(about: declaration), ResolutionStack.isShallow else {
            return Resolution(
                container: container,
                manager: manager,
                declaration: declaration,
                make: make,
                declared: declared
            ).run(parameters)
        }
        return ResolutionStack.withFrame(declaration, of: container) { make(parameters) }
    }

    private var slot: Slot<P, T> {
        manager.registerAutomatically(container)
        return manager.makeSlot(for: declaration, P.self, T.self)
    }

    // MARK: - Changes

    func register(_ closure: @escaping (P) -> T) {
        let slot = slot
        guard slot.register(closure, once: once) else { return }
        // A container that registers by itself must not take instances from others.
        if !ResolutionStack.isRegisteringAutomatically(container) { clearInstances(of: slot, scope: scope(of: slot)) }
    }

    mutating func set(scope: Scope?) {
        if slot.set(scope: scope, once: once) { declare { $0.scope = scope } }
    }

    /// Changes modifiers in the container, and for this value.
    mutating func modify(_ change: (inout Modifiers<P, T>) -> Void) {
        if slot.modify(once: once, change) { declare(change) }
    }

    mutating func passOnce() {
        slot.passOnce()
        once = true
    }

    func reset(_ options: FactoryResetOptions) {
        guard options != .none else { return }
        let slot = slot
        let scope = scope(of: slot)
        // What was taken out is released here, after the slot's lock. Instances come last: one that is being built by
        // what was taken out is cleared with them.
        _ = slot.reset(options)
        if options == .all || options == .scope { clearInstances(of: slot, scope: scope) }
    }

    private mutating func declare(_ change: (inout Modifiers<P, T>) -> Void) {
        var modifiers = declared ?? Modifiers()
        change(&modifiers)
        declared = modifiers
    }

    /// The scope that this value resolves with, also where the container has forgotten it since the declaration set it.
    private func scope(of slot: Slot<P, T>) -> Scope? {
        (declared?.scope ?? slot.current.modifiers.scope ?? manager.currentSettings.defaultScope)?.used
    }

    /// Clears the instances of this declaration wherever its scope keeps them.
    private func clearInstances(of slot: Slot<P, T>, scope: Scope?) {
        _ = slot.instances.clear(scope: nil)
        OutermostResolution.forget(slot)
        if let singletons = scope as? Scope.Singleton {
            _ = singletons.instances.find(declaration)?.clear(scope: nil)
        }
    }
}

// Holds because the closure is called by whoever resolves, on any thread, and its result given away: that is safe where
// what it takes and makes is `Sendable`. It is not `@Sendable` itself, so that it can have the isolation of its getter.
extension FactoryRegistration: @unchecked Sendable where P: Sendable, T: Sendable {}
