import AsyncHTTPClient
import GRDB
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals
import Wiring
import WiringLifecycle

/// The server with containers: a request has a child, which overrides what belongs to the request.
func serveWithWiring(_ options: Options) async throws {
    let container = Container.shared
    container.options.register { options }
    let logger = container.logger()
    container.manager.logger = { logger.warning("\($0)") }
    container.manager.failureObserver = { logger.error("\($0.error)\n\($0.path)") }
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await container.run(\.server) }
        group.addTask { for await _ in signals { return } }
        try await group.next()
        group.cancelAll()
        try await group.waitForAll()
    }
}

extension Container {
    fileprivate var options: Factory<Options> { self { unimplemented("Container.options") } }
    fileprivate var logger: Factory<Logger> { self { Logger(label: "shop") }.singleton }
    fileprivate var user: Factory<User> { self { User(name: "nobody") } }
    fileprivate var requestID: Factory<RequestID> { self { RequestID(text: "") } }

    // MARK: - What all requests share

    fileprivate var database: ThrowingFactory<DatabasePool, any Error> {
        self { try DatabasePool(path: self.options().database) }.singleton
            .onStart { try Store.migrate($0) }
            .onStop { try? $0.close() }
    }
    fileprivate var store: ThrowingFactory<Store, any Error> { self { Store(database: try self.database()) }.singleton }
    fileprivate var catalog: AsyncFactory<Catalog, any Error> {
        self {
            let store = try self.store()
            // The tables must exist.
            _ = try await self.database.started()
            return try await Catalog(of: store)
        }.singleton
    }
    fileprivate var prices: AsyncFactory<Prices, any Error> {
        self { await Prices(of: try await self.catalog()) }.singleton
    }
    fileprivate var client: Factory<HTTPClient> {
        self { HTTPClient() }.singleton.onStop { try? await $0.shutdown() }
    }
    fileprivate var exchange: Factory<Exchange> {
        self { Exchange(client: self.client(), port: self.options().upstream) }.singleton
    }

    // MARK: - What belongs to a request

    fileprivate var orderDesk: AsyncFactory<OrderDesk, any Error> {
        self {
            OrderDesk(
                store: try self.store(),
                prices: try await self.prices(),
                user: self.user(),
                id: self.requestID(),
                logger: self.logger()
            )
        }.cached
    }
    fileprivate var quoteDesk: Factory<QuoteDesk> {
        self { QuoteDesk(exchange: self.exchange(), id: self.requestID(), logger: self.logger()) }.cached
    }

    // MARK: - The server

    fileprivate var router: AsyncFactory<Router<BasicRequestContext>, any Error> {
        self {
            // What the routes need starts before the server.
            _ = (try await self.prices(), self.exchange())
            let router = Router()
            router.add(middleware: ContainerMiddleware())
            router.get("/hello") { _, _ in "Hello, \(Container.shared.user().name)\n" }
            router.get("/orders/:id") { _, context in
                let desk = try await Container.shared.orderDesk()
                return try await desk.invoice(for: try context.parameters.require("id", as: Int64.self))
            }
            router.get("/quotes/:symbol") { _, context in
                let desk = Container.shared.quoteDesk()
                return try await desk.quote(try context.parameters.require("symbol"))
            }
            return router
        }
    }
    fileprivate var server: AsyncFactory<ServiceGroup, any Error> {
        self {
            let logger = self.logger()
            let app = Application(
                router: try await self.router(),
                configuration: self.options().configuration,
                logger: logger
            )
            return ServiceGroup(services: [app], logger: logger)
        }.cached
            .onRun { try await $0.run() }
            .onStop(within: .seconds(20)) { await $0.triggerGracefulShutdown() }
    }
}

private struct ContainerMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let (user, id) = (request.user, RequestID(text: context.id))
        let logger = context.logger.adding(id)
        return try await withChildContainer {
            $0.user.override { user }
            $0.requestID.override { id }
            $0.logger.override { logger }
        } operation: {
            try await next(request, context)
        }
    }
}
