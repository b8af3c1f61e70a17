/// A declaration in a container, and what has been set on one factory value. Changes do not depend on its types, so they are
/// compiled once.
package struct Dependency {
    private let container: AnyObject
    private let manager: ContainerManager
    private let declaration: Declaration
    private(set) var modification: Modification

    package typealias Replacement = ObservedResolution.Replacement

    /// The modification after something has been set.
    var modified: Modification.Modified {
        guard case .some(let modified) = modification else { fatalError("nothing has been set") }
        return modified
    }

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
        if modification.kind.whole != nil {
            Failure.changeOfPart(PathStep(declaration, of: container, manager))
        }
        manager.registerAutomatically(container)
        let slot = manager.makeSlot(for: declaration)
        if modification.kind == .collection { slot.noteCollection() }
        // A reset may have cleared that. Without it, the next access would set the modifiers before the `once()` again.
        if let before = modification.evaluatedBeforeOnce { passOnce(with: before, in: slot) }
        return slot
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
        noteDespiteDeclaration(in: slot) { declared in
            guard let scope, let declared = declared.scope, declared !== scope else { return nil }
            return .scope(scope, declared: declared)
        }
        let isAdmitted = set(scope, in: slot, orElse: defaultScope)
        manager.noteModifiers(of: slot)
        let own = slot.isCollection ? scope ?? .unique : scope
        modification = modification.changed(in: slot, isAdmitted: isAdmitted, setsRetentionOnly: true) {
            $0.scope = own
        }
    }

    /// Sets a time to live, in the container and for this value. If the container has it already, nothing is written.
    mutating func set(_ timeToLive: TimeToLive) {
        let slot = slot
        noteDespiteDeclaration(in: slot) { declared in
            guard let declared = declared.timeToLive, declared != timeToLive else { return nil }
            return .timeToLive(timeToLive, declared: declared)
        }
        let modifier = Modifier(timeToLive)
        let isAdmitted =
            (isAutomatic ? current(slot) : slot.current).modifiers.timeToLive == timeToLive
            || admit(slot) { $0.set(modifier) }
        manager.noteModifiers(of: slot)
        let modified = modification.modified ?? .reference(SlotReference(Borrowed(slot), .unspecified))
        modification =
            isAdmitted && modified.reference != nil
            ? .some(modified.adding(modifier))
            : modification.changed(in: slot, isAdmitted: isAdmitted) { $0.set(modifier) }
    }

    /// Changes modifiers other than the scope, in the container and for this value.
    mutating func modify(_ change: (inout Modifiers) -> Void) {
        let slot = slot
        let isAdmitted = admit(slot, change)
        manager.noteModifiers(of: slot)
        modification = modification.changed(in: slot, isAdmitted: isAdmitted, change)
    }

    /// Notes for observers that something is set although this value has set it to something else, as its declaration may do.
    ///
    /// - Parameter change: Returns what is set, for what the value has set.
    private func noteDespiteDeclaration(in slot: Slot, _ change: (Modifiers) -> SetDespiteDeclaration?) {
        guard manager.areResolutionsObserved, !isAutomatic, let modifiers = modification.modifiers,
            let change = change(modifiers)
        else { return }
        manager.preserve(declaration)
        _ = slot.change(once: true, clearing: nil) { layer in
            layer.setDespiteDeclaration = layer.setDespiteDeclaration.filter { $0.isScope != change.isScope } + [change]
        }
    }

    private func set(_ scope: Scope?, in slot: Slot, orElse standard: Scope?) -> Bool {
        let automatic = manager.currentRegistration?.layer(of: slot)
        guard isAutomatic else {
            manager.preserve(declaration)
            return slot.set(scope: scope, over: automatic, orElse: standard, once: modification.isPastOnce)
        }
        guard slot.admits(once: modification.isPastOnce) else { return false }
        let old = slot.current.scope(with: automatic) ?? standard
        let isSame = manager.changeInAutoRegister(slot) { layer in
            layer.set(scope: scope)
            return old === (slot.current.scope(with: layer) ?? standard)
        }
        guard let old, isSame == false else { return true }
        manager.preserve(declaration)
        _ = slot.clearInstances(.scope(old.id))
        return true
    }

    /// Changes modifiers of the container, if this value may.
    private func admit(_ slot: Slot, _ change: (inout Modifiers) -> Void) -> Bool {
        self.change(slot, once: modification.isPastOnce) { change(&$0.modifiers) }
    }

    /// Changes what the container has set, or what its `autoRegister()` has set so far.
    ///
    /// - Parameters:
    ///   - once: Whether the change is admitted after a `once()`, as one from outside is.
    ///   - clearing: What is cleared, unless `autoRegister()` makes the change.
    /// - Returns: Whether the change was admitted.
    private func change(
        _ slot: Slot,
        once: Bool,
        clearing: Cell.Clearing? = nil,
        _ change: (inout SlotState.Layer) -> Void
    ) -> Bool {
        guard isAutomatic else {
            manager.preserve(declaration)
            return slot.change(once: once, clearing: clearing, change)
        }
        guard slot.admits(once: once) else { return false }
        _ = manager.changeInAutoRegister(slot, change)
        return true
    }

    mutating func passOnce() {
        passOnce(with: modification.modifiersBeforeOnce, in: slot)
        modification = modification.passingOnce(declaration)
    }

    private func passOnce(with before: Modifiers, in slot: Slot) {
        manager.preserve(declaration)
        if slot.passOnce(with: before) { _ = manager.changeAutomatic(of: slot) { $0.removeBeforeOnce(before) } }
        manager.noteModifiers(of: slot)
    }

    // MARK: - Replacements

    package func register(_ closure: ErasedClosure, at call: CallSite) { set(closure, .registration, "register", call) }

    package func override(by closure: ErasedClosure, at call: CallSite) { set(closure, .override, "override", call) }

    package func decorate(by closure: ErasedClosure, at call: CallSite) { set(closure, .decoration, "decorate", call) }

    /// - Parameter function: The function that is called.
    private func set(_ closure: ErasedClosure, _ kind: Replacement.Kind, _ function: String, _ call: CallSite) {
        let replacement = replacement(closure, at: call)
        let once = kind != .registration || modification.isPastOnce
        guard replace(InstanceDrop(by: function, call), once: once, { $0.set(replacement, as: kind) }) else { return }
        manager.note(.replaced(.init(dependency: declaration, kind: kind, stored: replacement)))
    }

    /// Makes changes of the declaration again, in this order, as the last ones.
    fileprivate func makeLast(_ changes: [Replacement]) {
        _ = replace(InstanceDrop(by: "override")) { $0.makeLast(changes) }
    }

    /// - Returns: Whether the change was admitted.
    private func replace(
        _ drop: @autoclosure () -> InstanceDrop,
        once: Bool = true,
        _ change: (inout SlotState.Layer) -> Void
    ) -> Bool {
        let slot = slot
        manager.logTypesThatExistTwice(declaration, in: container)
        let candidates = InstanceDrop.candidates(in: instances(slot))
        guard self.change(slot, once: once, clearing: .everything, change) else { return false }
        if !isAutomatic { clear(.everything, outside: slot, storedBy: manager.isChild ? nil : usedScope(of: slot)) }
        candidates?.note(drop())
        return true
    }

    /// Where the instances of this declaration are that a change may drop.
    private func instances(_ slot: Slot) -> [Instances] {
        guard !manager.isChild else { return slot.isEmpty ? [] : [slot] }
        let scopes = [Scope.Singleton.current(in: manager.isolation), usedScope(of: slot) as? Scope.Singleton]
        // SAFETY: As in `clear`.
        return [slot] + scopes.compactMap { $0?.instances.find(declaration)?.object }
    }

    /// Adds a contribution to this collection.
    package func contribute(_ contribution: Contribution) {
        _ = replace(InstanceDrop(by: "contribute", contribution.call)) { $0.contribute(contribution) }
        manager.note(.contributed(contribution.declaration, to: declaration, at: contribution.call))
    }

    package func replacement(_ closure: ErasedClosure, at call: CallSite) -> Replacement.Stored {
        Replacement.Stored(closure: closure, call: call.ifKnown, isAutomatic: isAutomatic)
    }

    // MARK: - Reset

    func reset(_ options: FactoryResetOptions) {
        guard let clearing = options.clearing else { return }
        let slot = slot
        let scope = usedScope(of: slot)
        let candidates = InstanceDrop.candidates(in: instances(slot))
        manager.preserve(declaration)
        // In this order, so that no construction after the clearing uses what `autoRegister()` had set. What was taken out is
        // released here, after unlocking.
        _ = (manager.changeAutomatic(of: slot) { $0.reset(options) }, slot.reset(options))
        clear(clearing, outside: slot, storedBy: scope)
        candidates?.note(InstanceDrop(by: "reset(_:)"))
        manager.note(.reset(declaration, options))
    }

    private func current(_ slot: Slot) -> SlotState { slot.current.with(manager.currentRegistration?.layer(of: slot)) }

    /// The container's default scope, if it applies to this value.
    private var defaultScope: Scope? { modification.admitted(manager.currentSettings.defaultScope) }

    /// The scope that this value resolves with. A reset may have cleared it in the container since.
    private func usedScope(of slot: Slot) -> Scope? {
        (modification.modifiers(over: current(slot)).scope ?? defaultScope)?.used(in: manager.isolation)
    }

    /// Clears the instances of this declaration that are not stored in its slot: that of the outermost resolution, and the
    /// singleton, including one from an earlier scope.
    ///
    /// A child does not affect singletons.
    ///
    /// - Parameter scope: Where they are stored.
    private func clear(_ clearing: Cell.Clearing, outside slot: Slot, storedBy scope: Scope?) {
        // Released here, when nothing is locked.
        _ = ResolutionSession.existingGraph?.clear(clearing, of: slot)
        guard !manager.isChild else { return }
        let singletons = Scope.Singleton.current(in: manager.isolation)
        _ = singletons.clear(clearing, of: declaration)
        if let scope = scope as? Scope.Singleton, scope !== singletons {
            _ = scope.clear(clearing, of: declaration)
        }
    }
}

extension ManagedContainer {
    /// Makes overrides, registrations and modifications the last ones of their declarations, in this order, though others have
    /// been made since.
    package func makeLast(_ changes: [ObservedResolution.Replacement]) {
        for (declaration, changes) in Dictionary(grouping: changes, by: \.dependency) {
            Dependency(self, manager, declaration, .none).makeLast(changes)
        }
    }
}

extension ContainerManager {
    /// Adds a contribution to a declaration, unless an earlier one is the same.
    ///
    /// - Parameter isSame: Whether an earlier contribution is the same. Called under the lock.
    /// - Returns: The earlier contribution, or `new`.
    package func contribute(_ new: Contribution, to slot: Slot, unless isSame: (Contribution) -> Bool) -> Contribution {
        let known = slot.current.with(currentRegistration?.layer(of: slot)).contributions
        if let earlier = known.first(where: isSame) { return earlier }
        if changeInAutoRegister(slot, { $0.contribute(new) }) != nil { return new }
        preserve(slot.declaration)
        return slot.contribute(new, unless: isSame)
    }
}
