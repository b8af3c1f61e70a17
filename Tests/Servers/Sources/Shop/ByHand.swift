import AsyncHTTPClient
import GRDB
import Hummingbird
import Logging

/// The server written by hand: a context has what belongs to a request, and a structure what all requests share.
func serveByHand(_ options: Options) async throws {
    let database = try DatabasePool(path: options.database)
    try Store.migrate(database)
    let store = Store(database: database)
    let prices = await Prices(of: try await Catalog(of: store))
    let client = HTTPClient()
    let services = Services(store: store, prices: prices, exchange: Exchange(client: client, port: options.upstream))
    let app = Application(
        router: router(with: services),
        configuration: options.configuration,
        logger: Logger(label: "shop")
    )
    try await app.runService()
    try await client.shutdown()
    try database.close()
}

/// What all requests share.
private struct Services: Sendable {
    let store: Store
    let prices: Prices
    let exchange: Exchange
}

/// What belongs to a request.
private struct ShopContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var user = User(name: "nobody")
    var requestID = RequestID(text: "")

    init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
}

private struct ContextMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: ShopContext,
        next: (Request, ShopContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.user = request.user
        context.requestID = RequestID(text: context.id)
        context.logger = context.logger.adding(context.requestID)
        return try await next(request, context)
    }
}

private func router(with services: Services) -> Router<ShopContext> {
    let router = Router(context: ShopContext.self)
    router.add(middleware: ContextMiddleware())
    router.get("/hello") { _, context in "Hello, \(context.user.name)\n" }
    router.get("/orders/:id") { _, context in
        let desk = OrderDesk(
            store: services.store,
            prices: services.prices,
            user: context.user,
            id: context.requestID,
            logger: context.logger
        )
        return try await desk.invoice(for: try context.parameters.require("id", as: Int64.self))
    }
    router.get("/quotes/:symbol") { _, context in
        let desk = QuoteDesk(exchange: services.exchange, id: context.requestID, logger: context.logger)
        return try await desk.quote(try context.parameters.require("symbol"))
    }
    return router
}
