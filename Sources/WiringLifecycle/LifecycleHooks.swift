import Wiring

/// The closures that start and stop instances of a declaration.
struct LifecycleHooks: Sendable {
    private let start: Modifier?
    private let run: Modifier?
    private let stop: Modifier?

    /// - Parameter modifiers: Those of the declaration.
    init(_ modifiers: Modifiers) {
        start = modifiers.hook(.start)
        run = modifiers.hook(.run)
        stop = modifiers.hook(.stop)
    }

    /// The hooks of one instance.
    struct Bound: Sendable {
        var start: (@Sendable () async throws -> Void)?
        var startLimit: Duration?
        var run: (@Sendable () async throws -> Void)?
        var stop: (@Sendable () async -> Void)?
        var stopLimit: Duration?
    }

    /// The hooks for an instance of the declaration.
    ///
    /// - Parameters:
    ///   - instance: An instance that is stored strongly.
    ///   - type: The declaration's type of instances.
    func bound(to instance: StoredInstance, of type: any Any.Type) -> Bound { bound(to: instance, as: type) }

    private func bound<T>(to instance: StoredInstance, as type: T.Type) -> Bound {
        // SAFETY: The instance is one of this declaration, and is stored strongly.
        @Sendable func value() -> T { instance.value(T.self)! }
        var bound = Bound()
        if let start = start?.closure?.starting(T.self) { bound.start = { try await start(value()) } }
        if let run = run?.closure?.starting(T.self) { bound.run = { try await run(value()) } }
        if let stop = stop?.closure?.stopping(T.self) { bound.stop = { await stop(value()) } }
        bound.startLimit = start?.limit
        bound.stopLimit = stop?.limit
        return bound
    }
}
