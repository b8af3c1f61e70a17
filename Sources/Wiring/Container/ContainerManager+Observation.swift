extension ContainerManager {
    /// The observers of resolutions from this container.
    package var observers: [any ResolutionObserver] { currentSettings.observers }

    /// Replaces the observers.
    ///
    /// - Returns: The previous settings, which the caller releases with no lock held.
    @discardableResult
    package func observe(_ observers: [any ResolutionObserver]) -> Any {
        change { $0.observers = observers } as Settings
    }

    /// All overrides, registered closures, and closures that decorate.
    package var replacements: [ObservedResolution.Replacement] {
        slots.entries.flatMap { slot in
            let state = slot.current
            func observed(_ replacements: [SlotState.Replacement], _ kind: ObservedResolution.Replacement.Kind)
                -> [ObservedResolution.Replacement]
            {
                replacements.map { ObservedResolution.Replacement($0, of: slot.declaration, kind) }
            }
            return observed(state.override.map { [$0] } ?? [], .override)
                + observed(state.registration.map { [$0] } ?? [], .registration)
                + observed(state.decorations, .decoration)
        }
    }

    /// Prevents `autoRegister()` from running, for a container that only names declarations.
    package func disableAutoRegistration() { flags.turn(.autoRegistration, on: false) }
}

extension ObservedResolution.Replacement {
    init(_ replacement: SlotState.Replacement, of dependency: Declaration, _ kind: Kind) {
        self.init(
            dependency: dependency,
            call: replacement.call,
            kind: kind,
            isAutomatic: replacement.isAutomatic,
            number: replacement.number
        )
    }
}
