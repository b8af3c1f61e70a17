extension TaskLocal {
    /// Binds a value while an operation runs with the caller's isolation.
    ///
    /// In a function that inherits the isolation of its caller, the closure that `withValue` takes would leave the actor.
    package func binding<Result>(
        _ value: Value,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await withValue(value) {
            // Captured, so that this closure is isolated to the actor, too.
            _ = isolation
            return try await operation()
        }
    }
}
