// Apart from the type, whose metadata each program keeps, and with it the asynchronous functions of its file.

extension Isolation {
    /// Runs an asynchronous operation within this isolation, on the caller's actor.
    package func run<Output: ~Copyable, Failure: Error>(
        _ operation: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let output = Isolation.memory(for: Output.self)
        defer { Isolation.free(output) }
        do {
            try await bind(containers[...]) { output.initialize(to: try await operation()) }
        } catch {
            // SAFETY: The operation throws nothing else.
            throw error as! Failure
        }
        // SAFETY: The operation has returned, so the memory is initialized.
        return output.move()
    }

    /// Runs an asynchronous operation within this isolation, on no actor. A caller that runs on none can give it values that are not
    /// `Sendable`.
    @concurrent
    package func runOffActors<Output: ~Copyable, Failure: Error>(
        _ operation: @concurrent () async throws(Failure) -> Output
    ) async throws(Failure) -> Output { try await run { () async throws(Failure) in try await operation() } }

    // Each asynchronous call takes as long as everything else that binding a value does, so only what is bound has one.

    private func bind(_ containers: ArraySlice<any Binding>, _ operation: () async throws -> Void) async throws {
        guard let first = containers.first else { return try await bindSingletons(operation) }
        try await first.run { try await bind(containers.dropFirst(), operation) }
    }

    private func bindSingletons(_ operation: () async throws -> Void) async throws {
        guard bindsSingletons else { return try await bindContext(operation) }
        try await Scope.$singleton.binding(singleton) {
            try await IsolationState.$current.binding(state) { try await bindContext(operation) }
        }
    }

    private func bindContext(_ operation: () async throws -> Void) async throws {
        let override = contextOverride
        // Without a list, there is no override.
        guard isListed || override != nil else { return try await operation() }
        try await Isolation.$bound.binding(allBindings) {
            guard let override else { return try await operation() }
            try await FactoryContext.OwnerOverride.$current.binding(override, operation)
        }
    }
}

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
