public import Wiring

/// Records which dependencies an operation resolves from containers, and which of them need which.
///
/// ```swift
/// let recorded = graph(of: container) { _ = container.repository() }
/// ```
/// It records resolutions from these containers, from their children, and from copies that `withContainer` makes meanwhile, in any task
/// or thread. Name each container that is neither: `graph(of: container, payments)`.
///
/// What an instance needs is known when it is built. So record with a container whose instances have yet to be built. A dependency that
/// a stored instance resolves later, through a provider or a factory that it holds, is recorded without a dependent.
///
/// Meanwhile, all resolutions from these containers take the slow path. Otherwise the operation runs as it would without the recording.
///
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

/// Records which dependencies an asynchronous operation resolves from containers. See ``graph(of:recording:)``.
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
