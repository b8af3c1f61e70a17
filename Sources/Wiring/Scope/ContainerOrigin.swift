/// The origin of a container: an isolation or a parent.
package class ContainerOrigin: @unchecked Sendable {
    // SAFETY: It has no state. Subclasses are responsible for what they add.

    /// The isolation that the container resolves with, if there is one.
    var isolation: IsolationState? { nil }
}
