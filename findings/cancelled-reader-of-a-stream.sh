#!/usr/bin/env bash
# A cancelled task that reads an `AsyncStream` ends the stream for all other readers, but still gets each element that is already there.
#
# Version:  Swift 6.3.1, swift-async-algorithms 1.1.4
# Guess:    Cancellation concerns the task that is cancelled: its `for await` loop ends at the next element, whether one is there or not. The elements
#           stay in the stream for whoever reads it next, as they do after a `break`, and another reader that waits goes on to wait.
# Behavior: The opposite holds. The stream is at its end for good: `yield` drops what it gets, and a reader that waits, and each later one, finds the
#           end. The cancelled task goes on with all elements that were buffered, and its loop ends after the last of them. It is so below `map`,
#           and also if the task was cancelled before it began to read. A value from `share` does neither: the cancelled reader gets nothing
#           more, and the others get all.
# Why care: A container keeps one service with a stream of orders, and a request reads it. If that request's client leaves, its task is cancelled,
#           and the service is deaf for the rest of the process: no error, and no later request gets an order. The request that nobody waits for
#           works off what was left. Give each reader a stream of its own, or `share` one, and look at `Task.isCancelled` in the loop.
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
        .executableTarget(
            name: "Finding",
            dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import AsyncAlgorithms

typealias Orders = AsyncSequence<Int, Never> & Sendable

func cancelCurrentTask() { withUnsafeCurrentTask { $0?.cancel() } }

/// Collects the elements until `onElement` returns false.
func read(_ orders: some Orders, onElement: (Int) -> Bool = { _ in true }) async -> [Int] {
    var result: [Int] = []
    for await order in orders {
        result.append(order)
        if !onElement(order) { break }
    }
    return result
}

/// Prints what a first reader gets of three orders that are there, and what a second reader gets of what comes later, too.
func readInTurn(
    _ name: String,
    _ makeOrders: (AsyncStream<Int>) -> some Orders = { $0 },
    first: @escaping @Sendable (any Orders) async -> [Int]
) async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let orders = makeOrders(stream)
    for order in 1...3 { continuation.yield(order) }
    let firsts = await Task { await first(orders) }.value
    continuation.yield(4)
    continuation.finish()
    print("\(name): first reader \(firsts), next reader \(await read(orders))")
}

/// Prints what two readers get that wait at the same time, if the first is cancelled after one order.
func readTogether(_ name: String, _ makeOrders: (AsyncStream<Int>) -> some Orders) async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let orders = makeOrders(stream)
    let (beginnings, beginning) = AsyncStream<Void>.makeStream()
    let first = Task.immediate {
        await read(orders) { _ in
            beginning.finish()
            return true
        }
    }
    let second = Task.immediate { await read(orders) }
    continuation.yield(1)
    for await _ in beginnings {}
    first.cancel()
    let firsts = await first.value
    for order in 2...3 { continuation.yield(order) }
    continuation.finish()
    print("\(name): cancelled reader \(firsts), other reader \(await second.value)")
}

@main struct Program {
    static func main() async { await run() }

    @concurrent static func run() async {
        await readInTurn("break after one") { await read($0) { _ in false } }
        await readInTurn("cancelled after one") {
            await read($0) { order in
                if order == 1 { cancelCurrentTask() }
                return true
            }
        }
        await readInTurn("cancelled before", { $0.map { $0 * 10 } }) {
            cancelCurrentTask()
            return await read($0)
        }
        await readTogether("two readers") { $0 }
        await readTogether("two readers, shared") { $0.share() }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="break after one: first reader [1], next reader [2, 3, 4]
cancelled after one: first reader [1, 2, 3], next reader []
cancelled before: first reader [10, 20, 30], next reader []
two readers: cancelled reader [1], other reader []
two readers, shared: cancelled reader [1], other reader [1, 2, 3]"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
