public import Wiring

/// The container of one user's session.
public final class SessionContainer: ChildContainer {
    public let manager = ContainerManager()
    public let parent: Container
    /// The name of the user.
    public let user: String

    /// Opens a session.
    public init(parent: Container, user: String) {
        self.parent = parent
        self.user = user
    }
}
