#!/usr/bin/env bash
# A `break` from a loop over `merge` ends the stream that was quiet, and one from a loop over `buffer` leaves a reader behind.
#
# Version:  Swift 6.3.1, swift-async-algorithms 1.1.4
# Guess:    A `break` ends the loop and not the streams below it, since nobody has cancelled anything. The next loop over a stream gets what comes
#           later, as it does after a loop over the stream itself or over `map`. At most, what an operator has read ahead is lost.
# Behavior: `merge`, `debounce` and `chunks(ofCount:or:)` read in a task, which the end of the loop cancels. A cancelled reader ends an
#           `AsyncStream` for good, so each stream that the task was waiting for has ended. After an order, that is the stream of alerts; the
#           stream of orders is well. `buffer` does not cancel its task. It reads as long as the stream lives, and takes elements for a loop that
#           has gone. Between two elements, `zip` and `share` wait for no stream, so both streams stay as they were.
# Why care: A container keeps one service with a stream of orders and one of alerts. A request waits for whichever comes first, and leaves. From
#           then on nobody gets an alert. If somebody adds a buffer, orders of the next request vanish, and each request leaves another reader. A
#           test with one loop passes. Give each reader streams of its own, or `share` each stream before you merge or buffer it.
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
    dependencies: [.package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4")],
    targets: [
        .executableTarget(name: "Finding", dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import AsyncAlgorithms

/// A stream that tells each time somebody asks for its next element.
struct Feed: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        let read: AsyncStream<Void>.Continuation
        var base: AsyncStream<Int>.Iterator

        mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            read.yield()
            return await base.next(isolation: actor)
        }
    }

    let elements = AsyncStream<Int>.makeStream()
    let reads = AsyncStream<Void>.makeStream()

    func makeAsyncIterator() -> Iterator {
        Iterator(read: reads.continuation, base: elements.stream.makeAsyncIterator())
    }

    func waitForRead() async {
        for await _ in reads.stream { break }
    }

    /// Tells what the next loop gets of three more elements. If a reader stays, it may take each of them first.
    func rest(readerStays: Bool = false) async -> String {
        for element in 2...4 {
            if case .terminated = elements.continuation.yield(element) { return "ended" }
            if readerStays { await waitForRead() }
        }
        elements.continuation.finish()
        var rest: [Int] = []
        for await element in elements.stream { rest.append(element) }
        return "\(rest)"
    }
}

/// Leaves a loop after its first element, an order, and prints what the next loops over the two streams get.
func leave<Loop: AsyncSequence & Sendable>(
    _ name: String,
    readsAlerts: Bool = false,
    pairs: Bool = false,
    endsOne: Bool = false,
    readerStays: Bool = false,
    _ loop: @Sendable (Feed, Feed) -> Loop
) async throws {
    let (orders, alerts) = (Feed(), Feed())
    let (ends, end) = AsyncStream<Void>.makeStream()
    for feed in [orders, alerts] { feed.elements.continuation.onTermination = { _ in end.yield() } }

    let sequence = loop(orders, alerts)
    let task = Task {
        for try await _ in sequence { break }
    }
    await orders.waitForRead()
    if readsAlerts { await alerts.waitForRead() }
    orders.elements.continuation.yield(1)
    if pairs { alerts.elements.continuation.yield(1) }
    try await task.value

    if endsOne {
        for await _ in ends { break }
    }
    if readerStays { await orders.waitForRead() }
    print("\(name): orders \(await orders.rest(readerStays: readerStays)), alerts \(await alerts.rest())")
}

@main struct Program {
    static func main() async throws {
        try await leave("orders") { orders, _ in orders }
        try await leave("map") { orders, _ in orders.map { $0 } }
        try await leave("merge", readsAlerts: true, endsOne: true) { merge($0, $1) }
        try await leave("chunks or alert", readsAlerts: true, endsOne: true) { $0.chunks(ofCount: 1, or: $1) }
        try await leave("debounce", endsOne: true) { orders, _ in orders.debounce(for: .milliseconds(1)) }
        try await leave("buffer", readerStays: true) { orders, _ in orders.buffer(policy: .unbounded) }
        try await leave("bounded buffer", readerStays: true) { orders, _ in orders.buffer(policy: .bounded(9)) }
        try await leave("zip", readsAlerts: true, pairs: true) { zip($0, $1) }
        try await leave("share") { orders, _ in orders.share() }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="orders: orders [2, 3, 4], alerts [2, 3, 4]
map: orders [2, 3, 4], alerts [2, 3, 4]
merge: orders [2, 3, 4], alerts ended
chunks or alert: orders [2, 3, 4], alerts ended
debounce: orders ended, alerts [2, 3, 4]
buffer: orders [], alerts [2, 3, 4]
bounded buffer: orders [], alerts [2, 3, 4]
zip: orders [2, 3, 4], alerts [2, 3, 4]
share: orders [2, 3, 4], alerts [2, 3, 4]"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
