import Foundation

// Stands for the part of Hummingbird 2.28 that the articles use. The signatures are the same. Requests arrive by
// `LocalNetwork`, and an application answers them as Hummingbird does: a graceful shutdown ends the acceptance of requests, and
// cancellation closes all connections.

public struct HTTPFields: Sendable {
    public struct Name: Hashable, Sendable {
        public static let authorization = Name()
    }

    private let values: [Name: String]

    public init(_ values: [Name: String] = [:]) { self.values = values }

    public subscript(name: Name) -> String? { values[name] }
}

public struct Request: Sendable {
    public let path: String
    public let headers: HTTPFields

    public init(path: String = "", headers: HTTPFields = HTTPFields()) {
        self.path = path
        self.headers = headers
    }
}

public struct Response: Sendable {
    public let body: String

    public init(body: String) { self.body = body }
}

public protocol RequestContext: Sendable {
    init()
}

public struct BasicRequestContext: RequestContext {
    public init() {}
}

public protocol ResponseGenerator: SendableMetatype {
    func response(from request: Request, context: some RequestContext) throws -> Response
}

extension String: ResponseGenerator {
    public func response(from request: Request, context: some RequestContext) -> Response { Response(body: self) }
}

public protocol MiddlewareProtocol<Input, Output, Context>: Sendable {
    associatedtype Input
    associatedtype Output
    associatedtype Context

    func handle(_ input: Input, context: Context, next: (Input, Context) async throws -> Output) async throws -> Output
}

public protocol RouterMiddleware<Context>: MiddlewareProtocol where Input == Request, Output == Response {}

public protocol HTTPResponder<Context>: Sendable {
    associatedtype Context
    @Sendable func respond(to request: Request, context: Context) async throws -> Response
}

public protocol HTTPResponderBuilder {
    associatedtype Responder: HTTPResponder
    func buildResponder() -> Responder
}

public struct RouterPath: Hashable, Sendable, ExpressibleByStringLiteral {
    let path: String

    public init(stringLiteral value: String) { path = value }
}

public struct RouterResponder<Context: RequestContext>: HTTPResponder {
    typealias Handler = @Sendable (Request, Context) async throws -> Response

    let routes: [String: Handler]

    @Sendable public func respond(to request: Request, context: Context) async throws -> Response {
        guard let route = routes[request.path] else { return Response(body: "not found") }
        return try await route(request, context)
    }
}

public final class Router<Context: RequestContext>: HTTPResponderBuilder {
    private var routes: [String: RouterResponder<Context>.Handler] = [:]
    private var middlewares: [any MiddlewareProtocol<Request, Response, Context>] = []

    public init(context: Context.Type = BasicRequestContext.self) {}

    @discardableResult
    public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
        middlewares.append(middleware)
        return self
    }

    @discardableResult
    public func get(
        _ path: RouterPath = "",
        use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
    ) -> Self {
        var route: RouterResponder<Context>.Handler = {
            try await handler($0, $1).response(from: $0, context: $1)
        }
        for middleware in middlewares.reversed() {
            route = { [route] in try await middleware.handle($0, context: $1, next: route) }
        }
        routes[path.path] = route
        return self
    }

    public func buildResponder() -> RouterResponder<Context> { RouterResponder(routes: routes) }
}

public struct BindAddress: Sendable {
    let port: Int

    public static func hostname(_ host: String = "127.0.0.1", port: Int = 8080) -> Self { Self(port: port) }
}

public struct ApplicationConfiguration: Sendable {
    public var address: BindAddress

    public init(address: BindAddress = .hostname()) { self.address = address }
}

public struct Application<Responder: HTTPResponder>: Service where Responder.Context: RequestContext {
    public let responder: Responder
    public var configuration: ApplicationConfiguration
    public var logger: Logger

    public init<ResponderBuilder: HTTPResponderBuilder>(
        router: ResponderBuilder,
        configuration: ApplicationConfiguration = ApplicationConfiguration(),
        logger: Logger? = nil
    ) where Responder == ResponderBuilder.Responder {
        responder = router.buildResponder()
        self.configuration = configuration
        self.logger = logger ?? Logger(label: "Hummingbird")
    }

    public func run() async throws {
        let (connections, listener) = AsyncStream<LocalNetwork.Connection>.makeStream()
        let port = configuration.address.port
        LocalNetwork.listen(listener, on: port)
        defer { LocalNetwork.close(port) }
        await GracefulShutdown.handling {
            await withTaskGroup(of: Void.self) { group in
                for await connection in connections { group.addTask { await answer(connection) } }
            }
        } onShutdown: {
            LocalNetwork.close(port)
        }
    }

    private func answer(_ connection: LocalNetwork.Connection) async {
        let response = try? await responder.respond(to: connection.request, context: Responder.Context())
        connection.close(with: Task.isCancelled ? nil : response)
    }
}
