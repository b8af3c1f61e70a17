public import Wiring

extension ThrowingParameterFactory: Startable where Parameter == Void {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) throws -> ContainerStart.Resolved<Success> {
        try resolve((), for: start)
    }
}

extension ThrowingParameterFactory {
    /// Resolves the dependency for a start.
    package func resolve(
        _ parameters: Parameter,
        for start: ContainerStart
    ) throws -> ContainerStart.Resolved<Success> {
        let result = start.resolve { Result { () throws(Failure) in try resolve(parameters, at: start.call) } }
        return ContainerStart.Resolved(try result.instance.get())
    }
}

extension AsyncParameterFactory: Startable where Parameter == Void {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) async throws -> ContainerStart.Resolved<Success> {
        try await resolve((), for: start)
    }
}

extension AsyncParameterFactory {
    /// Resolves the dependency for a start.
    package func resolve(
        _ parameters: Parameter,
        for start: ContainerStart
    ) async throws -> ContainerStart.Resolved<Success> {
        let stored = try await instance(parameters, at: start.call)
        let followers = stored.followers
        let resolved = start.add(followers, of: stored.value(Success.self))
        // Found where it is stored, so that what is started admits it, whichever container has made it.
        if !followers.isEmpty { _ = start.resolve { findStored(parameters, at: start.call) } }
        return resolved
    }
}

extension AsyncStep {
    /// The innermost steps that the current task runs, up to one that runs for a flight; `nil` if there is none.
    ///
    /// A task that a closure has created does not count: its creator need not await it.
    package static var toFlight: [AsyncStep]? {
        guard let current else { return nil }
        let task = currentTask
        var steps: [AsyncStep] = []
        for step in current.chain {
            guard step.task.current == task else { return nil }
            steps.append(step)
            if step.flight != 0 { return steps.reversed() }
        }
        return nil
    }
}

extension FollowedContainers {
    /// Notes that the current task waits for a flight with a step. Returns what ends the wait; `nil` if its end does not matter.
    package typealias BeginWait = @Sendable (Flight, PathStep) -> (@Sendable () -> Void)?

    private static let waits = Protected(Waits())

    /// A function alone would be wrapped once more at each access.
    private struct Waits {
        var begin: BeginWait?
    }

    /// Begins to follow a container.
    ///
    /// - Parameter wait: One feature follows containers, and passes the same function each time.
    package static func begin(noting wait: @escaping BeginWait) {
        waits.withLock { $0.begin = wait }
        begin()
    }

    /// Notes that the current task waits for a flight.
    ///
    /// - Parameter step: That of the flight.
    /// - Returns: What ends the wait.
    package static func beginWait(for flight: Flight, _ step: @autoclosure () -> PathStep) -> (@Sendable () -> Void)? {
        exist ? note(flight, step()) : nil
    }

    @inline(never)
    private static func note(_ flight: Flight, _ step: PathStep) -> (@Sendable () -> Void)? {
        waits.withLock { $0.begin }?(flight, step)
    }
}
