/// The state that a reset clears.
public enum FactoryResetOptions: Sendable {
    /// Everything that the other options clear, and modifiers that were set from outside the declaration. Settings
    /// stay. A reset of a container makes `autoRegister()` run again; a reset of one factory does not.
    case all
    /// Nothing.
    case none
    /// Registered closures, overrides, decorations, contributions to collections, and installed modules. Instances
    /// stay. A reset of a container makes `autoRegister()` run again.
    case registration
    /// Closures for contexts that were set from outside the declaration.
    case context
    /// Instances. A reset of a container does not clear singletons.
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
