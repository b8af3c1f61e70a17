#!/usr/bin/env bash
# What a savepoint leaves for after the commit is done even if the savepoint is rolled back. Without a transaction, the next one decides about it.
#
# Version:  Swift 6.3.1, GRDB 7.10.0
# Guess:    `afterNextTransaction` is for work that depends on what has been stored, and its documentation registers the closure in a savepoint. So a
#           savepoint that is rolled back drops it, or runs `onRollback`. Without a transaction, each statement is committed at once, so
#           `onCommit` runs at once. Either closure sees what is bound where it was registered.
# Behavior: Only the transaction counts. If that is committed, `onCommit` runs for all savepoints in it, also for those that were rolled back. An
#           observer of transactions is told the right number of changes. Without a transaction, the closures wait for the next one, even if that
#           writes nothing. They see the bindings of whoever makes it, and tell how that one ends: an order that is stored is reported as
#           rolled back. A queue and a pool agree.
# Why care: A repository inserts an order in a savepoint, and leaves the mail for after the commit. If its caller catches the error and goes on, the
#           mail goes out for an order that does not exist. In a write without a transaction, the mail waits for another request. It is
#           sent with that request's task-local container, or dropped because that request fails. Let the write return what is to be done.
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
import GRDB

enum Request {
    @TaskLocal static var user = "nobody"
}

struct OutOfStock: Error {}

/// Counts the insertions that are committed.
final class Insertions: TransactionObserver {
    private var pending = 0

    func observes(eventsOfKind event: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) { pending += 1 }
    func databaseDidRollback(_ database: Database) { pending = 0 }

    func databaseDidCommit(_ database: Database) {
        print("  observer: \(pending) committed")
        pending = 0
    }
}

extension Database {
    func insert(_ book: String) throws {
        try execute(sql: "INSERT INTO orders VALUES (?)", arguments: [book])
    }

    /// Inserts an order, and leaves the mail about it for after the commit.
    func order(_ book: String, then completion: TransactionCompletion) throws {
        try inSavepoint {
            try insert(book)
            mail(book)
            return completion
        }
    }

    func mail(_ book: String) {
        afterNextTransaction { _ in
            print("  \(book): mail by \(Request.user)")
        } onRollback: { _ in
            print("  \(book): no mail, by \(Request.user)")
        }
    }
}

@main struct Program {
    static func main() async throws {
        let database = try DatabaseQueue()
        try await database.write { try $0.execute(sql: "CREATE TABLE orders (book TEXT)") }
        database.add(transactionObserver: Insertions(), extent: .databaseLifetime)

        func write(_ name: String, as user: String, _ updates: @escaping @Sendable (Database) throws -> Void) async {
            print(name)
            do {
                try await Request.$user.withValue(user) { try await database.write(updates) }
            } catch {
                print("  \(error)")
            }
        }
        await write("savepoint is rolled back", as: "Ada") {
            try $0.insert("Walden")
            try $0.order("Emma", then: .rollback)
        }
        await write("savepoint around it is rolled back", as: "Ada") { database in
            try? database.inSavepoint {
                try database.order("Emma", then: .commit)
                throw OutOfStock()
            }
        }
        await write("transaction is rolled back", as: "Ada") {
            try $0.order("Emma", then: .commit)
            throw OutOfStock()
        }
        for (book, fails) in [("Ulysses", true), ("Dracula", false)] {
            print("Ada writes without a transaction")
            try await Request.$user.withValue("Ada") {
                try await database.writeWithoutTransaction {
                    try $0.insert(book)
                    $0.mail(book)
                }
            }
            await write("Bob \(fails ? "fails" : "writes nothing")", as: "Bob") { _ in
                if fails { throw OutOfStock() }
            }
        }
        print(try await database.read { try String.fetchAll($0, sql: "SELECT book FROM orders ORDER BY book") })
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="savepoint is rolled back
  observer: 1 committed
  Emma: mail by Ada
savepoint around it is rolled back
  observer: 0 committed
  Emma: mail by Ada
transaction is rolled back
  Emma: no mail, by Ada
  OutOfStock()
Ada writes without a transaction
  observer: 1 committed
Bob fails
  Ulysses: no mail, by Bob
  OutOfStock()
Ada writes without a transaction
  observer: 1 committed
Bob writes nothing
  observer: 0 committed
  Dracula: mail by Bob
[\"Dracula\", \"Ulysses\", \"Walden\"]"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
