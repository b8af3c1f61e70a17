extension TaskLocalContainer {
    // Overload resolution and the compiler's passes decide which functions there are:
    //
    // - A closure that throws nothing needs a function without a generic error: the compiler crashes on `throws(Never)` with a pack.
    // - A closure with a typed error needs one with a generic error: it crashes where that error becomes `any Error`.
    // - A closure with one argument needs one without a pack: in a pack, it crashes on an argument that is a tuple.
    // - A closure with one `inout` argument needs a function of its own: in a pack, it changes a copy.
    // - Those with a generic error are disfavored, so that a closure that throws nothing is not ambiguous.

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
    /// - Parameter operation: Receives the closure's arguments, on the thread that calls the closure. One argument may be `inout`. Of
    ///   several arguments, none may be `inout`, because the compiler makes it a copy, or a tuple, on which it crashes (Swift 6.3).
    public func bind<each Argument, Result>(
        _ operation: @escaping @Sendable (repeat each Argument) -> Result
    ) -> @Sendable (repeat each Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) in isolation.run { operation(repeat each arguments) } }
    }

    /// Returns a closure that takes one argument. See `bind(_:)`.
    public func bind<Argument, Result>(
        _ operation: @escaping @Sendable (Argument) -> Result
    ) -> @Sendable (Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: Argument) in isolation.run { operation(argument) } }
    }

    /// Returns a closure that throws what its operation throws, with the type of its error. See `bind(_:)`.
    @_disfavoredOverload
    public func bind<each Argument, Result, Failure: Error>(
        _ operation: @escaping @Sendable (repeat each Argument) throws(Failure) -> Result
    ) -> @Sendable (repeat each Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(repeat each arguments) }
        }
    }

    /// Returns a closure that takes one argument, and throws what its operation throws. See `bind(_:)`.
    @_disfavoredOverload
    public func bind<Argument, Result, Failure: Error>(
        _ operation: @escaping @Sendable (Argument) throws(Failure) -> Result
    ) -> @Sendable (Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(argument) }
        }
    }

    /// Returns a closure that changes its one argument. See `bind(_:)`.
    public func bind<Argument, Result>(
        _ operation: @escaping @Sendable (inout Argument) -> Result
    ) -> @Sendable (inout Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: inout Argument) in isolation.run { operation(&argument) } }
    }

    /// Returns a closure that changes its one argument, and throws what its operation throws. See `bind(_:)`.
    @_disfavoredOverload
    public func bind<Argument, Result, Failure: Error>(
        _ operation: @escaping @Sendable (inout Argument) throws(Failure) -> Result
    ) -> @Sendable (inout Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: inout Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(&argument) }
        }
    }

    // MARK: - Asynchronous closures

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

    /// Returns an asynchronous closure that takes one argument. See `bind(_:)`.
    public func bind<Argument: Sendable, Result>(
        _ operation: @escaping @concurrent @Sendable (Argument) async -> Result
    ) -> @concurrent @Sendable (Argument) async -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (argument: Argument) in await isolation.run { await operation(argument) } }
    }

    /// Returns an asynchronous closure that throws what its operation throws, with the type of its error. See `bind(_:)`.
    @_disfavoredOverload
    public func bind<each Argument: Sendable, Result, Failure: Error>(
        _ operation: @escaping @concurrent @Sendable (repeat each Argument) async throws(Failure) -> Result
    ) -> @concurrent @Sendable (repeat each Argument) async throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (arguments: repeat each Argument) async throws(Failure) in
            try await isolation.run { () async throws(Failure) in try await operation(repeat each arguments) }
        }
    }

    /// Returns an asynchronous closure that takes one argument, and throws what its operation throws. See `bind(_:)`.
    @_disfavoredOverload
    public func bind<Argument: Sendable, Result, Failure: Error>(
        _ operation: @escaping @concurrent @Sendable (Argument) async throws(Failure) -> Result
    ) -> @concurrent @Sendable (Argument) async throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (argument: Argument) async throws(Failure) in
            try await isolation.run { () async throws(Failure) in try await operation(argument) }
        }
    }

    /// Returns an asynchronous closure that changes its one argument. See `bind(_:)`.
    public func bind<Argument: Sendable, Result>(
        _ operation: @escaping @concurrent @Sendable (inout Argument) async -> Result
    ) -> @concurrent @Sendable (inout Argument) async -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (argument: inout Argument) in await isolation.run { await operation(&argument) } }
    }

    /// Returns an asynchronous closure that changes its one argument, and throws what its operation throws. See `bind(_:)`.
    @_disfavoredOverload
    public func bind<Argument: Sendable, Result, Failure: Error>(
        _ operation: @escaping @concurrent @Sendable (inout Argument) async throws(Failure) -> Result
    ) -> @concurrent @Sendable (inout Argument) async throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { @concurrent (argument: inout Argument) async throws(Failure) in
            try await isolation.run { () async throws(Failure) in try await operation(&argument) }
        }
    }

    // MARK: - Closures of the main actor

    /// Returns a closure of the main actor that runs with this container as its `shared`, for synchronous callbacks of a user
    /// interface. See `bind(_:)`.
    public func bindOnMainActor<each Argument, Result>(
        _ operation: @escaping @MainActor (repeat each Argument) -> Result
    ) -> @MainActor (repeat each Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) in isolation.run { operation(repeat each arguments) } }
    }

    /// Returns a closure of the main actor that takes one argument. See `bindOnMainActor(_:)`.
    public func bindOnMainActor<Argument, Result>(
        _ operation: @escaping @MainActor (Argument) -> Result
    ) -> @MainActor (Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: Argument) in isolation.run { operation(argument) } }
    }

    /// Returns a closure of the main actor that throws what its operation throws. See `bindOnMainActor(_:)`.
    @_disfavoredOverload
    public func bindOnMainActor<each Argument, Result, Failure: Error>(
        _ operation: @escaping @MainActor (repeat each Argument) throws(Failure) -> Result
    ) -> @MainActor (repeat each Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(repeat each arguments) }
        }
    }

    /// Returns a closure of the main actor that takes one argument, and throws what its operation throws. See
    /// `bindOnMainActor(_:)`.
    @_disfavoredOverload
    public func bindOnMainActor<Argument, Result, Failure: Error>(
        _ operation: @escaping @MainActor (Argument) throws(Failure) -> Result
    ) -> @MainActor (Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(argument) }
        }
    }

    /// Returns a closure of the main actor that changes its one argument. See `bindOnMainActor(_:)`.
    public func bindOnMainActor<Argument, Result>(
        _ operation: @escaping @MainActor (inout Argument) -> Result
    ) -> @MainActor (inout Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: inout Argument) in isolation.run { operation(&argument) } }
    }

    /// Returns a closure of the main actor that changes its one argument, and throws what its operation throws. See `bindOnMainActor(_:)`.
    @_disfavoredOverload
    public func bindOnMainActor<Argument, Result, Failure: Error>(
        _ operation: @escaping @MainActor (inout Argument) throws(Failure) -> Result
    ) -> @MainActor (inout Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: inout Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(&argument) }
        }
    }
}
