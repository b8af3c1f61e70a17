extension ContainerManager {
    /// The observers of resolutions from this container.
    package var observers: [any ResolutionObserver] { currentSettings.observers }

    /// Adds an observer, after the others.
    ///
    /// - Parameter isReplaced: Whether the new observer replaces this one. Called under a lock.
    /// - Returns: The previous settings, which the caller releases with no lock held.
    @discardableResult
    package func observe(
        _ observer: any ResolutionObserver,
        inPlaceOf isReplaced: (any ResolutionObserver) -> Bool = { _ in false }
    ) -> Any {
        change {
            $0.observers.removeAll(where: isReplaced)
            $0.observers.append(observer)
        } as Settings
    }

    /// Removes an observer.
    ///
    /// - Returns: The previous settings, which the caller releases with no lock held.
    @discardableResult
    package func stopObserving(_ observer: any ResolutionObserver) -> Any {
        change { $0.observers.removeAll { $0 === observer } } as Settings
    }

    /// All overrides, registered closures, closures that decorate, and contributed closures, including those of `autoRegister()` that
    /// others replace.
    package var replacements: [ObservedResolution.Replacement] {
        var replacements: [ObservedResolution.Replacement] = []
        let automatic = currentRegistration
        for slot in slots.entries {
            for state in [slot.current, SlotState().with(automatic?.layer(of: slot))] {
                func add(_ closures: [SlotState.Replacement], _ kind: ObservedResolution.Replacement.Kind) {
                    for closure in closures {
                        replacements.append(.init(dependency: slot.declaration, kind: kind, stored: closure))
                    }
                }
                add(state.override.map { [$0] } ?? [], .override)
                add(state.registration.map { [$0] } ?? [], .registration)
                add(state.decorations, .decoration)
                replacements += state.contributions.compactMap(ObservedResolution.Replacement.init)
            }
        }
        return replacements
    }

    /// The contexts that have closures that were set in this container outside the declarations.
    package var contextsSetOutside: [(dependency: Declaration, context: FactoryContextType, isAutomatic: Bool)] {
        let automatic = currentRegistration
        return slots.entries.flatMap { slot in
            let own = slot.current.modifiers.contexts.map { (slot.declaration, $0, false) }
            let layer = automatic?.layer(of: slot)
            return own + SlotState().with(layer).modifiers.contexts.map { (slot.declaration, $0, true) }
        }
    }

    /// Whether an observer sees the resolutions from this container.
    package func isObserved(by observer: any ResolutionObserver) -> Bool { observers.contains { $0 === observer } }

    /// Prevents `autoRegister()` from running, for a container that only names declarations.
    package func disableAutoRegistration() { flags.turn(.autoRegistration, on: false) }
}

extension ManagedContainer {
    /// Whether an observer sees the resolutions from this container or from a parent of it.
    package func isObserved(by observer: any ResolutionObserver) -> Bool {
        manager.findParent(of: self)
        return manager.isObserved(by: observer)
    }
}

extension ObservedResolution.Replacement {
    /// The closure of a part; `nil` for any other contribution.
    init?(_ contribution: Contribution) {
        guard let (stored, collection) = contribution.closure else { return nil }
        self.init(dependency: contribution.declaration, collection: collection, kind: .contribution, stored: stored)
    }
}
