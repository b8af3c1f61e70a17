import Wiring

/// The closures that start and stop one instance.
struct LifecycleHooks: Sendable {
    var start: (@Sendable () async throws -> Void)?
    var startLimit: Duration?
    var run: (@Sendable () async throws -> Void)?
    var stop: (@Sendable () async -> Void)?
    var stopLimit: Duration?
}

extension LifecycleHooks {
    /// The hooks of an instance.
    ///
    /// - Parameters:
    ///   - modifiers: Those of its declaration.
    ///   - instance: Stored strongly.
    ///   - type: The declaration's type of instances.
    init<T>(_ modifiers: Modifiers, of instance: StoredInstance, _ type: T.Type) {
        // SAFETY: The instance is one of this declaration, and is stored strongly.
        @Sendable func value() -> T { instance.value(T.self)! }
        if let modifier = modifiers.hook(.start) {
            startLimit = modifier.limit
            if let hook = modifier.closure?.starting(T.self) { start = { try await hook(value()) } }
        }
        if let hook = modifiers.hook(.run)?.closure?.starting(T.self) { run = { try await hook(value()) } }
        if let modifier = modifiers.hook(.stop) {
            stopLimit = modifier.limit
            if let hook = modifier.closure?.stopping(T.self) { stop = { await hook(value()) } }
        }
    }
}
