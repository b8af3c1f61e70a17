#!/usr/bin/env bash
# A database pool prepares each connection under the bindings of the request that needs it, and later requests use it.
#
# Version:  Swift 6.3.1, GRDB 7.10.0
# Guess:    `prepareDatabase` runs when the pool is made, with what is bound there, for all connections. Or the connections that are opened
#           later are prepared on a queue of the pool, which sees the process's values.
# Behavior: The connection that writes is prepared when the pool is made. A connection that reads is prepared within the first read that
#           finds no idle one, and sees what is bound around that read. It is kept, and the next request reads with it.
# Why care: A SQL function, a tracer or a passphrase that `prepareDatabase` takes from a task-local container belongs to the request that
#           happened to open the connection. Another request then reads with the container of the first, but writes with the pool's.
#           Whether it does depends on how many reads ran at the same time before. Resolve within the SQL function, or before the pool is made.
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

@Sendable func fetch(_ database: Database) throws -> String? {
    try String.fetchOne(database, sql: "SELECT user()")
}

@main struct Program {
    static func main() async throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            let user = Request.user
            database.add(function: DatabaseFunction("user", argumentCount: 0) { _ in user })
        }
        let path = FileManager.default.currentDirectoryPath + "/finding.sqlite"
        let pool = try Request.$user.withValue("the maker") {
            try DatabasePool(path: path, configuration: configuration)
        }

        try await Request.$user.withValue("ada") {
            print("ada reads:", try await pool.read(fetch)!)
            print("ada writes:", try await pool.write(fetch)!)
        }
        try await Request.$user.withValue("bob") {
            print("bob reads:", try await pool.read(fetch)!)
            print("bob writes:", try await pool.write(fetch)!)

            // Bob reads twice at the same time, so the second read needs a connection of its own.
            try await pool.read { _ in
                let second = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    Request.$user.withValue("bob's second thread") { print("bob reads beside a read:", try! pool.read(fetch)!) }
                    second.signal()
                }
                second.wait()
            }
        }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(.build/debug/Finding)
expected="ada reads: ada
ada writes: the maker
bob reads: ada
bob writes: the maker
bob reads beside a read: bob's second thread"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
