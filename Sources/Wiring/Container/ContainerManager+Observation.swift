extension ContainerManager {
    /// The observers of this container, and of its parents.
    package var observers: [any ContainerObserver] { currentSettings.observers }

    /// Tells observers of a change, which has been made. No lock is held.
    @inline(__always)
    package func note(_ change: @autoclosure () -> ObservedChange) { if areChangesObserved { tell(change()) } }

    /// Whether an observer of this container, or of a parent, observes changes.
    @inline(never)
    package var areChangesObserved: Bool { isOnHereOrInParents(.changes) }

    /// Whether an observer of this container, or of a parent, observes resolutions.
    var areResolutionsObserved: Bool { isOnHereOrInParents(.observation) }

    /// Whether a ``ContainerObserver`` of this container, or of a parent, observes failures. ``failureObserver`` is not one.
    package var areFailuresObserved: Bool { isOnHereOrInParents(.failures) }

    private func isOnHereOrInParents(_ switches: FastPathFlags.Switches) -> Bool {
        flags.isOn(switches) || !allParents { !$0.flags.isOn(switches) }
    }

    /// Tells the observers of some events of a change.
    @inline(never)
    package func tell(_ change: ObservedChange, observersOf events: ObservedResolution.Events = .changes) {
        let container = (number: number, type: parent?.childType)
        for observer in observers(in: currentSettings, of: events) { observer.note(change, of: container) }
    }

    /// The observers of some events. Removes those that have ended.
    func observers(in settings: Settings, of events: ObservedResolution.Events) -> [any ContainerObserver] {
        guard !settings.observers.isEmpty else { return [] }
        if settings.observers.contains(where: \.hasEnded) {
            for manager in [self] + parents.map(\.manager) {
                // The replaced settings are released here, after unlocking.
                _ = manager.change { $0.observers.removeAll(where: \.hasEnded) }
            }
        }
        return settings.observers.filter { !$0.hasEnded && !$0.events.isDisjoint(with: events) }
    }

    /// What was set about a declaration in this container outside `autoRegister()`.
    package func layerSetOutside(of declaration: Declaration) -> SlotState.Layer? {
        slots.find(declaration)?.object.current.explicit
    }

    /// What was set about each declaration in this container outside `autoRegister()`, and by it.
    ///
    /// - Parameter isOwn: Whether to leave out what this container, a copy, has yet to take over.
    package func layers(
        sinceCopy isOwn: Bool = false
    ) -> [(dependency: Declaration, layer: SlotState.Layer, isAutomatic: Bool)] {
        let automatic = currentRegistration
        return (isOwn ? slots.own.entries : slots.entries).flatMap { slot in
            let own = (slot.declaration, slot.current.explicit, false)
            return automatic?.layer(of: slot).map { [own, (slot.declaration, $0, true)] } ?? [own]
        }
    }
}

extension ObservedResolution.Replacement {
    /// The closure of a part; `nil` for any other contribution.
    package convenience init?(_ contribution: Contribution) {
        guard let (stored, collection) = contribution.closure else { return nil }
        self.init(dependency: contribution.declaration, collection: collection, kind: .contribution, stored: stored)
    }
}
