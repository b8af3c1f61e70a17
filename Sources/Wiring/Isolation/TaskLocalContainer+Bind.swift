extension TaskLocalContainer {
    /// Returns a closure that runs with this container as its `shared`, on any thread.
    ///
    /// ```swift
    /// let container = Container.shared
    /// let name = await Task.detached(operation: container.bind { Container.shared.letter("Ada").name }).value
    /// ```
    /// Child tasks and `Task { }` inherit the current container. Detached tasks, dispatch queues, threads and callbacks
    /// do not. The closure captures what is current when you call this method: ``Scope/singleton``, custom singleton
    /// scopes, ``FactoryContext/current``, ``Container/shared``, and the task's shared containers of other types.
    /// Nothing is copied, so later registrations on either side are visible on the other. The closure retains the
    /// container, and any number of threads may call it at once.
    ///
    /// A shared container that you bound yourself, with `$shared.withValue`, is captured if this container is of the same type,
    /// if it is a ``Container``, or if an enclosing isolated test or `withContainer` has a container of its type.
    ///
    /// - Parameter operation: Receives the closure's arguments, on the thread that calls the closure.
    public func bind<each Argument, Result>(
        _ operation: @escaping @Sendable (repeat each Argument) -> Result
    ) -> @Sendable (repeat each Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) in isolation.run { operation(repeat each arguments) } }
    }

    /// Returns a closure that throws what its operation throws. See `bind(_:)`.
    public func bind<each Argument, Result>(
        _ operation: @escaping @Sendable (repeat each Argument) throws -> Result
    ) -> @Sendable (repeat each Argument) throws -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) in try isolation.run { try operation(repeat each arguments) } }
    }

    /// Returns a closure of the main actor that runs with this container as its `shared`, for synchronous callbacks of a user
    /// interface. See `bind(_:)`.
    public func bindOnMainActor<each Argument, Result>(
        _ operation: @escaping @MainActor (repeat each Argument) -> Result
    ) -> @MainActor (repeat each Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) in isolation.run { operation(repeat each arguments) } }
    }

    /// Returns an asynchronous closure that runs with this container as its `shared`. See `bind(_:)`.
    ///
    /// It runs on no actor, unless the operation names one: `container.bind { @MainActor () async in … }`.
    public func bind<each Argument: Sendable, Result>(
        _ operation: @escaping @concurrent @Sendable (repeat each Argument) async -> Result
    ) -> @concurrent @Sendable (repeat each Argument) async -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (arguments: repeat each Argument) in
            await isolation.run { await operation(repeat each arguments) }
        }
    }

    /// Returns an asynchronous closure that throws what its operation throws. See `bind(_:)`.
    public func bind<each Argument: Sendable, Result>(
        _ operation: @escaping @concurrent @Sendable (repeat each Argument) async throws -> Result
    ) -> @concurrent @Sendable (repeat each Argument) async throws -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (arguments: repeat each Argument) in
            try await isolation.run { try await operation(repeat each arguments) }
        }
    }
}
