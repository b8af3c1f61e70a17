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
            "FlyingFox: `makeMessages(for:)` and `makeFrames(for:)` of a web socket's handler, and the `AsyncStream(unfolding:)` that they return",
            sees: "that of the caller of `run()`",
            write:
                "`withExistingContainer(container) { … }` in the method, with a `let container = Container.shared` in the handler; `AsyncStream(unfolding: container.bind { … })`",
            strictTest: .reportsRealDependency
        ).check(within: "that of the caller of `run()`") {
            let message = try await Self.receive { server in
                await within(Place.intended) { await server.appendRoute("/", to: .webSocket(SocketLabel())) }
            }
            let frame = try await Self.receive { server in
                await within(Place.intended) {
                    await server.appendRoute("/", to: WebSocketHTTPHandler(handler: SocketLabel()))
                }
            }
            return merged([message, frame])
        } remedied: {
            let label = SocketLabel(container: Container.labeled(Place.intended))
            let message = try await Self.receive { await $0.appendRoute("/", to: .webSocket(label)) }
            let frame = try await Self.receive { await $0.appendRoute("/", to: WebSocketHTTPHandler(handler: label)) }
            return merged([message, frame])
        }
    }

    @Test func aBodyIsMatchedInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .request,
            "FlyingFox: `HTTPRoute(_:jsonBody:)`",
            sees: "that of the caller of `run()`",
            write: "`HTTPRoute(\"/\", jsonBody: container.bind { json in … })`",
            strictTest: .reportsRealDependency
        ).check(within: "that of the caller of `run()`") {
            try await Self.match { seen in
                HTTPRoute("/") { _ in
                    seen.note()
                    return true
                }
            }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.match { seen in
                HTTPRoute(
                    "/",
                    jsonBody: container.bind { _ in
                        seen.note()
                        return true
                    }
                )
            }
        }
    }

    @Test func aPatternAndALoggerAreCalledInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .request,
            "FlyingFox: `evaluate(_:)` of an `HTTPBodyPattern`, the methods of a `Logging`",
            sees: "that of the caller of `run()`",
            write: "`withExistingContainer(container) { … }` in the method, with a `let container = Container.shared`",
            strictTest: .reportsRealDependency
        ).check(within: "that of the caller of `run()`") {
            let pattern = try await Self.match { HTTPRoute("/", body: Noting(seen: $0)) }
            return merged([pattern, try await Self.log { Noting(seen: $0) }])
        } remedied: {
            let pattern = try await Self.match { HTTPRoute("/", body: Noting(seen: $0, container: Container.shared)) }
            return merged([pattern, try await Self.log { Noting(seen: $0, container: Container.shared) }])
        }
    }

    @Test func aParameterIsReadInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .request,
            "FlyingFox: `init(parameter:)` of an `HTTPRouteParameterValue` that a route's closure takes",
            sees: "that of the caller of `run()`",
            write: "`request.routeParameters[\"id\", of: ID.self]`, in a route's `container.bind { request in … }`",
            strictTest: .reportsRealDependency
        ).check(within: "that of the caller of `run()`") {
            try await Self.get { server in
                await within(Place.intended) {
                    await server.appendRoute("/?id=:id") { (id: ID) in
                        HTTPResponse(statusCode: .ok, body: Data(id.label.utf8))
                    }
                }
            }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.get { server in
                await server.appendRoute(
                    "/?id=:id",
                    handler: container.bind { request in
                        let label = request.routeParameters["id", of: ID.self]?.label ?? "none"
                        return HTTPResponse(statusCode: .ok, body: Data(label.utf8))
                    }
                )
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
        loggingTo logger: any Logging = HTTPServer.defaultLogger(),
        _ configure: (HTTPServer) async -> Void,
        _ operation: (UInt16) async throws -> String
    ) async throws -> String {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: logger)
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
    private static func get(
        loggingTo logger: any Logging = HTTPServer.defaultLogger(),
        _ configure: (HTTPServer) async -> Void
    ) async throws -> String {
        try await withServer(loggingTo: logger, configure) { port in
            var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/?id=1")
            request.method = .POST
            request.body = .bytes(ByteBuffer(string: "{}"))
            let response = try await HTTPClient.shared.execute(request, timeout: .minutes(1))
            return String(buffer: try await response.body.collect(upTo: 1024))
        }
    }

    /// What the condition of a route sees of a request.
    private static func match(_ route: (Seen) -> HTTPRoute) async throws -> String {
        let seen = Seen()
        _ = try await get { server in
            let route = within(Place.intended) { route(seen) }
            await server.appendRoute(route) { _ in HTTPResponse(statusCode: .ok) }
        }
        return merged(await seen.all())
    }

    /// What a server's logger sees.
    private static func log(_ logger: (Seen) -> any Logging) async throws -> String {
        let seen = Seen()
        let logger = within(Place.intended) { logger(seen) }
        _ = try await get(loggingTo: logger) { server in
            await server.appendRoute("/") { _ in HTTPResponse(statusCode: .ok) }
        }
        return merged(await seen.all())
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

/// A pattern and a logger that notes the container that is current in its methods, or another container.
private struct Noting: HTTPBodyPattern, Logging {
    let seen: Seen
    var container: Container?

    func evaluate(_ body: Data) -> Bool {
        note()
        return true
    }

    func logDebug(_ debug: @autoclosure () -> String) { note() }
    func logInfo(_ info: @autoclosure () -> String) { note() }
    func logWarning(_ warning: @autoclosure () -> String) { note() }
    func logError(_ error: @autoclosure () -> String) { note() }
    func logCritical(_ critical: @autoclosure () -> String) { note() }

    private func note() {
        guard let container else { return seen.note() }
        withExistingContainer(container) { seen.note() }
    }
}

/// A parameter that keeps the label of the container that was current when it was read.
private struct ID: HTTPRouteParameterValue {
    let label: String

    init(parameter: String) { label = current }
}

/// Replies with the label of the container that is current in the method and in its stream, or of another container.
private struct SocketLabel: WSMessageHandler, WSHandler {
    var container: Container?

    func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
        replies(to: client) { label in .text(label) }
    }

    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
        replies(to: client) { label in WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(label.utf8)) }
    }

    private func replies<Client: AsyncSequence & Sendable, Reply: Sendable>(
        to client: Client,
        _ reply: @escaping @Sendable (_ label: String) -> Reply
    ) -> AsyncStream<Reply> {
        guard let container else { return Self.replies(to: client, reply) }
        return withExistingContainer(container) { Self.replies(to: client, within: container, reply) }
    }

    private static func replies<Client: AsyncSequence & Sendable, Reply: Sendable>(
        to client: Client,
        within container: Container? = nil,
        _ reply: @escaping @Sendable (_ label: String) -> Reply
    ) -> AsyncStream<Reply> {
        let label = current
        let next: @concurrent @Sendable () async -> Reply? = {
            var elements = client.makeAsyncIterator()
            // A client that has gone gets no reply.
            guard (try? await elements.next()) != nil else { return nil }
            return reply(merged([label, current]))
        }
        return AsyncStream(unfolding: container?.bind(next) ?? next)
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
