// Overload resolution and the compiler's passes decide which functions there are:
//
// - A closure that throws nothing needs a function without a generic error: the compiler crashes where `throws(Never)` is converted.
// - A closure with a typed error needs one with a generic error: it crashes where that error becomes `any Error`.
// - A closure with one or two arguments needs one without a pack: in a pack, it crashes on an argument that is a tuple.
// - A closure with an `inout` argument needs a function of its own: in a pack, it changes a copy.
// - None borrows a noncopyable argument. Such a function gives the type checker up to a quarter more to try for a call with one argument.
//   And the type checker ignores the ownership, so it would also choose that function for a closure that consumes its argument, on which
//   the compiler then fails.
// - None takes a `sending` argument: it would be ambiguous with the one that takes any argument.
// - The arguments of an asynchronous closure need not be `Sendable`. Otherwise, the synchronous function is not the more special one, and
//   a closure that does not await is ambiguous where the context expects one that can.
// - Those with one argument and those with a pack are disfavored: `{ key, value in … }` has two arguments, unless a pair is expected.
//
// The documentation shows the one with a pack and an error, and says there what the others take.

extension TaskLocalContainer {
    /// Returns a closure that runs with this container as its `shared`, on any thread. It has the arguments of the operation, and throws
    /// what that throws, with the type of its error.
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
    /// If the operation is asynchronous, so is the closure. It runs on no actor, unless the operation names one:
    /// `container.bind { @MainActor () async in … }`. Then pass only `Sendable` arguments: the compiler does not check those of such a
    /// closure (Swift 6.3).
    ///
    /// A container of another type is captured if it is a ``Container``, or if an enclosing isolated test or operation, such as that of
    /// `withContainer`, has a container of its type. Any other one, that of the process or one that you bound yourself with
    /// `$shared.withValue`, is looked up when the closure is called. To capture it, write `payments.bind { … }`.
    ///
    /// - Parameter operation: Receives the closure's arguments, on the thread that calls the closure. Its only argument may be `inout`,
    ///   or the first of two, and an `inout` argument may be noncopyable. The compiler makes any other `inout` argument a copy, and
    ///   crashes on a variadic argument, or on a tuple among three or more arguments (Swift 6.3). It rejects a noncopyable argument that
    ///   the closure borrows or consumes, and forgets that an argument is `sending`: for these, do not bind the closure, but call
    ///   `withExistingContainer(_:operation:)` in it. It also rejects a call with three or more arguments in the same expression,
    ///   `bind { … }(1, 2, 3)`: store the closure first.
    @_disfavoredOverload
    public func bind<each Argument, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @Sendable (repeat each Argument) throws(Failure) -> Result
    ) -> @Sendable (repeat each Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(repeat each arguments) }
        }
    }

    /// Returns a closure without arguments that throws nothing. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<Result: ~Copyable>(_ operation: @escaping @Sendable () -> Result) -> @Sendable () -> Result {
        let isolation = Isolation(capturingWith: self)
        return { isolation.run { operation() } }
    }

    /// Returns a closure that throws what its operation throws, with the type of its error. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @Sendable () throws(Failure) -> Result
    ) -> @Sendable () throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { () throws(Failure) in
            try isolation.run { () throws(Failure) in try operation() }
        }
    }

    /// Returns a closure that takes one argument. See `bind(_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func bind<Argument, Result: ~Copyable>(
        _ operation: @escaping @Sendable (Argument) -> Result
    ) -> @Sendable (Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: Argument) in isolation.run { operation(argument) } }
    }

    /// Returns a closure that takes one argument, and throws what its operation throws. See `bind(_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func bind<Argument, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @Sendable (Argument) throws(Failure) -> Result
    ) -> @Sendable (Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(argument) }
        }
    }

    /// Returns a closure that takes two arguments. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<First, Second, Result: ~Copyable>(
        _ operation: @escaping @Sendable (First, Second) -> Result
    ) -> @Sendable (First, Second) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (first: First, second: Second) in isolation.run { operation(first, second) } }
    }

    /// Returns a closure that takes two arguments, and throws what its operation throws. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<First, Second, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @Sendable (First, Second) throws(Failure) -> Result
    ) -> @Sendable (First, Second) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (first: First, second: Second) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(first, second) }
        }
    }

    /// Returns a closure that takes any number of arguments. See `bind(_:)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func bind<each Argument, Result: ~Copyable>(
        _ operation: @escaping @Sendable (repeat each Argument) -> Result
    ) -> @Sendable (repeat each Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (arguments: repeat each Argument) in isolation.run { operation(repeat each arguments) } }
    }

    /// Returns a closure that changes its one argument. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<Argument: ~Copyable, Result: ~Copyable>(
        _ operation: @escaping @Sendable (inout Argument) -> Result
    ) -> @Sendable (inout Argument) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: inout Argument) in isolation.run { operation(&argument) } }
    }

    /// Returns a closure that changes its one argument, and throws what its operation throws. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<Argument: ~Copyable, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @Sendable (inout Argument) throws(Failure) -> Result
    ) -> @Sendable (inout Argument) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (argument: inout Argument) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(&argument) }
        }
    }

    /// Returns a closure that changes the first of its two arguments. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<First: ~Copyable, Second, Result: ~Copyable>(
        _ operation: @escaping @Sendable (inout First, Second) -> Result
    ) -> @Sendable (inout First, Second) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (first: inout First, second: Second) in isolation.run { operation(&first, second) } }
    }

    /// Returns a closure that changes the first of its two arguments, and throws what its operation throws. See `bind(_:)`.
    @_documentation(visibility: internal)
    public func bind<First: ~Copyable, Second, Result: ~Copyable, Failure: Error>(
        _ operation: @escaping @Sendable (inout First, Second) throws(Failure) -> Result
    ) -> @Sendable (inout First, Second) throws(Failure) -> Result {
        let isolation = Isolation(capturingWith: self)
        return { (first: inout First, second: Second) throws(Failure) in
            try isolation.run { () throws(Failure) in try operation(&first, second) }
        }
    }

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

/// Runs an operation with an existing container as the shared one of its type.
///
/// ```swift
/// let child = withExistingContainer(model.container) { ChildModel() }
/// ```
/// If the container was created for a test or for `withContainer`, the operation uses that test's or operation's
/// singletons and context. Otherwise it uses the current task's singletons. The context is then the container's own if
/// it is a ``Container``, or else the current one. Nothing is copied, so changes that the operation makes to the
/// container stay.
///
/// Child tasks and `Task { }` inherit the container, even if they outlive the operation.
///
/// If the operation is asynchronous, write `await` before the call. It runs with the caller's isolation.
///
/// - Parameters:
///   - container: The shared container during the operation. The other container types keep theirs.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the operation throws.
/// - Complexity: O(1) in the number of declarations.
@discardableResult
public func withExistingContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    _ container: C,
    operation: () throws(Failure) -> Result
) throws(Failure) -> Result { try Isolation.run(sharing: container, operation) }
