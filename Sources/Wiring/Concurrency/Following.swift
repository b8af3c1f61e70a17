/// Follows the stored instances of declarations whose modifiers name it.
@usableFromInline
package protocol Following: SendableMetatype {
    /// Makes the follower of a new instance.
    ///
    /// - Parameters:
    ///   - containers: The numbers of its container and that container's parents, the nearest first.
    ///   - dependencies: The handles of the followed instances that it was built with. May contain one several times.
    static func follower(
        of step: PathStep,
        in containers: [UInt64],
        dependencies: [FollowerHandle]
    ) -> any Follower
}
