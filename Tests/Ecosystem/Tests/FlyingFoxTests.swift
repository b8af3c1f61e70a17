import AsyncHTTPClient
import FlyingFox
import FlyingSocks
import Foundation
import NIOCore
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct FlyingFoxTests {
    @Test func aRouteRunsInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .request,
            "FlyingFox: a route",
            sees: "that of the caller of `run()`",
            write: "`server.appendRoute(\"/\", handler: container.bind { request in … })`",
            strictTest: .reportsRealDependency
        ).check(within: "that of the caller of `run()`") {
            try await Self.get { server in
                await within(Place.intended) { await server.appendRoute("/", handler: Self.answer) }
            }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.get { server in
                await server.appendRoute(
                    "/",
                    handler: container.bind { _ in HTTPResponse(statusCode: .ok, body: Data(current.utf8)) }
                )
            }
        }
    }

    @Test func aBodyIsReadInTheServersContainer() async throws {
        try await Place(
            .request,
            "FlyingFox: `HTTPBodySequence(from:)`: the sequence, if a route creates a child",
            sees: "the server's",
            write: "`withExistingContainer(container) { … }` in `nextBuffer`, "
                + "with a `let container = Container.shared`",
            strictTest: .reportsRealDependency
        ).check(within: "the server's") {
            try await Self.get { server in
                await server.appendRoute("/") { _ in
                    try await Self.withRequestsContainer { Self.response(BufferedLabel()) }
                }
            }
        } remedied: {
            try await Self.get { server in
                await server.appendRoute("/") { _ in
                    try await Self.withRequestsContainer { Self.response(BufferedLabel(container: Container.shared)) }
                }
            }
        }
    }

    // MARK: - Servers

    @concurrent @Sendable private static func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(statusCode: .ok, body: Data(current.utf8))
    }

    private static func response(_ label: BufferedLabel) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: label))
    }

    private static func withRequestsContainer<Result>(_ operation: () async throws -> Result) async throws -> Result {
        try await withChildContainer {
            $0.label.override { Place.intended }
        } operation: {
            try await operation()
        }
    }

    /// The body of a response from a server that the caller configures.
    private static func get(_ configure: (HTTPServer) async -> Void) async throws -> String {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0))
        await configure(server)
        async let end: Void = server.run()
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { return "none" }
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/")
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(1))
        let body = String(buffer: try await response.body.collect(upTo: 1024))
        await server.stop()
        try? await end
        return body
    }
}

/// The bytes of the label of the container that is current when somebody asks for them, or of another container.
private struct BufferedLabel: AsyncBufferedSequence {
    typealias Element = UInt8

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate let container: Container?
        private var isRead = false

        fileprivate init(container: Container?) { self.container = container }

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard !isRead else { return nil }
            isRead = true
            guard let container else { return Array(current.utf8) }
            return await withExistingContainer(container) { () async in Array(current.utf8) }
        }
    }

    var container: Container?

    func makeAsyncIterator() -> Iterator { Iterator(container: container) }
}
