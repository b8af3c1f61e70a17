extension TaskLocal {
    /// Binds a value while an operation runs with the caller's isolation.
    ///
    /// Use this instead of `withValue` in a function that runs on its caller's actor. A closure passed to `withValue` there would run
    /// off the actor.
    package func binding<Result>(
        _ value: Value,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await withValue(value) {
            // Capturing it isolates this closure to the actor.
            _ = isolation
            return try await operation()
        }
    }
}
