/// A closure that starts, runs or stops an instance, by the name of the modifier that sets it. Later versions may add
/// cases, so a `switch` outside this package needs an `@unknown default`.
@nonexhaustive
public enum LifecycleHook: String, Sendable {
    /// See ``DeclaredDependency/onStart(within:_:key:fileID:)``.
    case onStart
    /// See ``DeclaredDependency/onRun(_:key:fileID:)``.
    case onRun
    /// See ``DeclaredDependency/onStop(within:_:key:fileID:)``.
    case onStop
}

/// The closures that start and stop instances of a declaration.
package struct LifecycleHooks: Sendable {
    var start: Limited?
    var run: ErasedClosure?
    var stop: Limited?

    /// A closure, and how long it may take.
    struct Limited: Sendable {
        let closure: ErasedClosure
        let limit: Duration?
    }

    /// Those that there are.
    var kinds: [LifecycleHook] {
        let hooks: [(LifecycleHook, ErasedClosure?)] = [
            (.onStart, start?.closure), (.onRun, run), (.onStop, stop?.closure),
        ]
        return hooks.filter { $0.1 != nil }.map(\.0)
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
        if let start = start?.closure.starting(T.self) { bound.start = { try await start(value()) } }
        if let run = run?.starting(T.self) { bound.run = { try await run(value()) } }
        if let stop = stop?.closure.stopping(T.self) { bound.stop = { await stop(value()) } }
        bound.startLimit = start?.limit
        bound.stopLimit = stop?.limit
        return bound
    }
}
