// Prints what an observation of a database sees with `scheduling: .immediate`, which needs the main thread: its fetches, and the handlers
// of its changes.

import Foundation
import GRDB
import Wiring

extension Container {
    var label: Factory<String> { self { "the process's" } }
}

/// Runs an operation with a container that has a label.
func within<Result>(_ label: String, _ operation: () throws -> Result) rethrows -> Result {
    try withContainer {
        $0.label.override { label }
    } operation: {
        try operation()
    }
}

let isRemedied = CommandLine.arguments.contains("remedied")
let path = CommandLine.arguments.dropFirst().first { $0.hasSuffix(".sqlite") }
let database: any DatabaseWriter = if let path { try DatabasePool(path: path) } else { try DatabaseQueue() }
try database.write { try $0.execute(sql: "CREATE TABLE book (title TEXT)") }

// A pool fetches once more when it begins to observe.
var expectedChanges = path == nil ? 2 : 3
let fetch: @Sendable (Database) throws -> Int = { db in
    print("fetch:", Container.shared.label())
    return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM book") ?? 0
}
let handle: @MainActor (Int) -> Void = { _ in
    print("change:", Container.shared.label())
    expectedChanges -= 1
    if expectedChanges == 0 { exit(0) }
}
let intended = within("the intended container's") { Container.shared }
let observation = within("the observer's") {
    ValueObservation.tracking(isRemedied ? intended.bind(fetch) : fetch).start(
        in: database,
        scheduling: .immediate,
        onError: { fatalError("\($0)") },
        onChange: isRemedied ? intended.bindOnMainActor(handle) : handle
    )
}
try within("the writer's") {
    try database.write { try $0.execute(sql: "INSERT INTO book VALUES ('Emma')") }
}
withExtendedLifetime(observation) { RunLoop.main.run() }
