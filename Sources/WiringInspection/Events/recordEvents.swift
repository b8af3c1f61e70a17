public import Wiring

/// Records the events of a container, of its children, and of copies that `withContainer` makes meanwhile, during an operation.
///
/// ```swift
/// let events = recordEvents(of: container, .builds) { _ = container.repository() }
/// ```
/// - Returns: The events, in the order in which they happened.
public func recordEvents(
    of container: some ManagedContainer,
    _ kinds: ContainerEvent.Kinds = .all,
    during operation: () throws -> Void
) rethrows -> [ContainerEvent] {
    let recording = EventRecording(of: container, kinds)
    defer { recording.end() }
    try operation()
    return recording.end()
}

/// Records the events of a container during an asynchronous operation. See ``recordEvents(of:_:during:)``.
public func recordEvents(
    of container: some ManagedContainer,
    _ kinds: ContainerEvent.Kinds = .all,
    during operation: () async throws -> Void
) async rethrows -> [ContainerEvent] {
    let recording = EventRecording(of: container, kinds)
    defer { recording.end() }
    try await operation()
    return recording.end()
}

private struct EventRecording {
    private let events = Protected<[ContainerEvent]>([])
    private let listener: EventListener

    init(of container: some ManagedContainer, _ kinds: ContainerEvent.Kinds) {
        listener = EventListener(kinds, of: type(of: container)) { [events] event in
            events.withLock { $0.append(event) }
        }
        container.manager.observe(listener)
    }

    @discardableResult
    func end() -> [ContainerEvent] {
        listener.end()
        return events.withLock { $0 }
    }
}
