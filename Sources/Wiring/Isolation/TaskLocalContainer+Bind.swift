extension TaskLocalContainer {
    /// A closure that has this container as its `shared`, wherever it runs.
    ///
    /// ```swift
    /// let container = Container.shared
    /// let name = await Task.detached(operation: container.bind { Container.shared.letter("Ada").name }).value
    /// ```
    /// Child tasks and `Task { }` inherit the current container. A detached task, a dispatch queue, a thread and a callback
    /// that others call do not. The closure takes along what is current when this is called: ``Scope/singleton``, singleton
    /// scopes of one's own, ``FactoryContext/current``, ``Container/shared`` and the shared containers of other types that
    /// the task has of its own. It takes no copies: what is registered there later is seen within, and the other way
    /// round. Any number of threads may call it at once. It keeps the container for as long as it is kept itself.
    ///
    /// Of a type whose shared container was bound by hand, with `$shared.withValue`, it takes that along if it is of
    /// that type itself, if it is ``Container``, or if there was one of it in an isolated test or a `withContainer` around.
    ///
    /// - Parameter operation: Takes the closure's arguments, on the thread that calls it.
    public func bind<each A, R>(
        _ operation: @escaping @Sendable (repeat each A) -> R
    ) -> @Sendable (repeat each A) -> R {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each A) in isolation.run { operation(repeat each arguments) } }
    }

    /// A closure that throws what its operation throws. See `bind(_:)`.
    public func bind<each A, R>(
        _ operation: @escaping @Sendable (repeat each A) throws -> R
    ) -> @Sendable (repeat each A) throws -> R {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each A) in try isolation.run { try operation(repeat each arguments) } }
    }

    /// An asynchronous closure that has this container as its `shared`, wherever it runs. See `bind(_:)`.
    ///
    /// It runs on no actor, unless the operation says one: `container.bind { @MainActor () async in … }`.
    public func bind<each A: Sendable, R>(
        _ operation: @escaping @concurrent @Sendable (repeat each A) async -> R
    ) -> @concurrent @Sendable (repeat each A) async -> R {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (arguments: repeat each A) in
            await isolation.run { await operation(repeat each arguments) }
        }
    }

    /// An asynchronous closure that throws what its operation throws. See `bind(_:)`.
    public func bind<each A: Sendable, R>(
        _ operation: @escaping @concurrent @Sendable (repeat each A) async throws -> R
    ) -> @concurrent @Sendable (repeat each A) async throws -> R {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (arguments: repeat each A) in
            try await isolation.run { try await operation(repeat each arguments) }
        }
    }
}
