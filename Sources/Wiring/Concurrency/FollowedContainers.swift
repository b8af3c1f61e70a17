/// The containers whose instances are followed now.
package enum FollowedContainers {
    /// How many there are.
    private static let count = AtomicWord()
    private static let waits = Protected<(any FollowedWaits.Type)?>(nil)

    /// Whether there are any, so that an instance that is found may have to be admitted.
    package static var exist: Bool { count.current != 0 }

    /// Begins to follow a container.
    ///
    /// - Parameter waits: Notes the waits for flights. One feature follows containers.
    package static func begin(noting waits: any FollowedWaits.Type) {
        self.waits.withLock { $0 = waits }
        count.increment()
    }

    package static func end() { count.decrement() }

    /// Notes that the current task waits for a flight.
    ///
    /// - Parameter step: That of the flight.
    package static func beginWait(for flight: Flight, _ step: @autoclosure () -> PathStep) -> (any FollowedWait)? {
        exist ? noteWait(for: flight, step()) : nil
    }

    @inline(never)
    private static func noteWait(for flight: Flight, _ step: PathStep) -> (any FollowedWait)? {
        waits.withLock { $0 }?.begin(for: flight, step)
    }
}

/// Notes the waits of tasks for flights.
package protocol FollowedWaits {
    /// Notes that the current task waits for a flight, whose step is given.
    ///
    /// - Returns: `nil` if the end of the wait does not matter.
    static func begin(for flight: Flight, _ step: PathStep) -> (any FollowedWait)?
}

/// A wait for a flight that a feature has noted.
package protocol FollowedWait: AnyObject, Sendable {
    func end()
}
