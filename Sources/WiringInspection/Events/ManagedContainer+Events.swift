public import Wiring

extension ManagedContainer {
    /// Calls a closure at each event of this container, until you release or cancel what this returns.
    ///
    /// ```swift
    /// let observation = container.observe(.builds) { event in log(event.description) }
    /// ```
    /// - It is called on the thread, or in the task, in which the event happened, with no lock held, also in a release build. Several
    ///   threads may call it at once.
    /// - If a resolution is under way on the thread, it is called when the outermost one has ended, once for each event, in the order
    ///   in which they happened. Therefore it may resolve anything, and change the container.
    /// - What it does itself, also in tasks that it begins, is not reported to it. It is to other listeners.
    /// - The container's children report to it, those that exist and later ones. So do copies that `withContainer` makes while it
    ///   listens. What the copy or the child is, ``ContainerEvent/containerNumber`` tells.
    /// - A reset and ``ContainerManager/pop()`` do not end it.
    ///
    /// The container keeps the closure, so do not capture the container strongly, or cancel the observation at some time.
    ///
    /// - Parameters:
    ///   - kinds: The events to receive. Only `.resolutions` and `.captives` take resolutions off the fast path that find an instance.
    ///   - receive: Called with each event. After ``EventObservation/cancel()``, no call begins; one that has begun on another thread may
    ///     still run.
    public func observe(
        _ kinds: ContainerEvent.Kinds = .all,
        _ receive: @escaping @Sendable (ContainerEvent) -> Void
    ) -> EventObservation {
        let observation = EventObservation(kinds, of: self, receive)
        manager.observe(observation.listener)
        return observation
    }

    /// Logs each captive dependency, once for each path, until you release or cancel what this returns.
    ///
    /// ```swift
    /// #if DEBUG
    ///     let check = Container.shared.logCaptiveDependencies()
    /// #endif
    /// ```
    /// A captive dependency is an instance that a container keeps and that a singleton holds. The text is that of a preflight, and goes
    /// to ``ContainerManager/logger`` when the outermost resolution has ended. What was built before the call is unknown, so call it
    /// at the program's start.
    public func logCaptiveDependencies() -> EventObservation {
        observe(.captives) { [weak manager] event in manager?.logger("Wiring: \(event)") }
    }

    /// The events of this container from now on, as a sequence.
    ///
    /// ```swift
    /// for await event in container.events(.lifecycle) { log(event.description) }
    /// ```
    /// The sequence receives each event when it happens. It ends when the iterating task is cancelled, or when the container is
    /// released. If the sequence is released, the listening ends. ``observe(_:_:)`` says which containers report to it.
    ///
    /// Do not resolve from this container in a loop over `.resolutions`: each resolution is an event of the loop.
    ///
    /// - Parameters:
    ///   - kinds: The events to receive.
    ///   - bufferingPolicy: Which events are kept until the loop receives them. By default, these are the last 1,000, so that a slow loop
    ///     does not keep more and more of them, and loses the oldest.
    public func events(
        _ kinds: ContainerEvent.Kinds = .all,
        bufferingPolicy: AsyncStream<ContainerEvent>.Continuation.BufferingPolicy = .bufferingNewest(1_000)
    ) -> AsyncStream<ContainerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ContainerEvent.self, bufferingPolicy: bufferingPolicy)
        let end = EndOfStream(continuation)
        let listener = EventListener(kinds, of: Swift.type(of: self)) { end.continuation.yield($0) }
        continuation.onTermination = { [weak listener] _ in listener?.end() }
        manager.observe(listener)
        return stream
    }
}

/// Ends a sequence when no container has its listener any longer.
private final class EndOfStream: Sendable {
    let continuation: AsyncStream<ContainerEvent>.Continuation

    init(_ continuation: AsyncStream<ContainerEvent>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}
