import Wiring

extension HistoryChange {
    /// The effect of a change on an instance that is stored in one place.
    enum Effect {
        case nothing
        /// Outdates constructions in progress. The stored instance may stay.
        case outdates
        /// Clears the stored instance, and outdates constructions in progress.
        case clears
        /// Like `clears`, but restores what was saved.
        case restores
    }

    func effect(on home: Place, _ storage: Storage) -> Effect {
        switch kind {
        case .register(home.declared), .override(home.declared), .decorate(home.declared),
            .resetFactory(home.declared, .all),
            .resetFactory(home.declared, .scope):
            return concerns(home, storage) ? .clears : .nothing
        case .resetFactory(home.declared, _):
            return concerns(home, storage) ? .outdates : .nothing
        case .resetSingletons(let scope):
            return storage == .inSingletons(scope) ? .clears : .nothing
        case .resetContainer(let options):
            guard case .inContainer = storage, container == home.container else { return .nothing }
            return options == .all || options == .scope ? .clears : .outdates
        case .resetScope(let scope):
            guard case .inContainer(scope, _) = storage, container == home.container else { return .nothing }
            return .clears
        case .pop:
            guard case .inContainer = storage, container == home.container else { return .nothing }
            return .restores
        case .register, .override, .decorate, .registerAutomatically, .setContext, .resetFactory, .push: return .nothing
        }
    }

    /// Whether a change of a declaration in this container affects its instance.
    private func concerns(_ home: Place, _ storage: Storage) -> Bool {
        switch storage {
        case .inContainer, .uncertain: container == home.container
        // It is cleared for all containers.
        case .inSingletons: true
        // The graph instances of other threads stay.
        case .never, .forOneResolution: false
        }
    }
}

extension History {
    /// The effect of a change on an instance that is stored in one place. What a parent changes outdates constructions in its
    /// children, and leaves their stored instances.
    func effect(of change: HistoryChange, on home: Place) -> HistoryChange.Effect {
        let storage = storage(of: home)
        let effect = change.effect(on: home, storage)
        guard effect == .nothing, lineage(of: home.container).dropFirst().contains(change.container) else {
            return effect
        }
        let parent = Place(change.container, home.declared, home.parameter)
        return change.effect(on: parent, storage) == .nothing ? .nothing : .outdates
    }
}
