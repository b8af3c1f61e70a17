// Which functions there are: see `TaskLocalContainer+Bind.swift`.

extension TaskLocalContainer {
    /// Returns a closure of the main actor that runs with this container as its `shared`, for synchronous callbacks of a user
    /// interface. It takes the closures that `bind(_:)` takes, if they do not suspend.
    @_disfavoredOverload
    public func bindOnMainActor<each Argument, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @MainActor (repeat each Argument) throws(Failure) -> Result
    ) -> @MainActor (repeat each Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(repeat each arguments) }
        }
    }

    /// Returns a closure of the main actor without arguments that throws nothing. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    public func bindOnMainActor<Result: ~Copyable>(
        _ operation: @escaping @MainActor () -> Result
    ) -> @MainActor () -> Result {
        let isolation = Isolation(capturingWith: self)
        return { isolation.run { operation() } }
    }

    /// Returns a closure of the main actor that throws what its operation throws, with the type of its error. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    public func bindOnMainActor<Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @MainActor () throws(Failure) -> Result
    ) -> @MainActor () throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { () throws(Failure) in
            try isolation.run { () throws(Failure) in try operation() }
        }
    }

    /// Returns a closure of the main actor that takes one argument. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func bindOnMainActor<Argument, Result: ~Copyable>(
        _ operation: @escaping @MainActor (Argument) -> Result
    ) -> @MainActor (Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: Argument) in isolation.run { operation(argument) } }
    }

    /// Returns a closure of the main actor that takes one argument, and throws what its operation throws. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func bindOnMainActor<Argument, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @MainActor (Argument) throws(Failure) -> Result
    ) -> @MainActor (Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(argument) }
        }
    }

    /// Returns a closure of the main actor that takes two arguments. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    public func bindOnMainActor<First, Second, Result: ~Copyable>(
        _ operation: @escaping @MainActor (First, Second) -> Result
    ) -> @MainActor (First, Second) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (first: First, second: Second) in isolation.run { operation(first, second) } }
    }

    /// Returns a closure of the main actor that takes two arguments, and throws what its operation throws. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    public func bindOnMainActor<First, Second, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @MainActor (First, Second) throws(Failure) -> Result
    ) -> @MainActor (First, Second) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (first: First, second: Second) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(first, second) }
        }
    }

    /// Returns a closure of the main actor that takes any number of arguments. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func bindOnMainActor<each Argument, Result: ~Copyable>(
        _ operation: @escaping @MainActor (repeat each Argument) -> Result
    ) -> @MainActor (repeat each Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) in isolation.run { operation(repeat each arguments) } }
    }

    /// Returns a closure of the main actor that changes its one argument. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    public func bindOnMainActor<Argument: ~Copyable, Result: ~Copyable>(
        _ operation: @escaping @MainActor (inout Argument) -> Result
    ) -> @MainActor (inout Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: inout Argument) in isolation.run { operation(&argument) } }
    }

    /// Returns a closure of the main actor that changes its one argument, and throws what its operation throws. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    public func bindOnMainActor<Argument: ~Copyable, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @MainActor (inout Argument) throws(Failure) -> Result
    ) -> @MainActor (inout Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: inout Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(&argument) }
        }
    }

    /// Returns a closure of the main actor that changes the first of its two arguments. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    public func bindOnMainActor<First: ~Copyable, Second, Result: ~Copyable>(
        _ operation: @escaping @MainActor (inout First, Second) -> Result
    ) -> @MainActor (inout First, Second) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (first: inout First, second: Second) in isolation.run { operation(&first, second) } }
    }

    /// Returns a closure of the main actor that changes the first of its two arguments, and throws what its operation throws. See `bindOnMainActor(_:)`.
    @_documentation(visibility: internal)
    public func bindOnMainActor<First: ~Copyable, Second, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @MainActor (inout First, Second) throws(Failure) -> Result
    ) -> @MainActor (inout First, Second) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (first: inout First, second: Second) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(&first, second) }
        }
    }
}
