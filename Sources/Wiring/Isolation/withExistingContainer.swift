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
) throws(Failure) -> Result {
    try Isolation(sharing: container).run(operation)
}

/// The same with an asynchronous operation. See `withExistingContainer(_:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withExistingContainer<C: TaskLocalContainer, Result: ~Copyable, Failure: Error>(
    _ container: C,
    operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await Isolation(sharing: container).run(operation)
}

/// Runs an asynchronous operation with an existing container as the shared one of its type, and gives it a value, such as the writer of
/// a streamed body. See `withExistingContainer(_:operation:)`.
///
/// Within the closure of a body: `try await withExistingContainer(child, &writer) { try await body.write($0) }`.
///
/// Unlike the others, this operation runs on no actor. So it can pass on a value that is not `Sendable` to a function that runs on none,
/// such as a server's `write`, from a caller that runs on none, too.
///
/// - Parameters:
///   - container: The container.
///   - value: The value.
///   - operation: Takes the value, and may change it.
/// - Returns: The result of the operation.
/// - Throws: What the operation throws.
@concurrent
@discardableResult
public func withExistingContainer<C: TaskLocalContainer, Value: ~Copyable, Result: ~Copyable, Failure: Error>(
    _ container: C,
    _ value: inout Value,
    operation: @concurrent (inout Value) async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await Isolation(sharing: container).runOffActors { () async throws(Failure) in try await operation(&value) }
}
