/// The containers whose instances are followed now.
package enum FollowedContainers {
    /// Whether there are any, so that an instance that is found may have to be admitted.
    package static var exist: Bool { ProcessCount.followedContainers.current != 0 }

    /// Begins to follow a container.
    package static func begin() { ProcessCount.followedContainers.increment() }

    package static func end() { ProcessCount.followedContainers.decrement() }
}
