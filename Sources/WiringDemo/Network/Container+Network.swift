public import Wiring

extension Container {
    /// Where the live network loads from.
    public var documentSource: Factory<DocumentSource> { self { .sample } }

    /// The network under the services.
    public var networking: Factory<any Networking> { self { LiveNetworking(source: self.documentSource()) } }
}
