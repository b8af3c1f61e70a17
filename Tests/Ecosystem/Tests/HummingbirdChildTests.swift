import Hummingbird
import HummingbirdTesting
import Testing
import WiringLifecycle
import WiringTesting

/// The child of a request lives as long as its streamed response.
@Suite(.timeLimit(.minutes(1))) struct HummingbirdChildTests {
    @Test func theChildStopsAfterTheLastWrite() async throws {
        let events = try await Self.events { router in
            router.get("/") { _, _ in Self.response { try await $1.write(to: &$0, count: 2) } }
        }
        #expect(events == ["the route's journal", "write", "the route's journal", "write", "stop"])
    }

    @Test func theChildStopsAfterAnErrorInTheBody() async throws {
        let events = try await Self.events { router in
            router.get("/") { _, _ in
                Self.response {
                    try await $1.write(to: &$0, count: 1)
                    throw Failed()
                }
            }
        }
        #expect(events == ["the route's journal", "write", "stop"])
    }

    @Test func theChildStopsIfItsBodyIsNeverWritten() async throws {
        let events = try await Self.events { router in
            router.add(middleware: ChildMiddleware())
            router.get("/") { _, _ in Self.response { try await $1.write(to: &$0, count: 1) } }
        } outside: { router in
            router.add(middleware: DroppingMiddleware())
        }
        #expect(events == ["dropped", "stop"])
    }

    /// The middleware of *Child containers* keeps the child for every body.
    @Test func aMiddlewareKeepsTheChildForEveryBody() async throws {
        let events = try await Self.events { router in
            router.get("/") { _, _ in
                let journal = Container.shared.journal()
                return Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        try await journal.write(to: &writer, count: 1)
                        try await writer.finish(nil)
                    }
                )
            }
        } outside: { router in
            router.add(middleware: KeepingMiddleware())
        }
        #expect(events == ["the route's journal", "write", "stop"])
    }

    // MARK: - Servers

    /// A response whose body is written with the child of its request.
    private static func response(
        _ write: @escaping @concurrent @Sendable (inout any ResponseBodyWriter, Journal) async throws -> Void
    ) -> Response {
        let journal = Container.shared.journal()
        return Response(
            status: .ok,
            body: ResponseBody(
                Container.shared.bindKeepingChild { writer in
                    try await write(&writer, journal)
                    try await writer.finish(nil)
                }
            )
        )
    }

    /// What happens until the child of a request has stopped, while its server goes on.
    private static func events(
        _ configure: (Router<BasicRequestContext>) -> Void,
        outside configureFirst: (Router<BasicRequestContext>) -> Void = { $0.add(middleware: ChildMiddleware()) }
    ) async throws -> [String] {
        let events = Seen()
        return try await withContainer {
            $0.events.override { events }
        } operation: {
            try await Container.shared.start()
            let router = Router()
            configureFirst(router)
            configure(router)
            let all = try await Application.quiet(router).test(.live) { client in
                // A body that fails breaks the connection.
                _ = try? await client.execute(uri: "/", method: .get)
                var all: [String] = []
                while all.last != "stop" { all.append(await events.next()) }
                return all
            }
            await Container.shared.shutdown()
            return all
        }
    }
}

private struct Failed: Error {}

/// What a request has, and what stops with its child.
private final class Journal: Sendable {
    let events: Seen

    init(events: Seen) { self.events = events }

    /// Writes, and notes whether the current container still has this instance.
    @concurrent func write(to writer: inout any ResponseBodyWriter, count: Int) async throws {
        for _ in 0..<count {
            events.note(Container.shared.journal() === self ? "the route's journal" : "another journal")
            try await writer.write(ByteBuffer(string: "text"))
            events.note("write")
        }
    }
}

extension Container {
    fileprivate var events: Factory<Seen> { self { Seen() } }

    fileprivate var journal: Factory<Journal> {
        self { Journal(events: self.events()) }.cached
            .onStop { $0.events.note("stop") }
    }
}

private struct ChildMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        try await withChildContainer { _ in
        } operation: {
            try await next(request, context)
        }
    }
}

private struct KeepingMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        try await withChildContainer { _ in
        } operation: {
            var response = try await next(request, context)
            let body = response.body
            response.body = ResponseBody(
                contentLength: body.contentLength,
                Container.shared.bindKeepingChild { try await body.write($0) }
            )
            return response
        }
    }
}

/// Answers with another response.
private struct DroppingMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        Container.shared.events().note("dropped")
        // Only now is it released, and what keeps the child.
        withExtendedLifetime(response) {}
        return Response(status: .noContent)
    }
}
