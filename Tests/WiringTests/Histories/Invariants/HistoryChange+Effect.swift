import Wiring

extension HistoryChange {
    /// What a change does to an instance that is kept in one place.
    enum Effect {
        case nothing
        /// What is being built is not kept; what is kept may stay.
        case outdates
        /// What is kept goes, and what is being built is not kept.
        case clears
        /// As `clears`, but what was saved comes back.
        case restores
    }

    func effect(on home: Place, _ keeping: Keeping) -> Effect {
        switch kind {
        case .register(home.declared), .override(home.declared), .resetFactory(home.declared, .all),
            .resetFactory(home.declared, .scope):
            return concerns(home, keeping) ? .clears : .nothing
        case .resetFactory(home.declared, _):
            return concerns(home, keeping) ? .outdates : .nothing
        case .resetSingletons(let scope):
            return keeping == .inSingletons(scope) ? .clears : .nothing
        case .resetContainer(let options):
            guard case .inContainer = keeping, container == home.container else { return .nothing }
            return options == .all || options == .scope ? .clears : .outdates
        case .resetScope(let scope):
            guard case .inContainer(scope, _) = keeping, container == home.container else { return .nothing }
            return .clears
        case .pop:
            guard case .inContainer = keeping, container == home.container else { return .nothing }
            return .restores
        case .register, .override, .registerAutomatically, .setContext, .resetFactory, .push: return .nothing
        }
    }

    /// Whether a change of a declaration in this container reaches its instance.
    private func concerns(_ home: Place, _ keeping: Keeping) -> Bool {
        switch keeping {
        case .inContainer, .uncertain: container == home.container
        // It is cleared for all containers.
        case .inSingletons: true
        // The instances of other threads' graphs stay.
        case .never, .forOneResolution: false
        }
    }
}
