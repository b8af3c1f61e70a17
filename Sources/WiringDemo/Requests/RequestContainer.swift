public import Wiring
package import WiringAsync

/// The container of one request in a session.
public final class RequestContainer: ChildContainer {
    public let manager = ContainerManager()
    public let parent: SessionContainer
    /// The number of the request.
    public let number: Int

    /// Begins a request.
    public init(parent: SessionContainer, number: Int) {
        self.parent = parent
        self.number = number
    }
}

extension RequestContainer {
    /// Answers the request.
    package var requestHandler: AsyncFactory<RequestHandler, any Error> {
        self {
            RequestHandler(
                number: self.number,
                user: self.parent.user,
                screenshots: try await self.screenshotWatcher().counter,
                accountLoading: self.accountLoading(),
                emailChecking: self.emailChecking()
            )
        }
    }
}
