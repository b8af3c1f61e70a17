/// The type-erased closures that start and stop instances of a declaration.
class AnyLifecycleHooks: @unchecked Sendable {
    // SAFETY: Hooks never change, and their closures are `@Sendable`.

    /// The hooks of one instance.
    struct Bound: Sendable {
        var start: (@Sendable () async throws -> Void)?
        var run: (@Sendable () async throws -> Void)?
        var stop: (@Sendable () async -> Void)?
        /// How long stopping may take.
        var limit: Duration?
    }

    /// The hooks for an instance of the declaration.
    func bound(to instance: StoredInstance) -> Bound { fatalError("abstract") }

    /// These hooks, and those of `other` for what these do not set.
    ///
    /// - Parameter other: Hooks of the same declaration.
    func overlaying(_ other: AnyLifecycleHooks) -> AnyLifecycleHooks { fatalError("abstract") }
}

/// The closures that start and stop instances of a declaration.
final class LifecycleHooks<T>: AnyLifecycleHooks, @unchecked Sendable {
    // SAFETY: As above.
    typealias Start = @Sendable (T) async throws -> Void
    typealias Stop = @Sendable (T) async -> Void

    private let start: Start?
    private let run: Start?
    private let stop: (body: Stop, limit: Duration?)?

    init(start: Start? = nil, run: Start? = nil, stop: (body: Stop, limit: Duration?)? = nil) {
        self.start = start
        self.run = run
        self.stop = stop
    }

    override func bound(to instance: StoredInstance) -> Bound {
        // A stored instance can be sent, whatever its type.
        var hooks = Bound()
        if let start { hooks.start = { try await start(Self.value(of: instance)) } }
        if let run { hooks.run = { try await run(Self.value(of: instance)) } }
        if let (body, limit) = stop {
            hooks.stop = { await body(Self.value(of: instance)) }
            hooks.limit = limit
        }
        return hooks
    }

    // SAFETY: The instance is one of this declaration, and is stored strongly.
    private static func value(of instance: StoredInstance) -> T { instance.value(T.self)! }

    override func overlaying(_ other: AnyLifecycleHooks) -> AnyLifecycleHooks {
        // SAFETY: Both belong to the same declaration.
        let other = unsafeDowncast(other, to: LifecycleHooks<T>.self)
        return LifecycleHooks(start: start ?? other.start, run: run ?? other.run, stop: stop ?? other.stop)
    }
}
