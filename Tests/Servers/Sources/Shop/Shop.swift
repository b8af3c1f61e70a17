// What both servers have in common: types that know of no container.

import AsyncHTTPClient
import GRDB
import Hummingbird
import Logging
import NIOCore

struct User: Sendable {
    let name: String
}

struct RequestID: Sendable {
    let text: String
}

struct Order: Codable, FetchableRecord, PersistableRecord, Sendable {
    let id: Int64
    let customer: String
    let product: Int64
    let quantity: Int
}

struct Product: Codable, FetchableRecord, PersistableRecord, Sendable {
    let id: Int64
    let title: String
    let price: Int
}

struct Invoice: ResponseEncodable {
    let order: Int64
    let title: String
    let total: Int
    let isOwn: Bool
}

struct Quote: ResponseCodable {
    let symbol: String
    let price: Int
}

/// The orders and the products, in SQLite.
struct Store: Sendable {
    let database: DatabasePool

    func order(_ id: Int64) async throws -> Order? { try await database.read { try Order.fetchOne($0, key: id) } }

    func products() async throws -> [Product] { try await database.read { try Product.fetchAll($0) } }

    /// Creates the tables, with a hundred orders.
    static func migrate(_ database: DatabasePool) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("orders") { db in
            try db.create(table: "product") { table in
                table.primaryKey("id", .integer)
                table.column("title", .text).notNull()
                table.column("price", .integer).notNull()
            }
            try db.create(table: "order") { table in
                table.primaryKey("id", .integer)
                table.column("customer", .text).notNull()
                table.column("product", .integer).notNull()
                table.column("quantity", .integer).notNull()
            }
            for id in Int64(1)...10 { try Product(id: id, title: "Product \(id)", price: Int(id) * 100).insert(db) }
            for id in Int64(1)...100 {
                try Order(id: id, customer: id.isMultiple(of: 2) ? "Ada" : "Grace", product: id % 10 + 1, quantity: 3)
                    .insert(db)
            }
        }
        try migrator.migrate(database)
    }
}

/// What is sold. It is loaded once.
final class Catalog: Sendable {
    private let products: [Int64: Product]

    init(of store: Store) async throws {
        products = Dictionary(uniqueKeysWithValues: try await store.products().map { ($0.id, $0) })
    }

    func product(_ id: Int64) -> Product? { products[id] }
}

/// What is paid.
final class Prices: Sendable {
    private let catalog: Catalog

    init(of catalog: Catalog) async { self.catalog = catalog }

    func invoice(for order: Order, to user: User) -> Invoice? {
        guard let product = catalog.product(order.product) else { return nil }
        return Invoice(
            order: order.id,
            title: product.title,
            total: product.price * order.quantity,
            isOwn: order.customer == user.name
        )
    }
}

/// Another server, which knows the price of a share.
struct Exchange: Sendable {
    let client: HTTPClient
    let port: Int

    func quote(_ symbol: String, for id: RequestID) async throws -> Quote {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/prices/\(symbol)")
        request.headers.add(name: "X-Request-ID", value: id.text)
        let response = try await client.execute(request, timeout: .seconds(5))
        let text = String(buffer: try await response.body.collect(upTo: 100))
        guard let price = Int(text) else { throw HTTPError(.badGateway) }
        return Quote(symbol: symbol, price: price)
    }
}

/// Answers the questions of one request about orders.
struct OrderDesk: Sendable {
    let store: Store
    let prices: Prices
    let user: User
    let id: RequestID
    let logger: Logger

    func invoice(for order: Int64) async throws -> Invoice {
        logger.debug("looks for an order", metadata: ["order": "\(order)", "id": "\(id.text)"])
        guard
            let order = try await store.order(order),
            let invoice = prices.invoice(for: order, to: user)
        else { throw HTTPError(.notFound) }
        return invoice
    }
}

/// Answers the questions of one request about shares.
struct QuoteDesk: Sendable {
    let exchange: Exchange
    let id: RequestID
    let logger: Logger

    func quote(_ symbol: String) async throws -> Quote {
        logger.debug("asks for a price", metadata: ["symbol": "\(symbol)", "id": "\(id.text)"])
        return try await exchange.quote(symbol, for: id)
    }
}

extension Request {
    var user: User { User(name: headers[.authorization] ?? "nobody") }
}

extension Logger {
    /// A logger for one request.
    func adding(_ id: RequestID) -> Logger {
        var logger = self
        logger[metadataKey: "request"] = "\(id.text)"
        return logger
    }
}
