/// The containers whose instances are followed now.
package enum FollowedContainers {
    /// Notes that the current task waits for a flight with a step. Returns what ends the wait; `nil` if its end does not matter.
    package typealias BeginWait = @Sendable (Flight, PathStep) -> (@Sendable () -> Void)?

    private static let waits = Protected(Waits())

    /// A function alone would be wrapped once more at each access.
    private struct Waits {
        var begin: BeginWait?
    }

    /// Whether there are any, so that an instance that is found may have to be admitted.
    package static var exist: Bool { ProcessCount.followedContainers.current != 0 }

    /// Begins to follow a container.
    ///
    /// - Parameter wait: One feature follows containers, and passes the same function each time.
    package static func begin(noting wait: @escaping BeginWait) {
        waits.withLock { $0.begin = wait }
        ProcessCount.followedContainers.increment()
    }

    package static func end() { ProcessCount.followedContainers.decrement() }

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
