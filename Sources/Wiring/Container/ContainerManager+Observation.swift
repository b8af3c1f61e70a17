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

    /// All overrides and registered closures.
    package var replacements: [ObservedResolution.Replacement] {
        slots.entries.flatMap { slot in
            let state = slot.current
            return [(state.override, true), (state.registration, false)].compactMap { replacement, isOverride in
                replacement.map { ObservedResolution.Replacement($0, of: slot.declaration, isOverride: isOverride) }
            }
        }
    }

    /// Prevents `autoRegister()` from running, for a container that only names declarations.
    package func disableAutoRegistration() { flags.turn(.autoRegistration, on: false) }
}

extension ObservedResolution.Replacement {
    init(_ replacement: SlotState.Replacement, of dependency: Declaration, isOverride: Bool) {
        self.init(
            dependency: dependency,
            call: replacement.call,
            isOverride: isOverride,
            isAutomatic: replacement.isAutomatic,
            number: replacement.number
        )
    }
}
