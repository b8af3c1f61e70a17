import FlyingSocks
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import ServiceLifecycle
import Testing
import WiringAsync
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct HummingbirdTests {
    @Test func aRouteRunsInTheRequestsContainer() async throws {
        try await Place(
            .request,
            "a route, its `request.body`, `consumeWithCancellationOnInboundClose { }`, also `onCancel` in it, `onInboundClosed` of `consumeWithInboundCloseHandler`, `response(from:context:)` of what it returns, a middleware after the one that creates the child",
            sees: "the request's"
        ).check(within: "the server's") {
            let seen = Seen()
            let body = try await Self.respond(labeled: "the request's") { router in
                router.add(middleware: NotingMiddleware(seen: seen))
                router.get("/") { _, _ in Generator() }
            }
            let closing = try await Self.disconnect(labeled: "the request's") { body, seen, serving in
                let closed = Seen()
                try await body.consumeWithInboundCloseHandler { body in
                    seen.note()
                    for try await _ in body.map({ _ in seen.note() }) {}
                    serving.note()
                    _ = await closed.next()
                } onInboundClosed: {
                    seen.note()
                    closed.note()
                }
            }
            let cancelling = try await Self.disconnect(labeled: "the request's") { body, seen, serving in
                try await body.consumeWithCancellationOnInboundClose { body in
                    seen.note()
                    for try await _ in body.map({ _ in seen.note() }) {}
                    let cancelled = Seen()
                    await withTaskCancellationHandler {
                        serving.note()
                        _ = await cancelled.next()
                    } onCancel: {
                        seen.note()
                    }
                }
            }
            return merged([body, await seen.next(), closing, cancelling])
        }
    }

    @Test func aStreamedBodyIsWrittenInTheServersContainer() async throws {
        try await Place(
            .request,
            "`ResponseBody { writer in … }`",
            sees: "the server's",
            write: "`ResponseBody(Container.shared.bind { writer in … })`",
            strictTest: .reportsEndedOperation
        ).check(within: "the server's") {
            try await Self.respond { router in
                router.get("/") { _, _ in
                    Response(
                        status: .ok,
                        body: ResponseBody { writer in
                            try await writer.write(ByteBuffer(string: current))
                            try await writer.finish(nil)
                        }
                    )
                }
            }
        } remedied: {
            try await Self.respond { router in
                router.get("/") { _, _ in
                    Response(
                        status: .ok,
                        body: ResponseBody(
                            Container.shared.bind { writer in
                                try await writer.write(ByteBuffer(string: current))
                                try await writer.finish(nil)
                            }
                        )
                    )
                }
            }
        }
    }

    @Test func aBoundBodyUsesAChildThatHasEnded() async throws {
        try await Place(
            .request,
            "the same, with `bind`: an instance that the route has resolved from its child",
            sees: "a new instance at each resolution",
            write: "`ResponseBody(Container.shared.bindKeepingChild { writer in … })`, with `import WiringAsync`",
            strictTest: .isSilent("all instances belong to the request's child")
        ).check(within: "the server's") {
            try await Self.respond { router in
                router.get("/") { _, _ in
                    let page = Container.shared.page()
                    return Response(
                        status: .ok,
                        body: ResponseBody(
                            Container.shared.bind { writer in try await Self.write(&writer, comparing: page) }
                        )
                    )
                }
            }
        } remedied: {
            try await Self.respond { router in
                router.get("/") { _, _ in
                    let page = Container.shared.page()
                    return Response(
                        status: .ok,
                        body: ResponseBody(
                            Container.shared.bindKeepingChild { writer in
                                try await Self.write(&writer, comparing: page)
                            }
                        )
                    )
                }
            }
        }
    }

    @Test func aSequenceIsWrittenInTheServersContainer() async throws {
        try await Place(
            .request,
            "`ResponseBody(asyncSequence:)`: the sequence",
            sees: "the server's",
            write: "`ResponseBody(asyncSequence: Container.shared.bind(sequence))`, with `import WiringAsync`",
            strictTest: .reportsEndedOperation
        ).check(within: "the server's") {
            try await Self.respond { router in
                router.get("/") { _, _ in Response(status: .ok, body: ResponseBody(asyncSequence: Self.body)) }
            }
        } remedied: {
            try await Self.respond { router in
                router.get("/") { _, _ in
                    Response(status: .ok, body: ResponseBody(asyncSequence: Container.shared.bind(Self.body)))
                }
            }
        }
    }

    @Test func aBodyIsMappedInTheServersContainer() async throws {
        try await Place(
            .request,
            "`ResponseBody.map { }`",
            sees: "the server's",
            write: "`body.map(Container.shared.bind { buffer in … })`",
            strictTest: .reportsEndedOperation
        ).check(within: "the server's") {
            try await Self.respond { router in
                router.get("/") { _, _ in
                    let body = ResponseBody(byteBuffer: ByteBuffer(string: "text"))
                    return Response(status: .ok, body: body.map { _ in ByteBuffer(string: current) })
                }
            }
        } remedied: {
            try await Self.respond { router in
                router.get("/") { _, _ in
                    let body = ResponseBody(byteBuffer: ByteBuffer(string: "text"))
                    let mapped = body.map(Container.shared.bind { _ in ByteBuffer(string: current) })
                    return Response(status: .ok, body: mapped)
                }
            }
        }
    }

    @Test func anErrorMakesItsResponseInTheServersContainer() async throws {
        try await Place(
            .request,
            "`response(from:context:)` of an error that a route throws",
            sees: "the server's",
            write: "resolve where the error is created, and keep the value in it",
            strictTest: .reportsEndedOperation
        ).check(within: "the server's") {
            try await Self.respond { router in
                router.get("/") { _, _ -> String in throw Refusal() }
            }
        } remedied: {
            try await Self.respond { router in
                router.get("/") { _, _ -> String in throw Refusal(label: current) }
            }
        }
    }

    @Test func aContextIsCreatedInTheServersContainer() async throws {
        try await Place(
            .request,
            "`init(source:)` of a request context",
            sees: "the server's",
            write: "resolve in the route or in a middleware",
            strictTest: .reportsRealDependency
        ).check(within: "the server's") {
            try await Self.respond(in: LabeledContext.self) { router in
                router.get("/") { _, context in context.label }
            }
        } remedied: {
            try await Self.respond { router in
                router.get("/") { _, _ in current }
            }
        }
    }

    @Test func channelHandlersAreMadeInTheProcesssContainer() async throws {
        try await Place(
            .request,
            "`additionalChannelHandlers` of `HTTP1Channel.Configuration`, which an event loop calls",
            sees: "the process's",
            write: "`configuration.additionalChannelHandlers = container.bind { … }`",
            strictTest: .reportsEscape
        ).check(within: "the server's") {
            let seen = Seen()
            var configuration = HTTP1Channel.Configuration()
            configuration.additionalChannelHandlers = {
                seen.note()
                return []
            }
            try await Self.serve(.http1(configuration: configuration))
            return await seen.next()
        } remedied: {
            let seen = Seen()
            var configuration = HTTP1Channel.Configuration()
            configuration.additionalChannelHandlers = Container.labeled(Place.intended).bind {
                seen.note()
                return []
            }
            try await Self.serve(.http1(configuration: configuration))
            return await seen.next()
        }
    }

    @Test func theApplicationStartsInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .request,
            "`onServerRunning`, `beforeServerStarts { }`, `services` of an `Application`",
            sees: "that of the caller of `run()`",
            write: "`onServerRunning: container.bind { _ in … }`",
            strictTest: .reportsRealDependency
        ).check(within: "that of the caller of `run()`") {
            let seen = Seen()
            var app = within(Place.intended) {
                Application(
                    router: Router(),
                    services: [
                        ClosureService {
                            seen.note(); try await gracefulShutdown()
                        }
                    ],
                    onServerRunning: { _ in seen.note() }
                )
            }
            app.beforeServerStarts { seen.note() }
            app.logger.logLevel = .error
            try await app.test(.live) { _ in }
            return await seen.next(3)
        } remedied: {
            let seen = Seen()
            let container = Container.labeled(Place.intended)
            let service = container.bind {
                seen.note()
                try await gracefulShutdown()
            }
            var app = Application(
                router: Router(),
                services: [ClosureService(service)],
                onServerRunning: container.bind { _ in seen.note() }
            )
            app.beforeServerStarts(perform: container.bind { seen.note() })
            app.logger.logLevel = .error
            try await app.test(.live) { _ in }
            return await seen.next(3)
        }
    }

    // MARK: - Tests of an application

    @Test func aLiveTestRunsRoutesInTheContainerAroundIt() async throws {
        try await Place(
            .test,
            "Hummingbird: a route, under `application.test(.live) { client in … }`",
            sees: "that around `test(.live)`",
            write: "override around `test(.live)`, not in its closure",
            strictTest: .reportsRealDependency
        ).check(within: "that around `test(.live)`") {
            try await Self.application.test(.live) { client in
                try await within(Place.intended) { try await Self.body(of: client) }
            }
        } remedied: {
            try await within(Place.intended) {
                try await Self.application.test(.live) { try await Self.body(of: $0) }
            }
        }
    }

    @Test func aRouterTestRunsRoutesInTheContainerOfTheRequestsSender() async throws {
        try await Place(
            .test,
            "Hummingbird: a route, under `application.test(.router) { client in … }`",
            sees: "that of the caller of `execute`"
        ).check {
            try await Self.application.test(.router) { client in
                try await within("that of the caller of `execute`") { try await Self.body(of: client) }
            }
        }
    }

    // MARK: - Servers

    /// Writes whether the current container still has an instance.
    @concurrent private static func write(_ writer: inout any ResponseBodyWriter, comparing page: Page) async throws {
        let (next, last) = (Container.shared.page(), Container.shared.page())
        let isKept = next === page && last === page
        let isNew = next !== page && last !== page && next !== last
        let label = isKept ? current : isNew ? "a new instance at each resolution" : "another instance"
        try await writer.write(ByteBuffer(string: label))
        try await writer.finish(nil)
    }

    /// A body of one buffer, with the label of the container that was current when somebody asked for it.
    private static var body: AsyncMapSequence<Labels, ByteBuffer> { Labels(count: 1).map { ByteBuffer(string: $0) } }

    private static var application: Application<RouterResponder<BasicRequestContext>> {
        let router = Router()
        router.get("/") { _, _ in current }
        return Application.quiet(router)
    }

    private static func body(of client: any TestClientProtocol) async throws -> String {
        try await client.execute(uri: "/", method: .get) { response in String(buffer: response.body) }
    }

    /// The body of a response, from a server that gives each request a child of its own.
    private static func respond(
        labeled label: String = Place.intended,
        _ configure: (Router<BasicRequestContext>) -> Void
    ) async throws -> String {
        try await respond(labeled: label, in: BasicRequestContext.self, configure)
    }

    private static func respond<Context: RequestContext>(
        labeled label: String = Place.intended,
        in context: Context.Type,
        _ configure: (Router<Context>) -> Void
    ) async throws -> String where Context.Source == ApplicationRequestContextSource {
        let router = Router(context: context)
        router.add(middleware: RequestMiddleware(label: label))
        configure(router)
        return try await Application.quiet(router).test(.live) { try await body(of: $0) }
    }

    /// What a route sees at three places while it consumes a request whose client disconnects.
    private static func disconnect(
        labeled label: String,
        during consume: @escaping @Sendable (RequestBody, _ seen: Seen, _ serving: Seen) async throws -> Void
    ) async throws -> String {
        let (seen, serving) = (Seen(), Seen())
        let router = Router()
        router.add(middleware: RequestMiddleware(label: label))
        router.post("/") { request, _ in
            try await consume(request.body, seen, serving)
            return ""
        }
        return try await Application.quiet(router).test(.live) { client in
            let port = try UInt16(#require(client.port))
            let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
            let lines = ["POST / HTTP/1.1", "Host: localhost", "Content-Length: 4", "", "text"]
            try await socket.write(Data(lines.joined(separator: "\r\n").utf8))
            _ = await serving.next()
            try socket.close()
            return await seen.next(3)
        }
    }

    /// Answers a request.
    private static func serve(_ server: HTTPServerBuilder) async throws {
        let router = Router()
        router.get("/") { _, _ in "" }
        _ = try await Application.quiet(router, server: server).test(.live) { try await body(of: $0) }
    }
}

extension Application {
    /// A server that logs errors only.
    static func quiet<Context: RequestContext>(
        _ router: Router<Context>,
        server: HTTPServerBuilder = .http1()
    ) -> Self where Responder == RouterResponder<Context>, Context.Source == ApplicationRequestContextSource {
        var application = Self(router: router, server: server)
        application.logger.logLevel = .error
        return application
    }
}

/// Gives each request a container.
private struct RequestMiddleware<Context: RequestContext>: RouterMiddleware {
    let label: String

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        try await withChildContainer {
            $0.label.override { label }
            $0.page.override { Page() }
        } operation: {
            try await next(request, context)
        }
    }
}

private final class Page: Sendable {}

extension Container {
    fileprivate var page: Factory<Page> { self { Page() }.cached }
}

private struct NotingMiddleware<Context: RequestContext>: RouterMiddleware {
    let seen: Seen

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        seen.note()
        return try await next(request, context)
    }
}

private struct Generator: ResponseGenerator {
    func response(from request: Request, context: some RequestContext) throws -> Response {
        current.response(from: request, context: context)
    }
}

private struct Refusal: HTTPResponseError {
    var label: String?
    var status: HTTPResponse.Status { .badRequest }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: label ?? current)))
    }
}

private struct LabeledContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let label: String

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        label = current
    }
}
