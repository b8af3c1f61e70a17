// MARK: - An existing container

/// Runs an operation with an existing container as the shared one of its type.
///
/// ```swift
/// let child = withContainer(model.container) { ChildModel() }
/// ```
/// If the container was created for a test or for `withContainer`, the operation uses that test's or operation's singletons and
/// context. Otherwise it uses the current task's singletons, and the container's own context if it is a ``Container``, or else
/// the current context. Nothing is copied: what the operation changes in the container stays.
///
/// Child tasks and `Task { }` inherit the container, even if they outlive the operation.
///
/// - Parameters:
///   - container: The shared container during the operation. The other container types keep theirs.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the operation throws.
/// - Complexity: O(1) in the number of declarations.
@discardableResult
public func withContainer<C: TaskLocalContainer, Result, Failure: Error>(
    _ container: C,
    operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try Isolation(sharing: container).run(operation)
}

/// Runs an asynchronous operation with an existing container as the shared one of its type, with the caller's isolation. See
/// `withContainer(_:operation:)`.
@discardableResult
public func withContainer<C: TaskLocalContainer, Result, Failure: Error>(
    _ container: C,
    operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await Isolation(sharing: container).run(operation)
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
/// This makes the container current, as `withContainer(_:operation:)` does, and runs the operation with its copy, as
/// `withContainer(changes:operation:)` does.
///
/// - Parameters:
///   - container: The container whose state the copy begins with.
///   - changes: Changes the copy, which is already the shared container, before the operation begins.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the changes or the operation throw. If the changes throw, the operation does not run.
@discardableResult
public func withContainer<C: TaskLocalContainer, Result>(
    from container: C,
    changes: (C) throws -> Void,
    operation: () throws -> Result
) rethrows -> Result {
    try withContainer(container) {
        try withContainer(for: C.self, changes: changes, operation: operation)
    }
}

/// Runs an asynchronous operation with a copy of an existing container, with the caller's isolation. See
/// `withContainer(from:changes:operation:)`.
///
/// - Parameters:
///   - container: The container whose state the copy begins with.
///   - changes: Changes the copy before the operation begins. It may suspend.
///   - operation: Runs with the caller's isolation, as the changes do.
@discardableResult
public func withContainer<C: TaskLocalContainer, Result>(
    from container: C,
    changes: (C) async throws -> Void,
    operation: () async throws -> Result
) async rethrows -> Result {
    try await withContainer(container) {
        try await withContainer(for: C.self, changes: changes, operation: operation)
    }
}
