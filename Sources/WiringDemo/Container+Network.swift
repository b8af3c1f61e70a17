public import Wiring

extension Container {
    /// The document that the live client loads.
    ///
    /// A cached client keeps the source it was built with. Register a source before the client is resolved, or reset the client.
    public var documentSource: Factory<DocumentSource> { self { .sample } }

    /// The HTTP session. All containers share it, because it pools connections.
    public var session: Factory<HTTPSession> { self { HTTPSession() }.singleton }

    /// The client that loads documents for the services. It expires when it has not been resolved for a minute.
    public var networking: Factory<any Networking> {
        self { LiveNetworking(source: self.documentSource()) }.cached.timeToLive(60)
    }
}
