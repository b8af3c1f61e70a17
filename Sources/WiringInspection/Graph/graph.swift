public import Wiring

/// Records which dependencies an operation resolves from containers, and what each of them needs.
///
/// ```swift
/// let recorded = graph(of: container) { _ = container.repository() }
/// ```
/// It records resolutions from these containers, from their children, and from copies that `withContainer` makes
/// meanwhile, in any task or thread. To record other containers, name each of them: `graph(of: container, payments)`.
///
/// An instance's needs are known only when it is built, so record with a container that has not built its instances
/// yet. A dependency that a stored instance resolves later, through a provider or a factory that it holds, is recorded
/// without a dependent.
///
/// During the recording, all resolutions from these containers take the slow path. The operation is otherwise
/// unaffected. If it throws, what was recorded is lost.
///
/// If the operation is asynchronous, write `await` before the call. It runs with the caller's isolation.
///
/// - Parameters:
///   - containers: The containers to record.
///   - operation: Runs once, on the calling thread.
/// - Returns: What was resolved until the operation returned.
public func graph(
    of containers: any ManagedContainer...,
    recording operation: () throws -> Void
) rethrows -> DependencyGraph {
    let recorder = GraphRecorder()
    recorder.observe(containers)
    defer { recorder.stopObserving(containers) }
    try operation()
    return recorder.end()
}

/// The same with an asynchronous operation. See ``graph(of:recording:)``.
@_documentation(visibility: internal)
public func graph(
    of containers: any ManagedContainer...,
    recording operation: () async throws -> Void
) async rethrows -> DependencyGraph {
    let recorder = GraphRecorder()
    recorder.observe(containers)
    defer { recorder.stopObserving(containers) }
    try await operation()
    return recorder.end()
}
