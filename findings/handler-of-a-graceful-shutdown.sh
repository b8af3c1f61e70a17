#!/usr/bin/env bash
# What a graceful shutdown handler starts is not told of the shutdown, and in a test with the test kit it is.
#
# Version:  Swift 6.3.1, swift-service-lifecycle 2.13.0
# Guess:    The handler belongs to the service that sets it. It sees the service's bindings, or, like a cancellation handler, those of whoever
#           triggers the shutdown. A task that it starts takes part in the service's shutdown. The test kit behaves as a group does.
# Behavior: A group calls the handler in the task of its `run()`: it sees what is bound there, and neither the service's bindings nor the trigger's.
#           The shutdown is a task-local value of the service, so it is missing, too: in a task that the handler starts,
#           `Task.isShuttingDownGracefully` is false. If the shutdown has begun before the handler is set, the handler sees the service's
#           values, and its task shuts down. With the test kit, it sees the trigger's values, and its task shuts down. With a group within
#           the test kit, it sees those of `run()`, and its task still shuts down, with the test.
# Why care: A handler that resolves a queue from a task-local container, to close it, may close that of the caller of `run()` and leave its
#           service's open. Work that it starts, such as a last upload that asks whether it should hurry, is not told that it should. Tests with the
#           kit pass. Resolve before the handler is set, capture the result, and start such work in the operation.
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
    dependencies: [.package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0")],
    targets: [
        .executableTarget(
            name: "Finding",
            dependencies: [
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit

enum Request {
    @TaskLocal static var user = "the process"
}

/// A service that prints what its handler sees, and whether a task that the handler starts shuts down.
struct Worker: Service {
    let name: String
    /// Whether it sets its handler after the shutdown has begun.
    var isLate = false
    let started = AsyncStream<Void>.makeStream()

    func run() async throws {
        try await Request.$user.withValue("the service") {
            if isLate {
                started.continuation.finish()
                try await gracefulShutdown()
            }

            let (lines, line) = AsyncStream<String>.makeStream()
            await withGracefulShutdownHandler {
                started.continuation.finish()
                for await line in lines { print("\(name): \(line)") }
            } onGracefulShutdown: {
                let user = Request.user
                Task {
                    let shutsDown = Task.isShuttingDownGracefully
                    line.yield("the handler sees \(user), its task \(shutsDown ? "shuts down" : "does not shut down")")
                    line.finish()
                }
            }
        }
    }
}

/// Calls `run`, and then `trigger` when the service has started.
func shutDown(_ worker: Worker, run: @escaping @Sendable () async throws -> Void, trigger: () async -> Void) async throws {
    try await withThrowingTaskGroup { group in
        group.addTask {
            try await Request.$user.withValue("the caller of run()", operation: run)
        }
        for await _ in worker.started.stream {}
        await Request.$user.withValue("the trigger", operation: trigger)
        try await group.waitForAll()
    }
}

func makeGroup(_ worker: Worker) -> ServiceGroup {
    ServiceGroup(services: [worker], logger: Logger(label: "finding") { _ in SwiftLogNoOpLogHandler() })
}

@main struct Program {
    static func main() async throws { try await run() }

    @concurrent static func run() async throws {
        for isLate in [false, true] {
            let worker = Worker(name: isLate ? "a group, handler set late" : "a group", isLate: isLate)
            let group = makeGroup(worker)
            try await shutDown(worker, run: { try await group.run() }, trigger: { await group.triggerGracefulShutdown() })
        }
        try await testGracefulShutdown { trigger in
            let worker = Worker(name: "the test kit")
            try await shutDown(worker, run: { try await worker.run() }, trigger: { trigger.triggerGracefulShutdown() })
        }
        try await testGracefulShutdown { trigger in
            let worker = Worker(name: "a group in the test kit")
            let group = makeGroup(worker)
            try await shutDown(worker, run: { try await group.run() }, trigger: { trigger.triggerGracefulShutdown() })
        }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="a group: the handler sees the caller of run(), its task does not shut down
a group, handler set late: the handler sees the service, its task shuts down
the test kit: the handler sees the trigger, its task shuts down
a group in the test kit: the handler sees the caller of run(), its task shuts down"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
