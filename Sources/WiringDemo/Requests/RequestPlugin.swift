public import Wiring
public import WiringAsync

/// An extension that a module adds to the service.
public protocol RequestPlugin: Sendable {
    /// Called once for each request, after its answer has been written. Calls for several requests are concurrent.
    ///
    /// - Throws: An error, which ends the service.
    func requestAnswered(_ request: AnsweredRequest) async throws

    /// Finishes, after the last request. By default this does nothing.
    func finish() async
}

extension RequestPlugin {
    public func finish() async {}
}

/// The declaration of a plug-in: `\.tally`.
///
/// A collection is resolved without awaiting, but a plug-in may need to await its dependencies. Modules therefore contribute the
/// declaration, which the service resolves.
public typealias RequestPluginDeclaration =
    any KeyPath<Container, AsyncFactory<any RequestPlugin, any Error>> & Sendable
