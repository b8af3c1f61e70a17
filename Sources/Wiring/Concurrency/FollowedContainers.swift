/// The containers whose instances are followed now.
package enum FollowedContainers {
    /// Notes that the current task waits for a flight, whose step is given. Returns `nil` if the end of the wait does not matter.
    package typealias BeginWait = @Sendable (Flight, PathStep) -> (any FollowedWait)?

    /// How many there are.
    private static let count = AtomicWord()
    private static let beginWait = Protected<BeginWait?>(nil)

    /// Whether there are any, so that an instance that is found may have to be admitted.
    package static var exist: Bool { count.current != 0 }

    /// Begins to follow a container.
    package static func begin(noting beginWait: @escaping BeginWait) {
        self.beginWait.withLock { $0 = beginWait }
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
        beginWait.withLock { $0 }?(flight, step)
    }
}

/// A wait for a flight that a feature has noted.
package protocol FollowedWait: AnyObject, Sendable {
    func end()
}
