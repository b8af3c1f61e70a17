#!/usr/bin/env bash
# An error takes along what `chunks` and `debounce` have gathered, and nothing of what `buffer` has.
#
# Version:  Swift 6.3.1, swift-async-algorithms 1.1.4
# Guess:    What has come before an error is delivered before the error, by each operator as by `map` and `buffer`. An operator that delivers an
#           incomplete chunk when the stream ends, or when its reader is cancelled, does so when the stream fails, too.
# Behavior: `chunks(ofCount:)`, `chunked(by:)` and `chunked(on:)` throw the error at once, and drop the chunk that they have begun. With a signal
#           instead of a count, that is everything since the last signal. `debounce` drops the element that it is waiting with. `buffer`, `merge`
#           and `share` read ahead, too, and deliver all of it first. An end, and the cancellation of the reader, lose nothing.
# Why care: A service of the container writes its orders to a database, in chunks of a hundred. If the connection breaks, up to 99 orders that
#           had arrived are gone, and the `catch` around the loop cannot get at them. Tests end their streams or cancel the reader, and both
#           deliver the rest. Gather in the loop itself, or end the stream with an element that says what has happened.
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

struct ConnectionLost: Error {}

typealias Orders = AsyncThrowingStream<Int, any Error>

/// Makes a stream that has five orders.
func orders(error: (any Error)? = nil) -> Orders {
    let (stream, continuation) = Orders.makeStream()
    for order in 1...5 { continuation.yield(order) }
    continuation.finish(throwing: error)
    return stream
}

func noSignal() -> AsyncStream<Void> { AsyncStream { _ in } }

/// Reads all that a loop gets, and says how it ends.
func read(_ loop: some AsyncSequence) async -> String {
    var elements: [String] = []
    do {
        for try await element in loop { elements.append("\(element)") }
        elements.append("end")
    } catch {
        elements.append("\(error)")
    }
    return elements.joined(separator: " ")
}

/// Prints what a loop over an operator gets if the orders end, and if they fail.
func tell<Loop: AsyncSequence>(_ name: String, _ loop: @Sendable (Orders) -> Loop) async {
    print("\(name): \(await read(loop(orders()))) | \(await read(loop(orders(error: ConnectionLost()))))")
}

@main struct Program {
    static func main() async {
        await tell("map") { $0.map { $0 } }
        await tell("chunks(ofCount:)") { $0.chunks(ofCount: 3) }
        await tell("chunked(by:)") { $0.chunked { $0 / 3 == $1 / 3 } }
        await tell("chunked(on:)") { $0.chunked { $0 / 3 } }
        await tell("chunks(ofCount:or:)") { $0.chunks(ofCount: 3, or: noSignal()) }
        await tell("chunked(by: signal)") { $0.chunked(by: noSignal()) }
        await tell("debounce") { $0.debounce(for: .seconds(3600)) }
        await tell("buffer") { $0.buffer(policy: .unbounded) }
        await tell("merge") { merge($0, AsyncStream<Int> { $0.finish() }) }
        await tell("share") { $0.share() }

        // The reader is cancelled when it has read the fifth order.
        let task = Task {
            let orders = Orders { continuation in
                for order in 1...5 { continuation.yield(order) }
            }
            return await read(
                orders.map { order in
                    if order == 5 { withUnsafeCurrentTask { $0?.cancel() } }
                    return order
                }
                .chunks(ofCount: 3)
            )
        }
        print("chunks(ofCount:), cancelled: \(await task.value)")
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="map: 1 2 3 4 5 end | 1 2 3 4 5 ConnectionLost()
chunks(ofCount:): [1, 2, 3] [4, 5] end | [1, 2, 3] ConnectionLost()
chunked(by:): [1, 2] [3, 4, 5] end | [1, 2] ConnectionLost()
chunked(on:): (0, [1, 2]) (1, [3, 4, 5]) end | (0, [1, 2]) ConnectionLost()
chunks(ofCount:or:): [1, 2, 3] [4, 5] end | [1, 2, 3] ConnectionLost()
chunked(by: signal): [1, 2, 3, 4, 5] end | ConnectionLost()
debounce: 5 end | ConnectionLost()
buffer: 1 2 3 4 5 end | 1 2 3 4 5 ConnectionLost()
merge: 1 2 3 4 5 end | 1 2 3 4 5 ConnectionLost()
share: 1 2 3 4 5 end | 1 2 3 4 5 ConnectionLost()
chunks(ofCount:), cancelled: [1, 2, 3] [4, 5] end"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
