public import Wiring

/// Runs an operation, and returns the events of a container, of its children, and of copies that `withContainer` makes
/// meanwhile.
///
/// ```swift
/// let events = recordEvents(of: container, .builds) { _ = container.repository() }
/// ```
/// A singleton that a child resolves belongs to its root: to record its events, too, name `child.root`.
///
/// Events on any thread are recorded until the operation returns. If the operation throws, its events are lost: call
/// ``Wiring/ManagedContainer/observe(_:_:)`` to keep them.
///
/// If the operation is asynchronous, write `await` before the call. It runs with the caller's isolation.
///
/// - Parameters:
///   - container: The container.
///   - kinds: The events to record.
///   - operation: Runs once, on the calling thread.
/// - Returns: The events in the order in which they were reported. Events of one thread are in the order in which they
///   happened.
public func recordEvents(
    of container: some ManagedContainer,
    _ kinds: ContainerEvent.Kinds = .all,
    during operation: () throws -> Void
) rethrows -> [ContainerEvent] {
    let recording = EventRecording(of: container, kinds)
    defer { recording.listener.end() }
    try operation()
    return recording.events.withLock { $0 }
}

/// The same with an asynchronous operation. See ``recordEvents(of:_:during:)``.
@_documentation(visibility: internal)
public func recordEvents(
    of container: some ManagedContainer,
    _ kinds: ContainerEvent.Kinds = .all,
    during operation: () async throws -> Void
) async rethrows -> [ContainerEvent] {
    let recording = EventRecording(of: container, kinds)
    defer { recording.listener.end() }
    try await operation()
    return recording.events.withLock { $0 }
}

private struct EventRecording {
    let events = Protected<[ContainerEvent]>([])
    let listener: EventListener

    init(of container: some ManagedContainer, _ kinds: ContainerEvent.Kinds) {
        listener = EventListener(kinds, of: container) { [events] _, event in
            events.withLock { $0.append(event) }
        }
    }
}
