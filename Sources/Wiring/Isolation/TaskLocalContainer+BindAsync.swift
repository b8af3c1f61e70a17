// Which functions there are: see `TaskLocalContainer+Bind.swift`.

extension TaskLocalContainer {
    /// Returns an asynchronous closure that takes any number of arguments, and throws what its operation throws. See `bind(_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func bind<each Argument, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @concurrent @Sendable (repeat each Argument) async throws(Failure) -> Result
    ) -> @concurrent @Sendable (repeat each Argument) async throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (arguments: repeat each Argument) async throws(Failure) in
            try await isolation.runOffActors { () async throws(Failure) in try await operation(repeat each arguments) }
        }
    }

    /// Returns an asynchronous closure without arguments that throws nothing. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<Result: ~Copyable>(
        _ operation: @escaping @concurrent @Sendable () async -> Result
    ) -> @concurrent @Sendable () async -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent () in await isolation.run { await operation() } }
    }

    /// Returns an asynchronous closure that throws what its operation throws, with the type of its error. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @concurrent @Sendable () async throws(Failure) -> Result
    ) -> @concurrent @Sendable () async throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent () async throws(Failure) in
            try await isolation.run { () async throws(Failure) in try await operation() }
        }
    }

    /// Returns an asynchronous closure that takes one argument, which need not be `Sendable`. See `bind(_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func bind<Argument, Result: ~Copyable>(
        _ operation: @escaping @concurrent @Sendable (Argument) async -> Result
    ) -> @concurrent @Sendable (Argument) async -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (argument: Argument) in await isolation.runOffActors { await operation(argument) } }
    }

    /// Returns an asynchronous closure that takes one argument, and throws what its operation throws. See `bind(_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func bind<Argument, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @concurrent @Sendable (Argument) async throws(Failure) -> Result
    ) -> @concurrent @Sendable (Argument) async throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (argument: Argument) async throws(Failure) in
            try await isolation.runOffActors { () async throws(Failure) in try await operation(argument) }
        }
    }

    /// Returns an asynchronous closure that takes two arguments. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<First, Second, Result: ~Copyable>(
        _ operation: @escaping @concurrent @Sendable (First, Second) async -> Result
    ) -> @concurrent @Sendable (First, Second) async -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (a: First, b: Second) in await isolation.runOffActors { await operation(a, b) } }
    }

    /// Returns an asynchronous closure that takes two arguments, and throws what its operation throws. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<First, Second, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @concurrent @Sendable (First, Second) async throws(Failure) -> Result
    ) -> @concurrent @Sendable (First, Second) async throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (first: First, second: Second) async throws(Failure) in
            try await isolation.runOffActors { () async throws(Failure) in try await operation(first, second) }
        }
    }

    /// Returns an asynchronous closure that takes any number of arguments. See `bind(_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func bind<each Argument, Result: ~Copyable>(
        _ operation: @escaping @concurrent @Sendable (repeat each Argument) async -> Result
    ) -> @concurrent @Sendable (repeat each Argument) async -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (arguments: repeat each Argument) in
            await isolation.runOffActors { await operation(repeat each arguments) }
        }
    }

    /// Returns an asynchronous closure that changes its one argument. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<Argument: ~Copyable, Result: ~Copyable>(
        _ operation: @escaping @concurrent @Sendable (inout Argument) async -> Result
    ) -> @concurrent @Sendable (inout Argument) async -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (argument: inout Argument) in await isolation.runOffActors { await operation(&argument) } }
    }

    /// Returns an asynchronous closure that changes its one argument, and throws what its operation throws. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<Argument: ~Copyable, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @concurrent @Sendable (inout Argument) async throws(Failure) -> Result
    ) -> @concurrent @Sendable (inout Argument) async throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (argument: inout Argument) async throws(Failure) in
            try await isolation.runOffActors { () async throws(Failure) in try await operation(&argument) }
        }
    }

    /// Returns an asynchronous closure that changes the first of its two arguments. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<First: ~Copyable, Second, Result: ~Copyable>(
        _ operation: @escaping @concurrent @Sendable (inout First, Second) async -> Result
    ) -> @concurrent @Sendable (inout First, Second) async -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (first: inout First, second: Second) in
            await isolation.runOffActors { await operation(&first, second) }
        }
    }

    /// Returns an asynchronous closure that changes the first of its two arguments, and throws what its operation throws. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<First: ~Copyable, Second, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @concurrent @Sendable (inout First, Second) async throws(Failure) -> Result
    ) -> @concurrent @Sendable (inout First, Second) async throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (first: inout First, second: Second) async throws(Failure) in
            try await isolation.runOffActors { () async throws(Failure) in try await operation(&first, second) }
        }
    }
}

/// The same with an asynchronous operation. See `withExistingContainer(_:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withExistingContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    _ container: C,
    operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result { try await Isolation.run(sharing: container, operation) }

/// Runs an asynchronous operation with an existing container as the shared one of its type, and gives it a value, such as the writer of
/// a streamed body. See `withExistingContainer(_:operation:)`.
///
/// Within the closure of a body: `try await withExistingContainer(child, &writer) { try await body.write($0) }`.
///
/// Unlike the others, this operation runs on no actor. So it can pass on a value that is not `Sendable` to a function that runs on none,
/// such as a server's `write`, from a caller that runs on none, too.
///
/// - Parameters:
///   - container: The container.
///   - value: The value.
///   - operation: Takes the value, and may change it.
/// - Returns: The result of the operation.
/// - Throws: What the operation throws.
@concurrent
@discardableResult
public func withExistingContainer<C: TaskLocalContainer, Value: ~Copyable, Result: ~Copyable, Failure: Error>(
    _ container: C,
    _ value: inout Value,
    operation: @concurrent (inout Value) async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await Isolation(sharing: container).runOffActors { () async throws(Failure) in try await operation(&value) }
}

// Apart from the other functions of `Isolation`, which each program keeps.

extension Isolation {
    /// Runs an asynchronous operation with an existing container as the shared one of its type, on the caller's actor.
    static func run<C: TaskLocalContainer, Output: ~Copyable, Failure: Error>(
        sharing container: C,
        _ operation: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        guard determinesAll(container) else { return try await Isolation(sharing: container).run(operation) }
        let output = memory(for: Output.self)
        defer { free(output) }
        do {
            try await C.taskLocal.binding(container) { output.initialize(to: try await operation()) }
        } catch {
            // SAFETY: The operation throws nothing else.
            throw error as! Failure
        }
        // SAFETY: As in the other `run`.
        return output.move()
    }
}
