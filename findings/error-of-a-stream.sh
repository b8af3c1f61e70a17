#!/usr/bin/env bash
# Of all who read a stream that has failed, only the first gets the error. To the others, it has ended well.
#
# Version:  Swift 6.3.1, swift-async-algorithms 1.1.4
# Guess:    `finish(throwing:)` of an `AsyncThrowingStream` is for good, as the error of a task is: whoever reads the stream afterwards gets the
#           error, in each further loop. So does who reads an `AsyncThrowingChannel` after `fail`, which is for several readers.
# Behavior: The first reader takes the error out of the stream. To each later loop, and to a further `next()` of the same iterator, the stream has
#           ended without an error. A channel does the same, and so do `map` and `buffer` above a stream. A value from `share` keeps the error, and
#           each reader gets it. An `AsyncThrowingStream(unfolding:)` and an `Observations` call their closure again for each reader.
# Why care: A container keeps one service with a stream of prices, and several parts of the program read that. If the connection breaks, one of
#           them sees the error, and for the others the day is over. A loop that tries again after an error does so once, reads nothing, and
#           reports that all is done. Share the stream before the second reader, or let each reader ask the service whether it has failed.
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
    platforms: [.macOS("26.0")],
    dependencies: [.package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4")],
    targets: [
        .executableTarget(name: "Finding", dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import AsyncAlgorithms
import Observation

struct ConnectionLost: Error {}

@MainActor @Observable final class Shop {
    func price() throws(ConnectionLost) -> Int { throw ConnectionLost() }
}

/// Makes a stream that has one price and has then failed.
func prices() -> AsyncThrowingStream<Int, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    continuation.yield(42)
    continuation.finish(throwing: ConnectionLost())
    return stream
}

/// Reads all prices that are left, and says how that ends.
func read(_ prices: some AsyncSequence<Int, some Error>) async -> String {
    var count = 0
    do {
        for try await _ in prices { count += 1 }
        return "\(count), end"
    } catch {
        return "\(count), \(error)"
    }
}

/// Lets three readers read one sequence, one after the other.
func tell(_ name: String, _ prices: some AsyncSequence<Int, some Error>) async {
    print("\(name): \(await read(prices)) | \(await read(prices)) | \(await read(prices))")
}

@main struct Program {
    @MainActor static func main() async throws {
        await tell("stream", prices())
        await tell("map", prices().map { $0 + 1 })
        await tell("buffer", prices().buffer(policy: .unbounded))
        await tell("share", prices().share())

        let channel = AsyncThrowingChannel<Int, any Error>()
        channel.fail(ConnectionLost())
        await tell("channel", channel)

        await tell("unfolding", AsyncThrowingStream<Int, any Error> { throw ConnectionLost() })
        let shop = Shop()
        await tell("observations", Observations { () throws(ConnectionLost) -> Int in try shop.price() })

        let task = Task<Int, any Error> { throw ConnectionLost() }
        print("task: \(await task.result) | \(await task.result)")

        var iterator = prices().makeAsyncIterator()
        for _ in 1...3 {
            do {
                print("iterator: \(try await iterator.next(isolation: #isolation).map(String.init) ?? "end")")
            } catch {
                print("iterator: \(error)")
            }
        }

        // Tries again after an error, and believes the second attempt.
        let stream = prices()
        for attempt in 1...5 {
            let result = await read(stream)
            print("attempt \(attempt): \(result)")
            if result.hasSuffix("end") { break }
        }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="stream: 1, ConnectionLost() | 0, end | 0, end
map: 1, ConnectionLost() | 0, end | 0, end
buffer: 1, ConnectionLost() | 0, end | 0, end
share: 1, ConnectionLost() | 0, ConnectionLost() | 0, ConnectionLost()
channel: 0, ConnectionLost() | 0, end | 0, end
unfolding: 0, ConnectionLost() | 0, ConnectionLost() | 0, ConnectionLost()
observations: 0, ConnectionLost() | 0, ConnectionLost() | 0, ConnectionLost()
task: failure(Finding.ConnectionLost()) | failure(Finding.ConnectionLost())
iterator: 42
iterator: ConnectionLost()
iterator: end
attempt 1: 1, ConnectionLost()
attempt 2: 0, end"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
