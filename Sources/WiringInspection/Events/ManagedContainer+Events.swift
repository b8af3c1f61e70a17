public import Wiring

extension ManagedContainer {
    /// Calls a closure at each event of this container, until you release or cancel what this returns.
    ///
    /// ```swift
    /// let observation = container.observe(.builds) { event in log(event.description) }
    /// ```
    /// Store the observation, for example in a property, or cancel it explicitly. Swift may release a local constant
    /// after its last use, and releases what you assign to `_` immediately. Either ends the observation.
    ///
    /// - The closure runs on the thread, and in the task, in which the event happened, with no lock held. Several
    ///   threads may call it concurrently. Release builds report events, too.
    /// - If a resolution is under way on the thread, the closure runs when the outermost one has ended, once for each
    ///   event, in the order of the events. It may therefore resolve anything, and change the container.
    /// - The closure does not receive events that it causes itself, even in child tasks and in a `Task { }` that it
    ///   creates. It receives those of detached tasks and other threads. Other listeners receive all of them.
    /// - Children of the container report to the closure, whenever they were made. So do copies that `withContainer`
    ///   makes during the observation. ``ContainerEvent/containerNumber`` tells the containers apart. A singleton that a
    ///   child resolves belongs to its root, so observe `child.root` to see its events, too.
    /// - A reset or ``ContainerManager/pop()`` does not end the observation.
    ///
    /// The container retains the closure until the observation ends. If the closure captures the container strongly,
    /// neither is released before that.
    ///
    /// - Parameters:
    ///   - kinds: The events to receive. `.resolutions` and `.captives` take hits off the fast path, and so does the
    ///     default, `.all`, which includes them. The other kinds do not.
    ///   - receive: Receives each event. After ``EventObservation/cancel()`` has returned, it receives no event that
    ///     happens later, but another thread may still be calling it, or about to call it, with an earlier one.
    /// - Returns: The observation, which does not retain the container.
    public func observe(
        _ kinds: ContainerEvent.Kinds = .all,
        _ receive: @escaping @Sendable (ContainerEvent) -> Void
    ) -> EventObservation { EventObservation(kinds, of: self, receive) }

    /// Logs captive dependencies, once for each path, until you release or cancel what this returns.
    ///
    /// ```swift
    /// #if DEBUG
    ///     let check = Container.shared.logCaptiveDependencies()
    /// #endif
    /// ```
    /// A captive dependency is an instance that its container may replace, such as a `cached` one, and that a singleton
    /// holds. The message is the same as that of `preflight`. The container's ``ContainerManager/logger`` receives it
    /// when the outermost resolution has ended.
    ///
    /// The check does not know what was built before it began, so call this when the program starts. In children and
    /// copies of the container, it does not know what earlier resolutions built either. Hits leave the fast path until
    /// the check ends, so you may want it in debug builds only.
    ///
    /// - Returns: An observation to store. See ``observe(_:_:)``.
    public func logCaptiveDependencies() -> EventObservation {
        observe(.captives) { [weak manager] event in manager?.logger("Wiring: \(event)") }
    }

    /// Returns the events of this container from now on, as a sequence.
    ///
    /// ```swift
    /// for await event in container.events(.lifecycle) { log(event.description) }
    /// ```
    /// The sequence receives each event when it happens, even if a resolution is still under way. It receives the
    /// events of the same containers as ``observe(_:_:)``. It does not retain the container. It ends when the iterating
    /// task is cancelled, or when the container and the copies that report to the sequence have been released.
    /// Releasing the sequence ends the observation. Iterate over it in one task only, as for any `AsyncStream`.
    ///
    /// A resolution in the body of the loop is an event, too. Do not resolve from this container in a loop over
    /// `.resolutions`: it would never catch up.
    ///
    /// - Parameters:
    ///   - kinds: The events to receive, as for ``observe(_:_:)``.
    ///   - bufferingPolicy: Which events to buffer until the loop receives them. By default, the buffer holds the last
    ///     1,000 events, so a slow loop loses the oldest.
    /// - Returns: The events, beginning with the next one. Those of one thread are in the order in which they happened.
    public func events(
        _ kinds: ContainerEvent.Kinds = .all,
        bufferingPolicy: AsyncStream<ContainerEvent>.Continuation.BufferingPolicy = .bufferingNewest(1_000)
    ) -> AsyncStream<ContainerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ContainerEvent.self, bufferingPolicy: bufferingPolicy)
        let end = EndOfStream(continuation)
        let listener = EventListener(kinds, of: self) { end.continuation.yield($1) }
        continuation.onTermination = { [weak listener] _ in listener?.end() }
        return stream
    }
}

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

/// Ends a sequence when no container has its listener any longer.
private final class EndOfStream: Sendable {
    let continuation: AsyncStream<ContainerEvent>.Continuation

    init(_ continuation: AsyncStream<ContainerEvent>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}
