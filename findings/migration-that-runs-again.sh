#!/usr/bin/env bash
# A migration that has been applied runs again at each start, in another database, if the migrator erases a changed schema.
#
# Version:  Swift 6.3.1, GRDB 7.10.0
# Guess:    A migrator runs the closure of a migration once in the life of a database, and stores that. `eraseDatabaseOnSchemaChange`, which one sets
#           in debug builds, matters when a migration has been changed: then all run again. `hasSchemaChanges` compares, and runs nothing.
# Behavior: To find a change, the migrator makes a temporary database and runs all applied migrations there. It does so in each call of `migrate`
#           and of `hasSchemaChanges`, also if nothing has changed. When a new migration is there, the old ones run first. The closures see what is
#           bound around the call; those of `asyncMigrate` see the process's values. The temporary database also calls `prepareDatabase`, and has
#           no rows but those that the migrations make. Without the flag, `migrate` runs each migration once.
# Why care: A migration that asks a container for a service, to index the old rows or to write to the customers, does so at each start of a debug
#           build, about an empty database, and once in a release. Tests, which begin with a new database, see one call. A migration
#           should make the schema and nothing else; let the caller of `migrate` do the rest.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Sources/Finding
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Finding",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0")],
    targets: [.executableTarget(name: "Finding", dependencies: [.product(name: "GRDB", package: "GRDB.swift")])]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import Foundation
import GRDB
import Synchronization

enum Request {
    @TaskLocal static var user = "nobody"
}

/// What the closures have done since it was printed last.
let calls = Mutex<[String]>([])

func call(_ name: String) {
    calls.withLock { $0.append("\(name) for \(Request.user)") }
}

/// Makes a migrator as a start of the program does, with the first migrations of three.
func migrator(erases: Bool, migrations: Int = 2) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.eraseDatabaseOnSchemaChange = erases
    migrator.registerMigration("orders") { database in
        call("orders")
        try database.execute(sql: "CREATE TABLE orders (book TEXT)")
    }
    migrator.registerMigration("index") { database in
        let count = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM orders")!
        call("index of \(count)")
        try database.execute(sql: "CREATE INDEX books ON orders (book)")
    }
    if migrations == 3 {
        migrator.registerMigration("alerts") { database in
            call("alerts")
            try database.execute(sql: "CREATE TABLE alerts (text TEXT)")
        }
    }
    return migrator
}

func tell(_ name: String, _ body: () throws -> Void) rethrows {
    try Request.$user.withValue("Ada", operation: body)
    print("\(name): \(calls.withLock { calls in defer { calls = [] }; return calls.isEmpty ? "nothing" : calls.joined(separator: ", ") })")
}

@main struct Program {
    static func main() async throws {
        for erases in [false, true] {
            var configuration = Configuration()
            configuration.prepareDatabase { _ in call("connection") }
            let path = FileManager.default.currentDirectoryPath + "/\(erases).sqlite"
            let database = try DatabaseQueue(path: path, configuration: configuration)
            calls.withLock { $0 = [] }

            print(erases ? "-- erases a changed schema" : "-- does not erase")
            try tell("new database") { try migrator(erases: erases).migrate(database) }
            try await database.write { database in
                try database.execute(sql: "INSERT INTO orders VALUES ('Emma'), ('Ulysses')")
            }
            try tell("second start") { try migrator(erases: erases).migrate(database) }
            try tell("third start") { try migrator(erases: erases).migrate(database) }
            try tell("question") { _ = try database.read { try migrator(erases: erases).hasSchemaChanges($0) } }
            try tell("new migration") { try migrator(erases: erases, migrations: 3).migrate(database) }

            let (ends, end) = AsyncStream<Void>.makeStream()
            Request.$user.withValue("Ada") {
                migrator(erases: erases, migrations: 3).asyncMigrate(database) { _ in end.finish() }
            }
            for await _ in ends {}
            tell("asynchronous start") {}
            print("orders: \(try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM orders")! })")
        }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
again="connection for Ada, orders for Ada, index of 0 for Ada"
expected="-- does not erase
new database: orders for Ada, index of 0 for Ada
second start: nothing
third start: nothing
question: $again
new migration: alerts for Ada
asynchronous start: nothing
orders: 2
-- erases a changed schema
new database: orders for Ada, index of 0 for Ada
second start: $again
third start: $again
question: $again
new migration: $again, alerts for Ada
asynchronous start: connection for nobody, orders for nobody, index of 0 for nobody, alerts for nobody
orders: 2"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
