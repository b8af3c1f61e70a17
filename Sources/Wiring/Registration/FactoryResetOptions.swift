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
