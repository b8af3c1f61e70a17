extension ManagedContainer {
    /// Sets a decorator for all that this container resolves, in place of an earlier one; `nil` removes it.
    ///
    /// It runs at each resolution, also of an instance that a scope kept, after the decorators of what that instance
    /// needed, on the thread that resolves and with no lock held. A factory's own decorator runs in its place.
    ///
    /// Several threads may call it at once, whatever the isolation of where it was written; it must be safe for that.
    public func decorator(_ decorator: ((Any) -> Void)?) {
        // `autoRegister()` runs before this, so this replaces a decorator that it sets.
        manager.registerAutomatically(self)
        manager.setDecorator(decorator)
    }

    /// Clears what `options` names. See ``ContainerManager/reset(options:)``.
    public func reset(options: FactoryResetOptions = .all) { manager.reset(options: options) }
}

extension ManagedContainer {
    /// Changes the container where it is made or assigned: `let container = Container().with { $0.api.register { MockAPI() } }`.
    ///
    /// - Returns: The container.
    @discardableResult
    public func with(_ transform: (Self) -> Void) -> Self {
        transform(self)
        return self
    }

    /// Changes the container with a closure of any isolation.
    ///
    /// A closure that awaits nothing takes the synchronous form, unless it is declared `async`.
    ///
    /// - Returns: The container.
    @discardableResult
    public func with(_ transform: @Sendable @isolated(any) (Self) async -> Void) async -> Self {
        await transform(self)
        return self
    }
}

extension SharedContainer {
    /// Changes the container in place: `Container.shared { $0.api.register { MockAPI() } }`.
    @discardableResult
    public func callAsFunction(_ transform: (Self) -> Void) -> Self {
        transform(self)
        return self
    }

    /// Changes the container in place, with a closure of any isolation.
    ///
    /// A closure in which nothing is awaited takes the synchronous form instead, unless it says that it is asynchronous:
    /// `await Container.shared { @MainActor container async in … }`.
    @discardableResult
    public func callAsFunction(_ transform: @Sendable @isolated(any) (Self) async -> Void) async -> Self {
        await transform(self)
        return self
    }
}
