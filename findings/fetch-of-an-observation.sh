#!/usr/bin/env bash
# A database observation fetches again under the bindings of whoever writes, unless it is optimized for a constant region.
#
# Version:  Swift 6.3.1, GRDB 7.10.0
# Guess:    The closure of a `ValueObservation` sees what is bound where the observation starts, as that of `read` does. Or it always runs on a queue
#           of the database, which sees the process's values. `trackingConstantRegion` is documented as an optimization: it changes neither.
# Behavior: The first fetch sees the process's values, unless the scheduling is `.immediate`. Each later one runs within the write that changed
#           something, before that returns, and sees the writer's values. What it makes of them goes to the one who started the observation. With
#           `trackingConstantRegion`, this is so for a `DatabaseQueue`; in a `DatabasePool`, the later fetches see the process's values.
# Why care: A closure that takes the user from a task-local container, to fetch that user's orders, delivers Bob's orders to Ada whenever Bob
#           writes. A test with one user passes. In a pool, the optimization changes whose container it is. Take what the fetch needs before the
#           observation starts, and capture it.
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

enum Request {
    @TaskLocal static var user = "nobody"
}

/// What the current user has ordered, and how many orders there are in all.
struct Orders: Equatable {
    var user: String
    var books: [String]
    var total: Int
}

@Sendable func fetch(_ database: Database) throws -> Orders {
    let user = Request.user
    return Orders(
        user: user,
        books: try String.fetchAll(database, sql: "SELECT book FROM orders WHERE user = ?", arguments: [user]),
        total: try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM orders")!
    )
}

/// Prints what Ada's observation delivers before and after Bob has ordered a book.
func observe(
    _ name: String,
    _ database: some DatabaseWriter,
    _ observation: ValueObservation<ValueReducers.Fetch<Orders>>
) async throws {
    try await database.write { try $0.execute(sql: "CREATE TABLE orders (user TEXT, book TEXT)") }

    let (values, value) = AsyncStream<Orders>.makeStream()
    let (beginnings, beginning) = AsyncStream<Void>.makeStream()
    let cancellable = Request.$user.withValue("Ada") {
        observation
            .handleEvents(willTrackRegion: { _ in beginning.yield() })
            .start(in: database, scheduling: .async(onQueue: DispatchQueue(label: "observer"))) { error in
                fatalError("\(error)")
            } onChange: { orders in
                value.yield(orders)
            }
    }
    // A pool fetches twice to begin with, so a number of orders tells which fetch a value is from.
    for await _ in beginnings { break }
    for await orders in values where orders.total == 0 {
        print("\(name), at first: \(orders.user)'s orders, \(orders.books)")
        break
    }
    try await Request.$user.withValue("Bob") {
        try await database.write { try $0.execute(sql: "INSERT INTO orders VALUES ('Bob', 'Emma')") }
    }
    for await orders in values where orders.total == 1 {
        print("\(name), after Bob's: \(orders.user)'s orders, \(orders.books)")
        break
    }
    cancellable.cancel()
}

@main struct Program {
    static func main() async throws {
        let path = FileManager.default.currentDirectoryPath
        try await observe("queue", DatabaseQueue(path: path + "/1.sqlite"), .tracking(fetch))
        try await observe("pool", DatabasePool(path: path + "/2.sqlite"), .tracking(fetch))
        try await observe("queue, constant", DatabaseQueue(path: path + "/3.sqlite"), .trackingConstantRegion(fetch))
        try await observe("pool, constant", DatabasePool(path: path + "/4.sqlite"), .trackingConstantRegion(fetch))
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="queue, at first: nobody's orders, []
queue, after Bob's: Bob's orders, [\"Emma\"]
pool, at first: nobody's orders, []
pool, after Bob's: Bob's orders, [\"Emma\"]
queue, constant, at first: nobody's orders, []
queue, constant, after Bob's: Bob's orders, [\"Emma\"]
pool, constant, at first: nobody's orders, []
pool, constant, after Bob's: nobody's orders, []"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
