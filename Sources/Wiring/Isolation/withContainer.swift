/// Runs an operation with a child of the current container as ``Container/shared``, and leaves nothing of it.
///
/// ```swift
/// let name = withContainer {
///     $0.letter.override { Letter(to: "Dear \($0)") }
/// } operation: {
///     Container.shared.letter("Ada").name
/// }
/// ```
/// The child is a new container that begins with what the current one knows when this is called:
///
/// - Registrations, overrides, modifiers and closures for contexts, the decorator, the default scope, the trace, the logger
///   and the other settings, but for what `autoRegister()` has set: the child runs its own, before its first use.
/// - The ``FactoryContext/current`` context.
/// - The instances that scopes keep, the current ``Scope/singleton`` ones included. Singleton scopes of one's own are copied
///   at the first use within.
///
/// From then on it goes its own way: what is registered, reset, set or built within reaches nothing outside, and what is
/// done outside meanwhile does not reach the operation. Not inherited are states that ``ContainerManager/push()`` has saved,
/// instances that are still being built, and those of the graph scope. What is inherited stays what it is:
///
/// - An instance that was built outside keeps the dependencies it was built with. Reset those that shall be built with an
///   override: `$0.repository.reset(.scope)`.
/// - A closure that was registered outside, and has captured the container there, resolves from that one.
/// - Other container types keep their shared container, but their singletons are the operation's own, too, unless that
///   container was made for another operation or for a test. For a child of theirs there is
///   `withContainer(for:changes:operation:)`.
///
/// The child keeps the operation's singletons and its context: it resolves with them wherever it is used, also after the
/// operation. If the child or one of its singleton scopes keeps an instance that holds the child, the child stays alive.
///
/// Child tasks and `Task { }` that the operation starts inherit the child, also where they outlive the operation. Other
/// work takes it along with `bind(_:)`. Linear in the number of declarations that the current container has resolved with a
/// scope or changed, and of the current singletons.
///
/// - Parameters:
///   - changes: Changes the child, which is the shared container already, before the operation begins.
///   - operation: Runs on the caller's thread.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
@discardableResult
public func withContainer<R, E: Error>(
    changes: (Container) -> Void,
    operation: () throws(E) -> R
) throws(E) -> R {
    try withContainer(for: Container.self, changes: changes, operation: operation)
}

/// Runs an asynchronous operation with a child of the current container as ``Container/shared``. See
/// `withContainer(changes:operation:)`.
///
/// - Parameters:
///   - changes: Changes the child before the operation begins. It may suspend.
///   - operation: Runs with the caller's isolation, as the changes do.
@discardableResult
public func withContainer<R, E: Error>(
    changes: (Container) async -> Void,
    operation: () async throws(E) -> R
) async throws(E) -> R {
    var isolation = Isolation(isInheriting: true)
    let container = isolation.shareChild(Container.init, as: Container.$shared)
    return try await isolation.run { () async throws(E) in
        await changes(container)
        return try await operation()
    }
}

/// Runs an operation with children of the current containers of some types as their `shared`, and leaves nothing of it.
///
/// ```swift
/// let gateway = withContainer(for: Container.self, PaymentContainer.self) { container, payments in
///     container.api.override { MockAPI() }
///     payments.gateway.override { Gateway(name: "mock") }
/// } operation: {
///     PaymentContainer.shared.gateway()
/// }
/// ```
/// See `withContainer(changes:operation:)`. A type must be a ``TaskLocalContainer``.
@discardableResult
public func withContainer<each C: TaskLocalContainer, R, E: Error>(
    for types: repeat (each C).Type,
    changes: (repeat each C) -> Void,
    operation: () throws(E) -> R
) throws(E) -> R {
    var isolation = Isolation(isInheriting: true)
    let containers = (repeat isolation.shareChild((each C).init, as: (each C).taskLocal))
    return try isolation.run { () throws(E) in
        changes(repeat each containers)
        return try operation()
    }
}

/// Runs an asynchronous operation with children of the current containers of some types as their `shared`. See
/// `withContainer(for:changes:operation:)`.
@discardableResult
public func withContainer<each C: TaskLocalContainer, R, E: Error>(
    for types: repeat (each C).Type,
    changes: (repeat each C) -> Void,
    operation: () async throws(E) -> R
) async throws(E) -> R {
    var isolation = Isolation(isInheriting: true)
    let containers = (repeat isolation.shareChild((each C).init, as: (each C).taskLocal))
    return try await isolation.run { () async throws(E) in
        changes(repeat each containers)
        return try await operation()
    }
}

/// Runs an operation with a child of the current container that has some sets of overrides. See
/// `withContainer(changes:operation:)`.
///
/// - Parameters:
///   - first: A set of overrides. Other container types that it names have a child, too.
///   - others: More of them, in their order.
///   - operation: Runs on the caller's thread.
@discardableResult
public func withContainer<R, E: Error>(
    _ first: Overrides,
    _ others: Overrides...,
    operation: () throws(E) -> R
) throws(E) -> R {
    let overrides = Overrides(combining: [first] + others)
    return try Isolation(childrenFor: overrides).run { () throws(E) in
        for change in overrides.changes { change.apply() }
        return try operation()
    }
}

/// Runs an asynchronous operation with a child of the current container that has some sets of overrides. See
/// `withContainer(_:_:operation:)`.
@discardableResult
public func withContainer<R, E: Error>(
    _ first: Overrides,
    _ others: Overrides...,
    operation: () async throws(E) -> R
) async throws(E) -> R {
    let overrides = Overrides(combining: [first] + others)
    return try await Isolation(childrenFor: overrides).run { () async throws(E) in
        for change in overrides.changes { change.apply() }
        return try await operation()
    }
}

extension Isolation {
    /// Children of the current `Container` and of the containers that a set of overrides changes.
    fileprivate init(childrenFor overrides: Overrides) {
        self.init(isInheriting: true)
        shareChild(of: Container.self)
        var types: Set<ObjectIdentifier> = [ObjectIdentifier(Container.self)]
        for change in overrides.changes where types.insert(ObjectIdentifier(change.container)).inserted {
            shareChild(of: change.container)
        }
    }

    private mutating func shareChild<C: TaskLocalContainer>(of type: C.Type) {
        _ = shareChild(C.init, as: C.taskLocal)
    }
}
