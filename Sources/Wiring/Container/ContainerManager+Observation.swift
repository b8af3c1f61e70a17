extension ContainerManager {
    /// The observers of this container, and of its parents.
    package var observers: [any ContainerObserver] { currentSettings.observers }

    /// Adds an observer, after the others.
    ///
    /// - Parameter isReplaced: Whether the new observer replaces this one. Called under a lock.
    /// - Returns: The previous settings, which the caller releases with no lock held.
    @discardableResult
    package func observe(
        _ observer: any ContainerObserver,
        inPlaceOf isReplaced: (any ContainerObserver) -> Bool = { _ in false }
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
    package func stopObserving(_ observer: any ContainerObserver) -> Any {
        change { $0.observers.removeAll { $0 === observer } } as Settings
    }

    /// Tells observers of a change, which has been made. No lock is held.
    @inline(__always)
    package func note(_ change: @autoclosure () -> ObservedChange) {
        if areChangesObserved { tell(change()) }
    }

    /// Tells observers of what happens to an instance that the container has started.
    ///
    /// - Returns: The failure that ``failureObserver`` has received.
    package func note(_ event: LifecycleEvent) -> ReportedFailures? {
        if areChangesObserved || areFailuresObserved { tell(.lifecycle(event), observersOf: .changes | .failures) }
        return event.failure.flatMap { observedFailure($0.error, path: [$0.step]).reported }
    }

    /// The failure of a closure. ``failureObserver`` has been told of it, unless it has received the error from a dependency.
    ///
    /// - Parameters:
    ///   - passedOn: The failures that dependencies have passed on to the closure.
    ///   - path: The path that ends with the dependency.
    ///   - call: Where the dependency was resolved, if that is known.
    package func observedFailure(
        _ error: any Error,
        passedOn: ReportedFailures? = nil,
        path: @autoclosure () -> [PathStep],
        at call: CallSite? = nil
    ) -> ConstructionFailure {
        let observer = currentSettings.failureObserver
        let failure = ConstructionFailure(error: error, passedOn: passedOn, observer: observer)
        if let observer, !(error is CancellationError), !failure.isReported(to: observer) {
            observer.receive(ResolutionFailure(error: error, path: path().listing, call: call?.description))
        }
        return failure
    }

    @inline(never)
    private var areChangesObserved: Bool { isOnHereOrInParents(.changes) }

    /// Whether an observer of this container, or of a parent, observes resolutions.
    var areResolutionsObserved: Bool { isOnHereOrInParents(.observation) }

    /// Whether a ``ContainerObserver`` of this container, or of a parent, observes failures. ``failureObserver`` is not one.
    package var areFailuresObserved: Bool { isOnHereOrInParents(.failures) }

    private func isOnHereOrInParents(_ switches: FastPathFlags.Switches) -> Bool {
        flags.isOn(switches) || !allParents { !$0.flags.isOn(switches) }
    }

    @inline(never)
    private func tell(_ change: ObservedChange, observersOf events: ObservedResolution.Events = .changes) {
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

    /// All overrides, registered closures, closures that decorate, and contributed closures, including those of `autoRegister()` that
    /// others replace.
    package var replacements: [ObservedResolution.Replacement] { replacements(in: slots.entries) }

    /// Those that have been set since this container was copied, and maybe others. Linear in what has been used or changed since.
    package var replacementsSinceCopy: [ObservedResolution.Replacement] { replacements(in: slots.own.entries) }

    private func replacements(in slots: [Slot]) -> [ObservedResolution.Replacement] {
        layers(in: slots).flatMap { $0.layer.replacements(of: $0.dependency) }
    }

    /// The contexts that have closures that were set in this container outside the declarations.
    package var contextsSetOutside: [(dependency: Declaration, context: FactoryContextType, isAutomatic: Bool)] {
        layers(in: slots.entries).flatMap { set in
            set.layer.modifiers.contexts.map { (set.dependency, $0, set.isAutomatic) }
        }
    }

    /// What was set about a declaration in this container outside `autoRegister()`.
    package func layerSetOutside(of declaration: Declaration) -> SlotState.Layer? {
        slots.find(declaration)?.object.current.explicit
    }

    /// What was set about each slot's declaration in this container outside `autoRegister()`, and by it.
    private func layers(
        in slots: [Slot]
    ) -> [(dependency: Declaration, layer: SlotState.Layer, isAutomatic: Bool)] {
        let automatic = currentRegistration
        return slots.flatMap { slot in
            let own = (slot.declaration, slot.current.explicit, false)
            return automatic?.layer(of: slot).map { [own, (slot.declaration, $0, true)] } ?? [own]
        }
    }

    /// Whether an observer sees the resolutions from this container.
    package func isObserved(by observer: any ContainerObserver) -> Bool { observers.contains { $0 === observer } }
}

extension ManagedContainer {
    /// Whether an observer sees the resolutions from this container or from a parent of it.
    package func isObserved(by observer: any ContainerObserver) -> Bool {
        manager.findParent(of: self)
        return manager.isObserved(by: observer)
    }
}

extension SlotState.Layer {
    /// The closures that it holds about a declaration.
    package func replacements(of dependency: Declaration) -> [ObservedResolution.Replacement] {
        let single = [(override, ObservedResolution.Replacement.Kind.override), (registration, .registration)]
        let closures = (single + decorations.map { ($0, .decoration) }).compactMap { closure, kind in
            closure.map { ObservedResolution.Replacement(dependency: dependency, kind: kind, stored: $0) }
        }
        return closures + contributions.compactMap(ObservedResolution.Replacement.init)
    }
}

extension ObservedResolution.Replacement {
    /// The closure of a part; `nil` for any other contribution.
    convenience init?(_ contribution: Contribution) {
        guard let (stored, collection) = contribution.closure else { return nil }
        self.init(dependency: contribution.declaration, collection: collection, kind: .contribution, stored: stored)
    }
}
