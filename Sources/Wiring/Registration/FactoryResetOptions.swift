/// What a reset clears.
public enum FactoryResetOptions: Sendable {
    /// Registrations, instances and modifiers.
    case all
    /// Nothing.
    case none
    /// Closures that were registered.
    case registration
    /// Closures for contexts.
    case context
    /// Instances.
    case scope
}
