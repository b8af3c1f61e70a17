/// Observes the resolutions from a container, on the threads that resolve, with no lock held.
package protocol ResolutionObserver: AnyObject, Sendable {
    /// Whether the container's copies and children report here as well.
    var isInherited: Bool { get }

    /// A resolution begins. The resolutions of what it needs follow.
    ///
    /// - Returns: A number for ``end(_:from:)``.
    func begin(_ resolution: ObservedResolution) -> Int

    /// A resolution has ended.
    ///
    /// - Parameters:
    ///   - number: What ``begin(_:)`` returned.
    ///   - origin: Where the instance came from.
    func end(_ number: Int, from origin: InstanceOrigin)

    /// An unimplemented dependency was used.
    ///
    /// - Returns: Whether the observer reports it to a test.
    func useUnimplemented(_ use: UnimplementedUse) -> Bool
}
