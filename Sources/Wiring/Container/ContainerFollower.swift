/// What follows the stored instances of a container, until it has stopped.
package protocol ContainerFollower: AnyObject, Sendable {
    /// Admits an instance that was built or found.
    ///
    /// - Parameters:
    ///   - instance: Stored strongly.
    ///   - type: Its type.
    ///   - modifiers: Those that apply to it.
    ///   - isKept: Whether a scope keeps it.
    ///   - scope: The singleton scope that stores it, if one does.
    ///   - hasEnded: Whether its container is a child that has ended.
    func admit(
        _ handle: FollowerHandle,
        of instance: StoredInstance,
        _ type: any Any.Type,
        _ modifiers: Modifiers,
        isKept: Bool,
        storedIn scope: Scope.Singleton?,
        unless hasEnded: () -> Bool
    )

    /// Begins to stop, because the container, a child, has ended. What it has released is then no drop.
    func beginEnd()

    /// Stops the instances of a child and of its own children, whichever follower has them.
    func endAll(of child: ContainerManager) async
}

extension ContainerManager {
    /// What follows the instances of the container; `nil` if nothing does.
    package var follower: (any ContainerFollower)? { existingState?.follower.withLock { $0 } }

    /// What follows those of the container, or else of the nearest parent for which something does.
    package var nearestFollower: (any ContainerFollower)? { follower ?? parent?.manager.nearestFollower }

    /// Those of children, and of their children.
    package var childFollowers: [any ContainerFollower] { existingState?.childFollowers.withLock { $0 } ?? [] }
}
