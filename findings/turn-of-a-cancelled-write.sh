#!/usr/bin/env bash
# A write whose task is cancelled while it waits for the database waits on, until all accesses in front of it have ended.
#
# Version:  Swift 6.3.1, GRDB 7.10.0
# Guess:    `try await database.write { … }` honors cancellation, as the documentation says. A write that still waits for its turn throws as soon as
#           its task is cancelled, as `Task.sleep` does. In a task that was cancelled before, it does not wait at all.
# Behavior: Cancellation interrupts an access that has its turn. An access that waits keeps its place in the line, and looks when its turn comes.
#           Then it throws a `CancellationError`, and its closure does not run. So does one in a task that was cancelled before the call. This is
#           so for the writes of a queue and of a pool, and for the reads of a queue.
# Why care: A time limit around a write, made with a task group, does not end the wait, because the group waits for the write. Neither does a client
#           that leaves: the request keeps its container, and all that it holds, until somebody else's long import has ended. A shutdown
#           that cancels all requests waits for the import, too. A test that has the database for itself does not show it.
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
import Dispatch
import Foundation
import GRDB
import Synchronization

typealias Access = @Sendable (@escaping @Sendable (Database) throws -> Void) async throws -> Void

/// A long access that ends when it is told to.
final class Import: Sendable {
    let isUnderWay = Mutex(true)
    let end = DispatchSemaphore(value: 0)
}

/// Prints whether a cancelled access ends while an import, which was there before, is under way.
func tell(_ name: String, cancelledBefore: Bool = false, by access: @escaping Access) async throws {
    let work = Import()
    let (begins, begin) = AsyncStream<Void>.makeStream()
    let importing = Task {
        try await access { _ in
            begin.yield()
            work.end.wait()
            work.isUnderWay.withLock { $0 = false }
        }
    }
    for await _ in begins { break }

    // Runs on this thread until it waits.
    let waiting = Task.immediate {
        if cancelledBefore { withUnsafeCurrentTask { $0?.cancel() } }
        do {
            try await access { _ in print("\(name): runs") }
            return "\(name): returns"
        } catch {
            let when = work.isUnderWay.withLock { $0 } ? "during the import" : "after the import"
            return "\(name): \(type(of: error)) \(when)"
        }
    }
    // Another task that is cancelled ends at once, so there is time enough.
    let other = Task.immediate { try await Task.sleep(for: .seconds(3600)) }
    waiting.cancel()
    other.cancel()
    _ = await other.result
    work.end.signal()
    print(await waiting.value)
    try await importing.value
}

@main struct Program {
    static func main() async throws {
        let path = FileManager.default.currentDirectoryPath
        let queue = try DatabaseQueue(path: path + "/1.sqlite")
        let pool = try DatabasePool(path: path + "/2.sqlite")
        let databases: [(String, any DatabaseWriter)] = [("queue", queue), ("pool", pool)]
        for (name, database) in databases {
            let write: Access = { try await database.write($0) }
            try await tell("\(name), a write", by: write)
            try await tell("\(name), a write of a cancelled task", cancelledBefore: true, by: write)
        }
        try await tell("queue, a read") { try await queue.read($0) }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="queue, a write: CancellationError after the import
queue, a write of a cancelled task: CancellationError after the import
pool, a write: CancellationError after the import
pool, a write of a cancelled task: CancellationError after the import
queue, a read: CancellationError after the import"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
