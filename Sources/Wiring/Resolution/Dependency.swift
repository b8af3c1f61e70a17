/// A declaration in a container, and what has been set on one factory value. Changes do not depend on its types, so they are
/// compiled once.
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

    /// The slot, after `autoRegister()` has run.
    private var slot: Slot {
        manager.registerAutomatically(container)
        return manager.makeSlot(for: declaration)
    }

    /// Whether the container's `autoRegister()` makes the change. Then a replacement clears no instances.
    private var isAutomatic: Bool { manager.isAutoRegistering }

    // MARK: - Modifiers

    /// Stores an instance for each parameter.
    ///
    /// - Parameter hashing: Hashes and compares parameters. Called if the slot has none yet.
    mutating func setHashing(_ hashing: () -> AnyParameterHashing) {
        let slot = slot
        if let changed = modification.with(.perParameter, knownBy: slot) {
            modification = changed
        } else {
            let hashing = slot.hashing.made ?? hashing()
            modify { $0.hashing = hashing }
        }
    }

    /// Sets a scope, as a container stores it, or none.
    mutating func set(_ scope: Scope?) {
        let slot = slot
        let standard = manager.currentSettings.defaultScope
        let isAdmitted = slot.set(
            scope: scope,
            orElse: standard,
            once: modification.isPastOnce,
            isAutomatic: isAutomatic
        )
        manager.noteModifiers(of: slot)
        modification = modification.changed(in: slot, isAdmitted: isAdmitted, setsRetentionOnly: true) {
            $0.scope = scope
        }
    }

    /// Sets a time to live, in the container and for this value. If the container has it already, nothing is written.
    mutating func set(timeToLive seconds: Double) {
        let slot = slot
        let isAdmitted =
            slot.current.modifiers.timeToLive == seconds
            || slot.modify(once: modification.isPastOnce, isAutomatic: isAutomatic) { $0.timeToLive = seconds }
        manager.noteModifiers(of: slot)
        let modifier = Modifier(kind: .timeToLive, seconds: seconds)
        modification =
            (isAdmitted ? modification.adding(modifier, knownBy: slot) : nil)
            ?? modification.changed(in: slot, isAdmitted: isAdmitted) { $0.timeToLive = seconds }
    }

    /// Changes modifiers other than the scope, in the container and for this value.
    mutating func modify(_ change: (inout Modifiers) -> Void) {
        let slot = slot
        let isAdmitted = slot.modify(once: modification.isPastOnce, isAutomatic: isAutomatic, change)
        manager.noteModifiers(of: slot)
        modification = modification.changed(in: slot, isAdmitted: isAdmitted, change)
    }

    /// Sets what one modifier sets, for this value alone within the declaration, or else in the container.
    mutating func set(_ modifier: Modifier, isDeclaring: Bool) {
        guard isDeclaring else { return modify { $0.set(modifier) } }
        modification =
            modification.adding(modifier, knownBy: slot) ?? modification.declaring(declaration) { $0.set(modifier) }
    }

    mutating func passOnce() {
        let slot = slot
        slot.passOnce(with: modification.modifiersBeforeOnce)
        manager.noteModifiers(of: slot)
        modification = modification.passingOnce(declaration)
    }

    // MARK: - Replacements

    func register(_ closure: ErasedClosure, at call: CallSite) {
        let slot = slot
        let replacement = replacement(closure, at: call)
        let isAutomatic = replacement.isAutomatic
        if slot.register(replacement, once: modification.isPastOnce, isAutomatic: isAutomatic), !isAutomatic {
            clear(.everything, outside: slot, storedBy: usedScope(of: slot))
        }
    }

    func override(by closure: ErasedClosure, at call: CallSite) {
        let slot = slot
        let replacement = replacement(closure, at: call)
        let isAutomatic = replacement.isAutomatic
        slot.override(by: replacement, isAutomatic: isAutomatic)
        if !isAutomatic { clear(.everything, outside: slot, storedBy: usedScope(of: slot)) }
    }

    func decorate(by closure: ErasedClosure, at call: CallSite) {
        let slot = slot
        let decoration = replacement(closure, at: call)
        let isAutomatic = decoration.isAutomatic
        slot.decorate(by: decoration, isAutomatic: isAutomatic, in: manager.automaticRun)
        if !isAutomatic { clear(.everything, outside: slot, storedBy: usedScope(of: slot)) }
    }

    /// The number of the run of `autoRegister()` that contributes on this thread, if one does.
    var contributingRun: UInt64? { isAutomatic ? manager.automaticRun : nil }

    /// Adds a contribution to this collection.
    func contribute(_ contribution: Contribution) {
        let slot = slot
        _ = slot.contribute(contribution, in: manager.automaticRun)
        if contribution.run == nil { clear(.everything, outside: slot, storedBy: usedScope(of: slot)) }
    }

    func replacement(_ closure: ErasedClosure, at call: CallSite) -> SlotState.Replacement {
        SlotState.Replacement(closure: closure, call: call.isKnown ? call : nil, isAutomatic: isAutomatic)
    }

    // MARK: - Reset

    func reset(_ options: FactoryResetOptions) {
        guard let clearing = options.clearing else { return }
        let slot = slot
        let scope = usedScope(of: slot)
        // What was taken out is released here, after unlocking.
        _ = slot.reset(options)
        clear(clearing, outside: slot, storedBy: scope)
    }

    /// The scope that this value resolves with. A reset may have cleared it in the container since.
    private func usedScope(of slot: Slot) -> Scope? {
        (modification.scope(over: slot) ?? manager.currentSettings.defaultScope)?.used(in: manager.isolation)
    }

    /// Clears the instances of this declaration that are not stored in its slot: that of the outermost resolution, and the
    /// singleton, including one from an earlier scope.
    ///
    /// A child does not affect singletons.
    private func clear(_ clearing: Cell.Clearing, outside slot: Slot, storedBy scope: Scope?) {
        ResolutionSession.clear(clearing, of: slot)
        guard manager.parent == nil else { return }
        let singletons = Scope.Singleton.current(in: manager.isolation)
        clear(clearing, in: singletons)
        if let scope = scope as? Scope.Singleton, scope !== singletons { clear(clearing, in: scope) }
    }

    private func clear(_ clearing: Cell.Clearing, in singletons: Scope.Singleton) {
        // SAFETY: The caller has the scope, which retains its instances.
        _ = singletons.instances.find(declaration)?.takeUnretainedValue().clearInstances(clearing)
    }
}
