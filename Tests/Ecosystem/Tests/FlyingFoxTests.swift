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
            "FlyingFox: a route, and an `HTTPHandler`",
            sees: "that of the caller of `run()`",
            write: "`server.appendRoute(\"/\", handler: container.bind { request in … })`, "
                + "which can call `handleRequest(_:)`",
            strictTest: .reportsRealDependency
        ).check(within: "that of the caller of `run()`") {
            let closure = try await Self.get { server in
                await within(Place.intended) { await server.appendRoute("/", handler: Self.answer) }
            }
            let handler = try await Self.get { server in
                await within(Place.intended) { await server.appendRoute("/", to: Handler()) }
            }
            return merged([closure, handler])
        } remedied: {
            let container = Container.labeled(Place.intended)
            let closure = try await Self.get { server in
                await server.appendRoute(
                    "/",
                    handler: container.bind { _ in HTTPResponse(statusCode: .ok, body: Data(current.utf8)) }
                )
            }
            let handler = try await Self.get { server in
                await server.appendRoute("/", handler: container.bind { try await Handler().handleRequest($0) })
            }
            return merged([closure, handler])
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

    @Test func aWebSocketIsServedInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .request,
            "FlyingFox: `makeMessages(for:)` of a web socket's handler, and the `AsyncStream(unfolding:)` that it returns",
            sees: "that of the caller of `run()`",
            write:
                "`withExistingContainer(container) { … }` in `makeMessages`, with a `let container = Container.shared` in the handler; `AsyncStream(unfolding: container.bind { … })`",
            strictTest: .reportsRealDependency
        ).check(within: "that of the caller of `run()`") {
            try await Self.receive { server in
                await within(Place.intended) { await server.appendRoute("/", to: .webSocket(SocketLabel())) }
            }
        } remedied: {
            try await Self.receive { server in
                await within(Place.intended) {
                    await server.appendRoute("/", to: .webSocket(SocketLabel(container: Container.shared)))
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

    /// Runs an operation with the port of a server that the caller configures.
    private static func withServer(
        _ configure: (HTTPServer) async -> Void,
        _ operation: (UInt16) async throws -> String
    ) async throws -> String {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0))
        await configure(server)
        async let end: Void = server.run()
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { return "none" }
        let result = try await operation(port)
        await server.stop()
        try? await end
        return result
    }

    /// The body of a response.
    private static func get(_ configure: (HTTPServer) async -> Void) async throws -> String {
        try await withServer(configure) { port in
            let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/")
            let response = try await HTTPClient.shared.execute(request, timeout: .minutes(1))
            return String(buffer: try await response.body.collect(upTo: 1024))
        }
    }

    /// The reply to a message that is sent to a web socket.
    private static func receive(_ configure: (HTTPServer) async -> Void) async throws -> String {
        try await withServer(configure) { port in
            let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
            let head = """
                GET / HTTP/1.1
                Host: 127.0.0.1
                Connection: Upgrade
                Upgrade: websocket
                Sec-WebSocket-Version: 13
                Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==


                """
            try await socket.write(Data(head.replacing("\n", with: "\r\n").utf8))
            var response: [UInt8] = []
            while !response.suffix(4).elementsEqual("\r\n\r\n".utf8) { response.append(try await socket.read()) }

            // A text of one byte, masked with zeros. The reply is a text of less than 126 bytes, without a mask.
            try await socket.write(Data([0x81, 0x81, 0, 0, 0, 0]) + Data("?".utf8))
            let length = try await socket.read(bytes: 2)[1]
            let reply = try await socket.read(bytes: Int(length))
            try socket.close()
            return String(decoding: reply, as: UTF8.self)
        }
    }
}

private struct Handler: HTTPHandler {
    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(statusCode: .ok, body: Data(current.utf8))
    }
}

/// Replies with the label of the container that is current in the method and in its stream, or of another container.
private struct SocketLabel: WSMessageHandler {
    var container: Container?

    func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
        guard let container else { return Self.replies(to: client) }
        return withExistingContainer(container) { Self.replies(to: client, within: container) }
    }

    private static func replies(
        to client: AsyncStream<WSMessage>,
        within container: Container? = nil
    ) -> AsyncStream<WSMessage> {
        let label = current
        let reply: @concurrent @Sendable () async -> WSMessage? = {
            for await _ in client { return .text(merged([label, current])) }
            return nil
        }
        return AsyncStream(unfolding: container?.bind(reply) ?? reply)
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
