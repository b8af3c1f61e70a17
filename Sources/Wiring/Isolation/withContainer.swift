/// Runs an operation with a copy of the current container as ``Container/shared``, isolated from everything outside.
///
/// ```swift
/// let name = withContainer {
///     $0.letter.override { Letter(to: "Dear \($0)") }
/// } operation: {
///     Container.shared.letter("Ada").name
/// }
/// ```
/// The copy is a new container that begins with the state of the current one:
///
/// - Registrations, overrides, decorations, contributions, installed modules, modifiers, closures for contexts, and settings,
///   except those that `autoRegister()` set. The copy runs its own `autoRegister()` before its first use.
/// - The ``FactoryContext/current`` context.
/// - The instances that scopes keep, including those of the current ``Scope/singleton``, but not those that a child has in place of
///   singletons, which the copy builds again. A custom singleton scope that has not been used within an outer operation is copied on
///   first use.
///
/// Later changes on either side do not affect the other. A change that another thread is making meanwhile may be part of the copy, or
/// only of a copy of the copy. The copy does not inherit saved states of ``ContainerManager/push()``, instances that are still being
/// built when they would be copied, and instances of the graph scope.
///
/// Inherited state stays as it is:
///
/// - An instance that was built outside keeps its dependencies. Reset those that must be built with an override:
///   `$0.repository.reset(.scope)`.
/// - A closure that was registered outside and captured the container there resolves from that container.
/// - Other container types keep their shared containers. They use the operation's singletons, unless they were created
///   for another operation or a test. To copy them, too, use `withContainer(for:_:changes:operation:)`.
///
/// The copy always resolves with the operation's singletons and context, even after the operation. If the copy or one
/// of its singleton scopes keeps an instance that retains the copy, the copy stays alive.
///
/// Child tasks and `Task { }` inherit the copy, even if they outlive the operation. For other work, use `bind(_:)`.
/// For the requests of a server, use `withChildContainer(changes:operation:)`, which copies nothing.
///
/// If a closure is asynchronous, write `await` before the call. Both closures then run with the caller's isolation.
///
/// - Parameters:
///   - changes: Changes the copy, which is already the shared container, before the operation begins.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the changes or the operation throw. If the changes throw nothing, the error has the type that the operation throws.
///   If they throw, the operation does not run.
/// - Complexity: O(1) in the number of declarations, unless the current container is a child or is running its `autoRegister()`, or the
///   initializer of its type sets something: then linear. The first use of a declaration in the copy costs what a registration does. It is
///   linear in the parameters that have instances of that declaration, and in the number of later copies between which the current
///   container changed. The first change of a declaration in the current container after a copy costs as much, however many copies there
///   are. It looks at the copies that have used the declaration.
@_disfavoredOverload
@discardableResult
public func withContainer<Result: ~Copyable, Failure: Error>(
    changes: (Container) throws -> Void,
    operation: () throws(Failure) -> Result
) rethrows -> Result { try withContainer(for: Container.self, changes: changes, operation: operation) }

/// The same with changes that throw nothing. It keeps the type of the error. See `withContainer(changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withContainer<Result: ~Copyable, Failure: Error>(
    changes: (Container) -> Void,
    operation: () throws(Failure) -> Result
) throws(Failure) -> Result { try withContainer(for: Container.self, changes: changes, operation: operation) }

/// The same with asynchronous closures. See `withContainer(changes:operation:)`.
@_documentation(visibility: internal)
@_disfavoredOverload
@discardableResult
public func withContainer<Result: ~Copyable, Failure: Error>(
    changes: (Container) async throws -> Void,
    operation: () async throws(Failure) -> Result
) async rethrows -> Result { try await withContainer(for: Container.self, changes: changes, operation: operation) }

/// The same with changes that throw nothing. It keeps the type of the error. See `withContainer(changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withContainer<Result: ~Copyable, Failure: Error>(
    changes: (Container) async -> Void,
    operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await withContainer(for: Container.self, changes: changes, operation: operation)
}

// The compiler fails where a closure with a pack of parameters throws `Never`, or where its typed error becomes `any Error` (Swift 6.3).

/// Runs an operation with copies of the current containers of some types as their `shared`.
///
/// ```swift
/// let gateway = withContainer(for: Container.self, PaymentContainer.self) { container, payments in
///     container.api.override { MockAPI() }
///     payments.gateway.override { Gateway(name: "mock") }
/// } operation: {
///     PaymentContainer.shared.gateway()
/// }
/// ```
/// See `withContainer(changes:operation:)`, also for asynchronous closures. Each type must be a ``TaskLocalContainer``.
///
/// With several types, `changes` cannot suspend, because the compiler fails on an asynchronous closure with a pack of parameters
/// (Swift 6.3). Nest calls with one type each instead.
///
/// - Parameters:
///   - first: A container type.
///   - others: Further container types.
///   - changes: Changes the copies, which are already the shared containers, before the operation begins.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the changes or the operation throw. If the changes throw nothing, the error has the type that the operation throws.
///   If they throw, the operation does not run.
@_disfavoredOverload
@discardableResult
public func withContainer<
    First: TaskLocalContainer,
    each Other: TaskLocalContainer,
    Result: ~Copyable,
    Failure: Error,
    OperationFailure: Error
>(
    for first: First.Type,
    _ others: repeat (each Other).Type,
    changes: (First, repeat each Other) throws(Failure) -> Void,
    operation: () throws(OperationFailure) -> Result
) rethrows -> Result {
    try Isolation(copiesOf: First.self, repeat (each Other).self).run {
        try changes(First.shared, repeat (each Other).shared)
        return try operation()
    }
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withContainer(for:_:changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withContainer<First: TaskLocalContainer, each Other: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    for first: First.Type,
    _ others: repeat (each Other).Type,
    changes: (First, repeat each Other) -> Void,
    operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try Isolation(copiesOf: First.self, repeat (each Other).self).run { () throws(Failure) in
        changes(First.shared, repeat (each Other).shared)
        return try operation()
    }
}

// One type is not a pack: in a release build, the compiler fails on an empty pack in some asynchronous functions that await nothing
// (Swift 6.3).

/// The same for one type. See `withContainer(for:_:changes:operation:)`.
@_documentation(visibility: internal)
@_disfavoredOverload
@discardableResult
public func withContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    for type: C.Type,
    changes: (C) throws -> Void,
    operation: () throws(Failure) -> Result
) rethrows -> Result {
    try withContainer(for: C.self) { _ in
    } operation: {
        try changes(C.shared)
        return try operation()
    }
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withContainer(for:_:changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
@inline(__always)
public func withContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    for type: C.Type,
    changes: (C) -> Void,
    operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
    var isolation = Isolation(isInheriting: true)
    let container = isolation.shareCopy(of: C.self)
    return try isolation.run { () throws(Failure) in
        changes(container)
        return try operation()
    }
}

/// The same with asynchronous closures, for one type. See `withContainer(for:_:changes:operation:)`.
@_documentation(visibility: internal)
@_disfavoredOverload
@discardableResult
public func withContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    for type: C.Type,
    changes: (C) async throws -> Void,
    operation: () async throws(Failure) -> Result
) async rethrows -> Result {
    try await Isolation(copiesOf: C.self).run {
        try await changes(C.shared)
        return try await operation()
    }
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withContainer(for:_:changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    for type: C.Type,
    changes: (C) async -> Void,
    operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await Isolation(copiesOf: C.self).run { () async throws(Failure) in
        await changes(C.shared)
        return try await operation()
    }
}

/// The same with an asynchronous operation. See `withContainer(for:_:changes:operation:)`.
@_documentation(visibility: internal)
@_disfavoredOverload
@discardableResult
public func withContainer<
    First: TaskLocalContainer,
    each Other: TaskLocalContainer,
    Result: ~Copyable,
    Failure: Error,
    OperationFailure: Error
>(
    for first: First.Type,
    _ others: repeat (each Other).Type,
    changes: (First, repeat each Other) throws(Failure) -> Void,
    operation: () async throws(OperationFailure) -> Result
) async rethrows -> Result {
    try await Isolation(copiesOf: First.self, repeat (each Other).self).run {
        try changes(First.shared, repeat (each Other).shared)
        return try await operation()
    }
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withContainer(for:_:changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withContainer<First: TaskLocalContainer, each Other: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    for first: First.Type,
    _ others: repeat (each Other).Type,
    changes: (First, repeat each Other) -> Void,
    operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await Isolation(copiesOf: First.self, repeat (each Other).self).run { () async throws(Failure) in
        changes(First.shared, repeat (each Other).shared)
        return try await operation()
    }
}

// MARK: - Sets of overrides

/// Runs an operation with a copy of the current container that applies sets of overrides. See
/// `withContainer(changes:operation:)`.
///
/// The changes of ``Overrides`` neither suspend nor throw. Those of ``AsyncOverrides`` may: write `try await` before the call. If such
/// a change throws, the call throws its error, and the operation does not run. An asynchronous operation runs with the caller's isolation.
///
/// - Parameters:
///   - first: A set of overrides. It also creates copies of the other container types that it names.
///   - others: More sets, applied in order.
///   - operation: Runs on the caller's thread.
@discardableResult
public func withContainer<Result: ~Copyable, Failure: Error>(
    _ first: Overrides,
    _ others: Overrides...,
    operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
    let changes = others.reduce(first.changes) { $0 + $1.changes }
    return try Isolation(copiesOf: changes.lazy.map(\.container)).run { () throws(Failure) in
        for change in changes { change.apply() }
        return try operation()
    }
}

/// The same with an asynchronous operation. See `withContainer(_:_:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withContainer<Result: ~Copyable, Failure: Error>(
    _ first: Overrides,
    _ others: Overrides...,
    operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    let changes = others.reduce(first.changes) { $0 + $1.changes }
    return try await Isolation(copiesOf: changes.lazy.map(\.container)).run { () async throws(Failure) in
        for change in changes { change.apply() }
        return try await operation()
    }
}

/// The same with sets whose changes may suspend and throw. See `withContainer(_:_:operation:)`.
@_documentation(visibility: internal)
// Disfavored, because an empty array literal is a synchronous set, too.
@_disfavoredOverload
@discardableResult
public func withContainer<Result: ~Copyable, Failure: Error>(
    _ first: AsyncOverrides,
    _ others: AsyncOverrides...,
    operation: () async throws(Failure) -> Result
) async throws -> Result {
    let changes = others.reduce(first.changes) { $0 + $1.changes }
    return try await Isolation(copiesOf: changes.lazy.map(\.container)).run {
        for change in changes { try await change.apply() }
        return try await operation()
    }
}

extension Isolation {
    /// Copies of the current containers of some types.
    fileprivate init<each C: TaskLocalContainer>(copiesOf types: repeat (each C).Type) {
        self.init(isInheriting: true)
        repeat _ = shareCopy(of: each types)
    }

    /// Copies of the current `Container` and of the containers of some types.
    fileprivate init(copiesOf containers: some Sequence<any TaskLocalContainer.Type>) {
        self.init(copiesOf: Container.self)
        for container in containers where container != Container.self { shareFirstCopy(of: container) }
    }

    /// Shares a copy, unless this shares one already.
    private mutating func shareFirstCopy<C: TaskLocalContainer>(of type: C.Type) {
        if !isSharing(C.taskLocal) { _ = shareCopy(of: type) }
    }
}

// MARK: - A copy of an existing container

/// Runs an operation with a copy of an existing container as the shared one of its type.
///
/// ```swift
/// withContainer(from: model.container) {
///     $0.api.override { MockAPI() }
/// } operation: {
///     model.retry()
/// }
/// ```
/// This makes the container current, as `withExistingContainer(_:operation:)` does, and runs the operation with its copy, as
/// `withContainer(changes:operation:)` does. Its closures may be asynchronous, too.
///
/// - Parameters:
///   - container: The container whose state the copy begins with.
///   - changes: Changes the copy, which is already the shared container, before the operation begins.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the changes or the operation throw. If the changes throw nothing, the error has the type that the operation throws.
///   If they throw, the operation does not run.
@_disfavoredOverload
@discardableResult
public func withContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    from container: C,
    changes: (C) throws -> Void,
    operation: () throws(Failure) -> Result
) rethrows -> Result {
    try withExistingContainer(container) { try withContainer(for: C.self, changes: changes, operation: operation) }
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withContainer(from:changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    from container: C,
    changes: (C) -> Void,
    operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try withExistingContainer(container) { () throws(Failure) in
        try withContainer(for: C.self, changes: changes, operation: operation)
    }
}

/// The same with asynchronous closures. See `withContainer(from:changes:operation:)`.
@_documentation(visibility: internal)
@_disfavoredOverload
@discardableResult
public func withContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    from container: C,
    changes: (C) async throws -> Void,
    operation: () async throws(Failure) -> Result
) async rethrows -> Result {
    try await withExistingContainer(container) {
        try await withContainer(for: C.self, changes: changes, operation: operation)
    }
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withContainer(from:changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    from container: C,
    changes: (C) async -> Void,
    operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await withExistingContainer(container) { () async throws(Failure) in
        try await withContainer(for: C.self, changes: changes, operation: operation)
    }
}

// MARK: - Without a copy

@available(*, unavailable, message: "This copies nothing: write `withExistingContainer(container) { … }`.")
@_documentation(visibility: internal)
@_disfavoredOverload
public func withContainer<C: TaskLocalContainer, Result>(
    _ container: C,
    operation: () async throws -> Result
) -> Result { fatalError() }
