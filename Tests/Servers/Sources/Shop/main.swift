import Dispatch
import Hummingbird
import Logging

/// What a server is told.
struct Options: Sendable {
    let port: Int
    /// The port of the server that knows prices.
    let upstream: Int
    let database: String

    var configuration: ApplicationConfiguration {
        ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: nil)
    }
}

/// The server that knows prices.
func serveUpstream(_ options: Options) async throws {
    let router = Router()
    router.get("/prices/:symbol") { _, context in String(try context.parameters.require("symbol").utf8.count * 100) }
    try await Application(router: router, configuration: options.configuration).runService()
}

let usage = "usage: Shop upstream|by-hand|with-wiring PORT UPSTREAM_PORT DATABASE"
let arguments = CommandLine.arguments
guard arguments.count == 5, let port = Int(arguments[2]), let upstream = Int(arguments[3]) else { fatalError(usage) }
let options = Options(port: port, upstream: upstream, database: arguments[4])
let serve: @Sendable (Options) async throws -> Void =
    switch arguments[1] {
    case "upstream": serveUpstream
    case "by-hand": serveByHand
    case "with-wiring": serveWithWiring
    default: fatalError(usage)
    }

// The main thread waits for a semaphore: valgrind ends a program whose main thread runs the main queue (3.19).
let ended = DispatchSemaphore(value: 0)
Task.detached {
    do {
        try await serve(options)
    } catch {
        fatalError("\(error)")
    }
    ended.signal()
}
ended.wait()
