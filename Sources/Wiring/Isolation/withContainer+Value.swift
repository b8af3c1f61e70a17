/// Runs an asynchronous operation with an existing container as the shared one of its type, and gives it a value, such as the writer of
/// a streamed body. See `withContainer(_:operation:)`.
///
/// Within the closure of a body: `try await withContainer(child, &writer) { try await body.write($0) }`.
///
/// Unlike the others, this operation runs on no actor. So it can pass on a value that is not `Sendable` to a function that runs on none,
/// such as a server's `write`, from a caller that runs on none, too.
///
/// - Parameters:
///   - container: The container.
///   - value: The value. It is copied before the operation, and assigned when that has ended.
///   - operation: Takes the value, and may change it.
/// - Returns: The result of the operation.
/// - Throws: What the operation throws.
@concurrent
@discardableResult
public func withContainer<C: TaskLocalContainer, Value, Result: ~Copyable, Failure: Error>(
    _ container: C,
    _ value: inout Value,
    operation: @concurrent (inout Value) async throws(Failure) -> Result
) async throws(Failure) -> Result {
    // SAFETY: Only the operation uses it, and has ended when this returns.
    nonisolated(unsafe) var changed = value
    defer { value = changed }
    return try await Isolation(sharing: container).run { () async throws(Failure) in try await operation(&changed) }
}
