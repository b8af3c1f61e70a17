import Wiring
import WiringAsync
import WiringLifecycle

extension Row {
    /// What a server does for each request: a child with an override and instances of its own.
    static let requests = [synchronousRequest, asynchronousRequest, shopRequest]

    private static let synchronousRequest = Row(
        "request",
        against: "by hand",
        goal: .within(nanoseconds: 2000)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(asynchronous: {
                for _ in 0..<$0 {
                    withChildContainer(of: container) {
                        $0.user.override { User("Ada") }
                    } operation: {
                        consume(Container.shared.basket())
                    }
                }
            }),
            baseline: Operation(asynchronous: {
                for _ in 0..<$0 { consume(Basket(of: User("Ada"))) }
            })
        )
    }

    private static let asynchronousRequest = Row(
        "asynchronous request",
        against: "request",
        goal: .atMost(4)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(asynchronous: {
                for _ in 0..<$0 {
                    await withChildContainer(of: container) {
                        $0.user.override { User("Ada") }
                    } operation: {
                        consume(await Container.shared.order())
                    }
                }
            }),
            baseline: Operation(asynchronous: {
                for _ in 0..<$0 {
                    withChildContainer(of: container) {
                        $0.user.override { User("Ada") }
                    } operation: {
                        consume(Container.shared.basket())
                    }
                }
            })
        )
    }

    /// What a handler of a server does, as in `Tests/Servers`: a child of a running container that reports failures.
    private static let shopRequest = Row(
        "shop's request",
        against: "by hand, with a context struct",
        note: "a child with three overrides, four singletons and a suspension"
    ) {
        let (container, shop) = (Container(), Shop())
        container.manager.failureObserver = { print($0.error) }
        let start = Operation(asynchronous: { _ in try? await container.start(\.database, \.prices) })
        try? start.run(iterations: 1)
        return Comparison(
            subject: Operation(asynchronous: {
                for number in 0..<$0 {
                    await withChildContainer(of: container) {
                        $0.user.override { User("Ada") }
                        $0.requestID.override { number }
                        $0.logger.override { Logger(number) }
                    } operation: {
                        consume(await Container.shared.desk().order(number))
                    }
                }
            }),
            baseline: Operation(asynchronous: {
                for number in 0..<$0 {
                    let context = ShopContext(user: User("Ada"), requestID: number, logger: Logger(number))
                    consume(await Desk(shop.database, shop.prices, context, shop.lineLogger).order(number))
                }
            })
        )
    }
}

private final class User: Sendable {
    let name: String

    init(_ name: String) { self.name = name }
}

private final class Basket: Sendable {
    let user: User

    init(of user: User) { self.user = user }
}

private final class Order: Sendable {
    let basket: Basket

    init(of basket: Basket) { self.basket = basket }
}

private final class Database: Sendable {}

private final class Catalog: Sendable {}

private final class Prices: Sendable {
    let catalog: Catalog

    init(_ catalog: Catalog) { self.catalog = catalog }
}

private final class Logger: Sendable {
    let request: Int

    init(_ request: Int) { self.request = request }
}

/// What handles the orders of one request.
private final class Desk: Sendable {
    private let database: Database
    private let prices: Prices
    private let context: ShopContext
    private let lineLogger: @Sendable (Int) -> Logger

    init(
        _ database: Database,
        _ prices: Prices,
        _ context: ShopContext,
        _ lineLogger: @escaping @Sendable (Int) -> Logger
    ) {
        (self.database, self.prices, self.context, self.lineLogger) = (database, prices, context, lineLogger)
    }

    /// Suspends, as a query of a database does.
    func order(_ number: Int) async -> Order {
        await Task.yield()
        consume(lineLogger(number))
        return Order(of: Basket(of: context.user))
    }
}

extension Container {
    fileprivate var user: Factory<User> { self { User("nobody") } }
    fileprivate var requestID: Factory<Int> { self { 0 } }
    fileprivate var logger: Factory<Logger> { self { Logger(0) }.singleton }
    fileprivate var lineLogger: ParameterFactory<Int, Logger> { self { Logger($0) } }
    fileprivate var basket: Factory<Basket> { self { Basket(of: self.user()) }.cached }
    fileprivate var loadedBasket: AsyncFactory<Basket, Never> { self { () async in Basket(of: self.user()) }.cached }
    fileprivate var order: AsyncFactory<Order, Never> {
        self { () async in Order(of: await self.loadedBasket()) }.cached
    }
    fileprivate var database: Factory<Database> {
        self { Database() }.singleton.onStart { consume($0) }.onStop { consume($0) }
    }
    fileprivate var catalog: AsyncFactory<Catalog, any Error> {
        self { () async throws in
            _ = try await self.database.started()
            return Catalog()
        }.singleton
    }
    fileprivate var prices: AsyncFactory<Prices, any Error> {
        self { () async throws in Prices(try await self.catalog()) }.singleton
    }
    fileprivate var desk: AsyncFactory<Desk, Never> {
        self { () async in
            let context = ShopContext(user: self.user(), requestID: self.requestID(), logger: self.logger())
            let lineLogger = self.lineLogger
            return Desk(self.database(), try! await self.prices(), context, { lineLogger($0) })
        }.cached
    }
}

/// What the requests of a shop share, by hand.
private final class Shop: Sendable {
    let database = Database()
    let prices = Prices(Catalog())
    let lineLogger: @Sendable (Int) -> Logger = { Logger($0) }
}

/// What one request has.
private struct ShopContext: Sendable {
    let user: User
    let requestID: Int
    let logger: Logger
}
