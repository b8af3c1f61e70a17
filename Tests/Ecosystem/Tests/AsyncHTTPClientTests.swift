import AsyncHTTPClient
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOHTTP1
import Testing
import WiringAsync
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct AsyncHTTPClientTests {
    @Test func anUploadIsReadInTheProcesssContainer() async throws {
        try await Place(
            .request,
            "async-http-client: `HTTPClientRequest.Body.stream(_:length:)`: the sequence, such as a request's body that is passed on",
            sees: "the process's",
            write: "`.stream(Container.shared.bind(sequence), length: .unknown)`",
            strictTest: .reportsEscape
        ).check {
            let own = try await within(Place.intended) { try await Self.send(.stream(Self.body, length: .unknown)) }
            let passedOn = try await Self.passOn { .stream($0.labeled, length: .unknown) }
            return merged([own, passedOn])
        } remedied: {
            let own = try await within(Place.intended) {
                try await Self.send(.stream(Container.shared.bind(Self.body), length: .unknown))
            }
            let passedOn = try await Self.passOn {
                .stream(Container.shared.bind($0.labeled), length: .unknown)
            }
            return merged([own, passedOn])
        }
    }

    @Test func aDelegateIsCalledInTheProcesssContainer() async throws {
        try await Place(
            .request,
            "async-http-client: `HTTPClientResponseDelegate`, the closures of a `FileDownloadDelegate`, "
                + "`HTTPClient.Body.stream { writer in … }`",
            sees: "the process's",
            write: "resolve in the delegate's `init`; `reportHead: Container.shared.bind { … }`; "
                + "`.stream(Container.shared.bind { writer in … })`",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            try await within(Place.intended) {
                try await Self.send(
                    .stream { writer in
                        seen.note()
                        return writer.write(.byteBuffer(ByteBuffer(string: "text")))
                    },
                    Delegate { seen.note() }
                )
                try await Self.download { seen.note() }
            }
            return await seen.next(5)
        } remedied: {
            let seen = Seen()
            try await within(Place.intended) {
                let label = current
                try await Self.send(
                    .stream(
                        Container.shared.bind { writer in
                            seen.note()
                            return writer.write(.byteBuffer(ByteBuffer(string: "text")))
                        }
                    ),
                    Delegate { seen.note(label) }
                )
                try await Self.download(Container.shared.bind { seen.note() })
            }
            return await seen.next(5)
        }
    }

    @Test func aResponseIsReadInTheCallersContainer() async throws {
        try await Place(
            .request,
            "async-http-client: an element of `response.body`, and what `map { }` makes of it",
            sees: "that of each step"
        ).check {
            let seen = Seen()
            try await Self.withServer { url in
                var request = HTTPClientRequest(url: url)
                request.method = .POST
                request.body = .bytes(ByteBuffer(string: "text"))
                let response = try await within("the request's") {
                    try await HTTPClient.shared.execute(request, timeout: .minutes(1))
                }
                try await within("that of each step") {
                    for try await _ in response.body.map({ _ in seen.note() }) {}
                }
            }
            return await seen.next()
        }
    }

    // MARK: - Requests

    /// A body of one buffer, with the label of the container that was current when somebody asked for it.
    private static var body: AsyncMapSequence<Labels, ByteBuffer> { Labels(count: 1).map { ByteBuffer(string: $0) } }

    /// Sends a body to a server that returns it.
    private static func send(_ body: HTTPClientRequest.Body) async throws -> String {
        try await withServer { url in
            var request = HTTPClientRequest(url: url)
            request.method = .POST
            request.body = body
            let response = try await HTTPClient.shared.execute(request, timeout: .minutes(1))
            return String(buffer: try await response.body.collect(upTo: 1024))
        }
    }

    /// Passes the body of a request on, from a route that has a container of its own.
    private static func passOn(
        _ body: @escaping @Sendable (RequestBody) -> HTTPClientRequest.Body
    ) async throws -> String {
        let router = Router()
        router.post("/") { request, _ in
            try await withChildContainer {
                $0.label.override { Place.intended }
            } operation: {
                try await send(body(request.body))
            }
        }
        return try await Application.quiet(router).test(.live) { client in
            try await client.execute(uri: "/", method: .post, body: ByteBuffer(string: "text")) { response in
                String(buffer: response.body)
            }
        }
    }

    /// Downloads a text of one buffer, and calls a closure for its head and its progress.
    private static func download(_ called: @escaping @Sendable () -> Void) async throws {
        let delegate = try FileDownloadDelegate(
            path: "/dev/null",
            reportHead: { (_: HTTPResponseHead) in called() },
            reportProgress: { (_: FileDownloadDelegate.Progress) in called() }
        )
        try await withServer { url in
            let body = HTTPClient.Body.string("text")
            let request = try HTTPClient.Request(url: url, method: .POST, body: body)
            _ = try await HTTPClient.shared.execute(request: request, delegate: delegate).get()
        }
    }

    private static func send(_ body: HTTPClient.Body, _ delegate: Delegate) async throws {
        try await withServer { url in
            let request = try HTTPClient.Request(url: url, method: .POST, body: body)
            try await HTTPClient.shared.execute(request: request, delegate: delegate).get()
        }
    }

    /// Runs an operation with a server that returns each body.
    private static func withServer<Result>(
        _ operation: @Sendable (_ url: String) async throws -> Result
    ) async throws -> Result {
        let router = Router()
        router.post("/") { request, _ in Response(status: .ok, body: ResponseBody(asyncSequence: request.body)) }
        return try await Application.quiet(router).test(.live) { client in
            try await operation("http://localhost:\(client.port ?? 0)")
        }
    }
}

extension RequestBody {
    /// A label in place of each buffer.
    fileprivate var labeled: AsyncMapSequence<Self, ByteBuffer> { map { _ in ByteBuffer(string: current) } }
}

/// Calls a closure for the head and at the end of a response.
private final class Delegate: HTTPClientResponseDelegate {
    private let called: @Sendable () -> Void

    init(_ called: @escaping @Sendable () -> Void) { self.called = called }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        called()
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) { called() }
}
