#!/usr/bin/env bash
# Whether the callback of an event loop's future sees a task's values depends on whether the future is already done.
#
# Version:  Swift 6.3.1, swift-nio 2.101.2
# Guess:    The callbacks of a future run on its event loop, which knows no tasks. So they see the process's values, also if an actor whose
#           executor is the event loop adds them.
# Behavior: If the future is done already, a callback that is added on the event loop runs at once, within the actor's task, and sees the task's
#           values. If the promise is fulfilled later, the same callback sees what is bound there: the values of another task, if that runs
#           on the event loop, and otherwise the process's. A callback that is added elsewhere sees the process's.
# Why care: A client with a cache returns a done future for what it knows and another one for what it must fetch. A callback that resolves
#           from a task-local container then uses the request's container in the first case, and the process's or another request's in the second.
#           Use `get()`, or bind the container in the callback.
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
    dependencies: [.package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2")],
    targets: [
        .executableTarget(
            name: "Finding",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        )
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import NIOCore
import NIOPosix

enum Container {
    @TaskLocal static var name = "the process's"
}

/// An actor whose executor is an event loop.
actor Client {
    let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(loop: any EventLoop) { executor = loop.executor }

    func whenDone(_ future: EventLoopFuture<Void>, _ callback: @escaping @Sendable () -> Void) {
        future.whenComplete { _ in callback() }
    }

    func fulfill(_ promise: EventLoopPromise<Void>) { promise.succeed() }
}

@main struct Program {
    static func main() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let client = Client(loop: loop)

        let done = loop.makeSucceededVoidFuture()
        var name = loop.makePromise(of: String.self)
        await Container.$name.withValue("the adder's") { [name] in
            await client.whenDone(done) { name.succeed(Container.name) }
        }
        print("done, added on the loop: the callback sees", try await name.futureResult.get())

        name = loop.makePromise(of: String.self)
        Container.$name.withValue("the adder's") { [name] in
            done.whenComplete { _ in name.succeed(Container.name) }
        }
        print("done, added elsewhere: the callback sees", try await name.futureResult.get())

        var later = loop.makePromise(of: Void.self)
        name = loop.makePromise(of: String.self)
        await Container.$name.withValue("the adder's") { [name, later] in
            await client.whenDone(later.futureResult) { name.succeed(Container.name) }
        }
        await Container.$name.withValue("the fulfiller's") { [later] in await client.fulfill(later) }
        print("fulfilled later, on the loop: the callback sees", try await name.futureResult.get())

        later = loop.makePromise(of: Void.self)
        name = loop.makePromise(of: String.self)
        await Container.$name.withValue("the adder's") { [name, later] in
            await client.whenDone(later.futureResult) { name.succeed(Container.name) }
        }
        Container.$name.withValue("the fulfiller's") { [later] in later.succeed() }
        print("fulfilled later, elsewhere: the callback sees", try await name.futureResult.get())
        try await group.shutdownGracefully()
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(.build/debug/Finding)
expected="done, added on the loop: the callback sees the adder's
done, added elsewhere: the callback sees the process's
fulfilled later, on the loop: the callback sees the fulfiller's
fulfilled later, elsewhere: the callback sees the process's"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
