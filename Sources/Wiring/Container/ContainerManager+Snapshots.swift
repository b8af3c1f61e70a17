extension ContainerManager {
    /// Clears what `options` names, for all declarations. Settings stay.
    ///
    /// Singletons do not belong to the container and are not cleared. After `.all` and `.registration`,
    /// `autoRegister()` runs again. If an instance is being built, its waiting callers still get it, but the container
    /// does not store it. Linear in the number of declarations that this container has resolved with a scope or
    /// changed, and in the number of parameters that have instances.
    ///
    /// A reset of what is running stops it, and may end the run: see ``ManagedContainer/run(_:body:fileID:line:column:)``.
    public func reset(options: FactoryResetOptions = .all) {
        reset(options, because: InstanceDrop(by: "reset(options:)", of: "container"))
    }

    package func reset(_ options: FactoryResetOptions, because drop: @autoclosure () -> InstanceDrop) {
        guard let clearing = options.clearing else { return }
        let candidates = InstanceDrop.candidates(in: slots.entries)
        changeAsAWhole { _ in
            generation.change {
                let startsAnew = options == .all || options == .registration
                guard startsAnew, !isAutoRegistering else {
                    let cleared = startsAnew || options == .context ? resetAutomatic(options) : ()
                    return (slots.clearAll { $0.reset(options) }, cleared)
                }
                return restartAutoRegister { slots.clearAll { $0.reset(options) } }
            }
        }
        candidates?.note(drop())
        _ = ResolutionSession.existingGraph?.clear(clearing, of: self)
        note(.reset(nil, options))
    }

    /// Clears the instances that a scope keeps in this container. If an instance is being built for the scope, its
    /// waiting callers still get it, but the container does not store it.
    ///
    /// For ``Scope/graph``, this clears the instances of the calling thread's current resolution. A singleton scope is not
    /// affected: call ``Scope/Singleton/reset()``.
    public func reset(scope: Scope) {
        guard scope.kind != .singleton else { return }
        let candidates = InstanceDrop.candidates(in: slots.entries)
        changeAsAWhole { _ in
            generation.change(scope.id, of: scope) { slots.clearAll { $0.clearInstances(.scope(scope.id)) } }
        }
        candidates?.note(InstanceDrop(by: "reset(scope:)", of: "container's manager"))
        if scope === Scope.graph { _ = ResolutionSession.existingGraph?.clear(.everything, of: self) }
        note(.cleared(scope))
    }

    /// Saves registrations, contributions, contexts, modifiers, instances and settings, until ``pop()``. Singletons and what
    /// `autoRegister()` set are not saved. Constant: each declaration is saved when it first changes.
    public func push() {
        changeAsAWhole { saved in
            // It may hold the last references to the user's closures.
            let known = ownSettings
            saved.append(SavedState(settings: known.withoutAutomatic, of: sharing))
            return known
        }
        note(.pushed)
    }

    /// Restores what the last ``push()`` saved, including instances. If the container has been shut down since, the
    /// instances are not restored. Without a saved state, this does nothing.
    ///
    /// Everything that was not set by `autoRegister()` is restored, even after a reset. `autoRegister()` runs again before the
    /// next use; what is restored takes precedence.
    ///
    /// If an instance is being built, its waiting callers still get it, but the container does not store it. Linear
    /// in the number of declarations that have changed since; while anything is started, in that of all declarations.
    public func pop() {
        let candidates = InstanceDrop.candidates(in: slots.own.entries)
        var hasRestored = false
        changeAsAWhole { saved in
            guard let state = saved.popLast() else { return () }
            if saved.isEmpty, saved.capacity > 8 { saved = [] }
            hasRestored = true
            return generation.change {
                // Taken when no construction that has begun is published any longer.
                let changed = state.end(before: saved.last)
                return restartAutoRegister {
                    let cleared = changed.map { restore($0.snapshotOfAll(), for: $0.declaration) }
                    let settings = change { settings in
                        // Observers do not belong to the saved state.
                        let observers = settings.observers
                        settings = state.settings
                        settings.observers = observers
                    }
                    return (
                        state, changed, cleared, settings, ResolutionSession.existingGraph?.clear(.everything, of: self)
                    )
                }
            }
        }
        candidates?.note(InstanceDrop(by: "pop()", of: "container's manager"))
        if hasRestored { note(.popped) }
    }

    /// Clears the instances that ``push()`` saved. Clear those of the container first: then the last saved state has all slots.
    package func clearSavedInstances() { changeAsAWhole { saved in saved.map { $0.clearInstances() } } }

    /// Whether this container has nothing that a reset of `options` would clear. Settings and singletons do not count, and
    /// `autoRegister()` does not run. For `.all`, the scopes of declarations that have been resolved count. Linear, as a reset is.
    public func isEmpty(_ options: FactoryResetOptions) -> Bool {
        let automatic = currentRegistration
        return slots.entries.allSatisfy { $0.isEmpty(options, over: automatic?.layer(of: $0)) }
    }

    /// Whether the container has never been used.
    package var isUntouched: Bool { slots.entries.isEmpty && !areOwnSettingsChanged }

    private var areOwnSettingsChanged: Bool { existingState?.settings.withLock(\.areChanged) ?? false }

    /// Whether a setting of this container, or of a parent, has been assigned.
    private var areSettingsChanged: Bool { areOwnSettingsChanged || parent?.manager.areSettingsChanged ?? false }

    /// Copies everything from another container except what its `autoRegister()` set: registrations, modifiers, contexts,
    /// instances and settings. Later changes of either do not affect the other, and each runs its own `autoRegister()`.
    ///
    /// Within the other container's `autoRegister()`, this copies everything set so far and disables this container's
    /// `autoRegister()`, which would not terminate.
    ///
    /// From a container with a parent, this also copies what the parents have set, but not their instances.
    package func inherit(from other: ContainerManager) {
        inheritLineage(from: other)
        // Exclusively, so that no change of the other container as a whole is seen halfway.
        other.changeAsAWhole { _ in
            let isWithin = other.isAutoRegistering
            let isSharing = !isWithin && !other.isChild && slots.isNew
            let replaced = isSharing ? share(with: other) : copyAll(of: other, isWithin)
            if isWithin || !other.mayRegisterAutomatically { disableAutoRegistration() }
            guard other.areSettingsChanged || areSettingsChanged else { return replaced }
            let known = other.currentSettings
            let old = change { $0 = known.inherited(isComplete: isWithin) }
            // `known` may hold the last references to the user's closures.
            return (known, replaced, old)
        }
    }

    /// Begins with the slots of another container, of which each is taken over before either changes it. This container is new.
    private func share(with other: ContainerManager) {
        other.sharing.add(sharing)
        // Afterwards, because the other container may have set something meanwhile.
        flags.inherit(from: other.flags)
    }

    /// What this container shares with its copies and its saved states.
    private var sharing: Sharing {
        slots.sharing {
            Sharing(
                slots.own.reference,
                of: self,
                // SAFETY: The entries of a container are slots.
                copy: { $1.map { unsafeDowncast($0, to: Slot.self).copyOfSlot } ?? Slot($0) },
                // SAFETY: As above.
                empty: { unsafeDowncast($0, to: Slot.self).restore(Slot.Snapshot()) },
                // SAFETY: As above, and the owner is this manager.
                adopt: { unsafeDowncast($0, to: ContainerManager.self).adopt(unsafeDowncast($1, to: Slot.self)) }
            )
        }
    }

    /// Takes over a slot of the original, unless this container has one for its declaration. Where the original has none, the slot is
    /// empty, so that this container does not ask again.
    private func adopt(_ slot: Slot) {
        guard slots.own.find(slot.declaration) == nil else { return }
        noteModifiers(of: slot)
        flags.note(slot.declaration)
        _ = slots.own.insert(prepare(slot))
    }

    // Not inlined into each change.
    @inline(never)
    func preserve(_ declaration: Declaration) { slots.preserve(declaration) }

    /// Copies each slot of another container at once, and what its parents have set.
    ///
    /// - Parameter isWithin: Whether the other container's `autoRegister()` is running.
    /// - Returns: What was taken out.
    private func copyAll(of other: ContainerManager, _ isWithin: Bool) -> DeferredRelease {
        let automatic = isWithin ? other.currentRegistration : nil
        let replaced = other.slots.entries.map { slot in
            let inherited = other.inheritedState(of: slot.declaration)
            return restore(
                slot.snapshotOfAll(including: automatic?.layer(of: slot), over: inherited),
                for: slot.declaration
            )
        }
        return (replaced, other.isChild ? inheritFromParents(of: other) : ())
    }

    /// Copies what the parents of another container have set about declarations that the other container has not used. Clears
    /// copied singletons that the other container replaces.
    ///
    /// - Returns: What was taken out.
    private func inheritFromParents(of other: ContainerManager) -> DeferredRelease {
        var replaced: [DeferredRelease] = []
        for parent in other.parents {
            for slot in parent.manager.slots.entries where slots.find(slot.declaration) == nil {
                let snapshot = Slot.Snapshot(state: other.state(of: slot.declaration, over: nil) ?? SlotState())
                replaced.append(restore(snapshot, for: slot.declaration))
            }
        }
        for slot in slots.entries where other.isReplacedInChild(slot.declaration) {
            let scopes = [Scope.singletonPlaceholder, slot.current.modifiers.scope].map { $0?.used(in: isolation) }
            for case let scope as Scope.Singleton in scopes {
                replaced.append(scope.clear(.everything, of: slot.declaration) as Any)
            }
        }
        return replaced
    }

    /// Restores a snapshot, and returns what was there.
    private func restore(_ snapshot: Slot.Snapshot, for declaration: Declaration) -> DeferredRelease {
        let slot = makeSlot(for: declaration)
        defer { noteModifiers(of: slot) }
        preserve(declaration)
        return slot.restore(snapshot)
    }

    /// Runs `change` exclusively.
    ///
    /// - Parameter change: Returns what it took out, which is released after unlocking.
    func changeAsAWhole(_ change: (inout [SavedState]) -> DeferredRelease) {
        // With the state in hand, what it refers to need not be retained.
        let state = lazyState
        let released = state.saved.withLock { change(&$0) }
        _ = consume released
        extendLifetime(state)
    }
}
