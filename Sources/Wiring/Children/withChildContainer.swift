/// Runs an operation with a new child of the current container as ``Container/shared``. Creating the child takes constant time.
///
/// ```swift
/// let name = withChildContainer {
///     $0.caller.override { caller }
/// } operation: {
///     Container.shared.auditLog().caller.name
/// }
/// ```
/// Use it for work that happens often, such as serving the requests of a server. ``TaskLocalContainer/child()`` says
/// what the child looks up in its parent, and what it keeps itself. To isolate an operation from everything outside,
/// including singletons, use `withContainer(changes:operation:)`, which copies the container.
///
/// If a parent has been started, instances of the child with `onStart`, `onRun` or `onStop` start when they are built. When the
/// operation ends, everything that was started in the child stops, dependents first. An asynchronous operation waits for that. A
/// synchronous one does not. A closure from `bindKeepingChild(_:)` of WiringAsync postpones the end until it has returned.
///
/// Then the child releases the instances that it stores, also those that `push()` saved, with no lock held. Child tasks and
/// `Task { }` inherit the child, even if they outlive the operation, and continue to resolve from it with its overrides. After the
/// operation, the child no longer keeps cached, shared or custom-scoped instances: each resolution builds a new one, which
/// concurrent callers share. Singletons are kept as before. The child is released with the last of these tasks. A
/// closure that the child stores and that captures the child keeps it alive, so capture it `unowned`. A resolution
/// retains the child while the closure runs:
/// ```swift
/// let log = withChildContainer { child in
///     child.auditLog.override { [unowned child] in AuditLog(caller: child.caller(), store: AuditStore()) }
/// } operation: {
///     Container.shared.auditLog()
/// }
/// ```
/// Other container types keep their shared containers. Within `withContainer(for: PaymentContainer.self)`, the child
/// does not have the context of that operation. To keep the context, copy both containers there:
/// `withContainer(for: PaymentContainer.self, Container.self)`.
///
/// In a debug build, the ``ContainerManager/logger`` receives a message if a task resolves from the parent what the child
/// had set, after the operation has ended in that task: probably, the code should run within the operation. It receives one
/// for each declaration and container. There is none for another task or a thread without a task; for a dependency that
/// the parent overrides, or has changed since; for what a singleton resolves; and while another child of the parent is
/// the shared container.
///
/// If a closure is asynchronous, write `await` before the call. Both closures then run with the caller's isolation.
///
/// - Parameters:
///   - changes: Changes the child, which is already the shared container, before the operation begins.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the changes or the operation throw. If the changes throw nothing, the error has the type that the operation throws.
///   If they throw, the operation does not run.
/// - Complexity: O(1) in the number of the current container's declarations and of its other children. Linear in the
///   number of declarations that the child has changed or resolved with a scope, and in the number of instances that
///   were started for it.
@_disfavoredOverload
@discardableResult
public func withChildContainer<Result: ~Copyable, Failure: Error>(
    changes: (Container) throws -> Void,
    operation: () throws(Failure) -> Result
) rethrows -> Result { try withChildContainer(of: Container.shared, changes: changes, operation: operation) }

/// The same with changes that throw nothing. It keeps the type of the error. See `withChildContainer(changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withChildContainer<Result: ~Copyable, Failure: Error>(
    changes: (Container) -> Void,
    operation: () throws(Failure) -> Result
) throws(Failure) -> Result { try withChildContainer(of: Container.shared, changes: changes, operation: operation) }

/// The same with asynchronous closures. See `withChildContainer(changes:operation:)`.
@_documentation(visibility: internal)
@_disfavoredOverload
@discardableResult
public func withChildContainer<Result: ~Copyable, Failure: Error>(
    changes: (Container) async throws -> Void,
    operation: () async throws(Failure) -> Result
) async rethrows -> Result {
    try await withChildContainer(of: Container.shared, changes: changes, operation: operation)
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withChildContainer(changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withChildContainer<Result: ~Copyable, Failure: Error>(
    changes: (Container) async -> Void,
    operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await withChildContainer(of: Container.shared, changes: changes, operation: operation)
}

// MARK: - A child of a container

/// Runs an operation with a new child of a container as the shared one of its type. Creating the child takes constant time.
///
/// ```swift
/// let gateway = withChildContainer(of: PaymentContainer.shared) {
///     $0.gateway.override { Gateway(name: "mock") }
/// } operation: {
///     PaymentContainer.shared.gateway()
/// }
/// ```
/// This makes the child current, as `withExistingContainer(_:operation:)` does an existing container. See
/// `withChildContainer(changes:operation:)`, also for asynchronous closures.
///
/// - Parameters:
///   - parent: The parent.
///   - changes: Changes the child, which is already the shared container, before the operation begins.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the changes or the operation throw. If the changes throw nothing, the error has the type that the operation throws.
///   If they throw, the operation does not run.
@_disfavoredOverload
@discardableResult
public func withChildContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    of parent: C,
    changes: (C) throws -> Void,
    operation: () throws(Failure) -> Result
) rethrows -> Result {
    try withChildContainer(of: parent) { _ in
    } operation: {
        try changes(C.shared)
        return try operation()
    }
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withChildContainer(of:changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withChildContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    of parent: C,
    changes: (C) -> Void,
    operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
    let child = parent.child()
    defer { child.manager.endOperation() }
    return try Isolation.run(sharing: child) { () throws(Failure) in
        changes(child)
        return try operation()
    }
}

/// The same with asynchronous closures. See `withChildContainer(of:changes:operation:)`.
@_documentation(visibility: internal)
@_disfavoredOverload
@discardableResult
public func withChildContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    of parent: C,
    changes: (C) async throws -> Void,
    operation: () async throws(Failure) -> Result
) async rethrows -> Result {
    try await withChildContainer(of: parent) { _ in
    } operation: {
        try await changes(C.shared)
        return try await operation()
    }
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withChildContainer(of:changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withChildContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    of parent: C,
    changes: (C) async -> Void,
    operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    let child = parent.child()
    do throws(Failure) {
        let result = try await Isolation.run(sharing: child) { () async throws(Failure) in
            await changes(child)
            return try await operation()
        }
        await child.manager.endAsyncOperation()
        return result
    } catch {
        await child.manager.endAsyncOperation()
        throw error
    }
}

// MARK: - Without changes

@available(*, unavailable, message: "Pass changes, too: `withChildContainer { _ in } operation: { … }`.")
@_documentation(visibility: internal)
@_disfavoredOverload
public func withChildContainer<Result>(_ operation: () async throws -> Result) -> Result { fatalError() }

@available(*, unavailable, message: "Pass changes, too: `withChildContainer(of: parent) { _ in } operation: { … }`.")
@_documentation(visibility: internal)
@_disfavoredOverload
public func withChildContainer<C: TaskLocalContainer, Result>(
    of parent: C,
    _ operation: () async throws -> Result
) -> Result { fatalError() }
