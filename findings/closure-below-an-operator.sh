#!/usr/bin/env bash
# Below `buffer`, `merge` or `share`, the closure of a `map` sees the bindings of the first `next()` for good; below `chunks`, only with a signal.
#
# Version:  Swift 6.3.1 on Linux, swift-async-algorithms 1.1.4
# Guess:    Operators are as lazy as `map`: a closure below one runs when a consumer asks for an element, in the consumer's task, and sees what is
#           bound there. A signal changes only when a chunk ends. If a sequence is shared, a consumer that has gone does not matter any more.
# Behavior: `chain`, `removeDuplicates` and `chunks(ofCount:)` call the closure within each `next()`, under its bindings. `buffer`, `merge`, `zip`,
#           `combineLatest`, `debounce` and `share` start a task in the first `next()`. The closure then sees the bindings of that call, neither
#           those of `makeAsyncIterator()` nor those of a later `next()`. `chunks(ofCount:or:)` merges the elements with its signal, so it does
#           the same. All consumers of a shared sequence get what is made under the bindings of the one that asked first, also after that has gone.
# Why care: If the closure resolves from a task-local container, a sequence that several requests or tests read makes everyone's elements with the
#           container of the first, which may have been shut down. A buffer that is added for speed, or a signal, changes whose container it is.
#           Resolve in the loop that consumes, not below an operator.
set -euo pipefail
[ "$(uname)" = Linux ] || { echo "skipped: this finding is about Linux"; exit 77; }
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
        .executableTarget(
            name: "Finding", dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import AsyncAlgorithms

enum Request {
    @TaskLocal static var user = "the process"
}

/// An order, and the user for whom the closure of the `map` has made it.
struct Order: Equatable {
    let number: Int
    let user: String
}

typealias Orders = AsyncMapSequence<AsyncStream<Int>, Order>

func makeOrders() -> (Orders, AsyncStream<Int>.Continuation) {
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    return (numbers.map { Order(number: $0, user: Request.user) }, continuation)
}

/// Ada makes an iterator, and Bob and Cleo ask it for one order each. Prints whose these are.
func tell<Result: AsyncSequence>(
    _ name: String, _ apply: (Orders) -> Result, order: (Result.Element) -> Order
) async throws {
    let (orders, continuation) = makeOrders()
    let result = apply(orders)
    var iterator = Request.$user.withValue("Ada") { result.makeAsyncIterator() }
    var line = "\(name):"
    for (number, user) in ["Bob", "Cleo"].enumerated() {
        continuation.yield(number)
        let element = try await Request.$user.withValue(user) { try await iterator.next() }
        line += " \(user) gets \(element.map(order)?.user ?? "none")'s,"
    }
    print(line.dropLast())
}

/// Ada and Bob read a shared sequence. Ada asks first, and goes before Bob asks.
func shareBetweenConsumers() async throws {
    let (orders, continuation) = makeOrders()
    let shared = orders.share()
    var bobs = shared.makeAsyncIterator()
    continuation.yield(1)
    try await Request.$user.withValue("Ada") {
        var adas = shared.makeAsyncIterator()
        _ = try await adas.next()
    }
    continuation.yield(2)
    try await Request.$user.withValue("Bob") {
        while let order = try await bobs.next() {
            print("share, between consumers: Bob's order \(order.number) is \(order.user)'s")
            if order.number == 2 { break }
        }
    }
}

@main struct Program {
    static func main() async throws { try await run() }

    @concurrent static func run() async throws {
        let none = [Order]().async
        let (signal, _) = AsyncStream<Void>.makeStream()

        try await tell("map alone", { $0 }, order: { $0 })
        try await tell("chain", { chain(none, $0) }, order: { $0 })
        try await tell("removeDuplicates", { $0.removeDuplicates() }, order: { $0 })
        try await tell("chunks", { $0.chunks(ofCount: 1) }, order: { $0[0] })
        try await tell("chunks, or signal", { $0.chunks(ofCount: 1, or: signal) }, order: { $0[0] })
        try await tell("buffer", { $0.buffer(policy: .bounded(1)) }, order: { $0 })
        try await tell("merge", { merge(none, $0) }, order: { $0 })
        try await tell("zip", { zip($0, [1, 2].async) }, order: { $0.0 })
        try await tell("combineLatest", { combineLatest($0, [1].async) }, order: { $0.0 })
        try await tell("debounce", { $0.debounce(for: .milliseconds(1)) }, order: { $0 })
        try await tell("share", { $0.share() }, order: { $0 })
        try await shareBetweenConsumers()
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="map alone: Bob gets Bob's, Cleo gets Cleo's
chain: Bob gets Bob's, Cleo gets Cleo's
removeDuplicates: Bob gets Bob's, Cleo gets Cleo's
chunks: Bob gets Bob's, Cleo gets Cleo's
chunks, or signal: Bob gets Bob's, Cleo gets Bob's
buffer: Bob gets Bob's, Cleo gets Bob's
merge: Bob gets Bob's, Cleo gets Bob's
zip: Bob gets Bob's, Cleo gets Bob's
combineLatest: Bob gets Bob's, Cleo gets Bob's
debounce: Bob gets Bob's, Cleo gets Bob's
share: Bob gets Bob's, Cleo gets Bob's
share, between consumers: Bob's order 1 is Ada's
share, between consumers: Bob's order 2 is Ada's"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
