/// What a reset clears.
public enum FactoryResetOptions: Sendable {
    /// Registrations, overrides, instances and modifiers. A container's settings stay, and `autoRegister()` runs again.
    case all
    /// Nothing.
    case none
    /// Closures that were registered, and overrides. Instances stay. A container's `autoRegister()` runs again.
    case registration
    /// Closures for contexts.
    case context
    /// Instances.
    case scope
}

extension FactoryResetOptions {
    /// The instances that a reset clears.
    var clearing: Cell.Clearing? {
        switch self {
        case .all, .scope: .everything
        // Instances stay. A construction under way may use what is reset.
        case .registration, .context: .constructions
        case .none: nil
        }
    }
}
