import Wiring

/// An observation of a container's events. It ends when it is released or cancelled. See
/// ``Wiring/ManagedContainer/observe(_:_:)``.
///
/// It does not retain the container.
public final class EventObservation: Sendable {
    let listener: EventListener

    /// The listeners whose closures this task is running.
    @TaskLocal private static var running: [ObjectIdentifier] = []

    init(
        _ kinds: ContainerEvent.Kinds,
        of container: any ManagedContainer,
        _ receive: @escaping @Sendable (ContainerEvent) -> Void
    ) {
        listener = EventListener(kinds, of: container) { listener, event in
            let (running, identifier) = (Self.running, ObjectIdentifier(listener))
            guard !running.contains(identifier) else { return }
            ObservedResolution.afterward {
                guard !listener.hasEnded else { return }
                Self.$running.withValue(running + [identifier]) { receive(event) }
            }
        }
    }

    deinit { cancel() }

    /// Ends the observation, and releases the closure. A second call has no effect. Any thread may call it, and so may
    /// the closure.
    public func cancel() { listener.end() }
}
