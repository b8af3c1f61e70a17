#!/usr/bin/env bash
# The handler for "cancellation or graceful shutdown" is called for each of the two, so one slow shutdown calls it twice.
#
# Version:  Swift 6.3.1, swift-service-lifecycle 2.13.0
# Guess:    `withTaskCancellationOrGracefulShutdownHandler` calls `onCancelOrGracefulShutdown` when the first of the two comes. The documentation
#           says "invoked once graceful shutdown or task cancellation has been triggered", and the second has nothing to add.
# Behavior: The function sets one handler of each kind, and neither knows of the other. If a group cancels a service that has not ended within the
#           `maximumGracefulShutdownDuration`, the handler runs again. So it does if somebody cancels the task of `run()` after the shutdown. Within
#           `cancelWhenGracefulShutdown`, a shutdown alone calls it twice. The two calls may overlap, and each sees other bindings: those of
#           the caller of `run()`, of whoever cancels, or of the service.
# Why care: Such a handler resumes a continuation, which stops the program the second time, or shuts down the container that it finds in a task-local
#           value, which is another container the second time. A test in which the service ends in time does not show it, and neither does one
#           that only cancels. Let the handler do what can be done twice, such as `finish()` of a stream.
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
            dependencies: [.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import Logging
import ServiceLifecycle

enum Request {
    @TaskLocal static var user = "the process"
}

/// A service that ends when its handler has been called as often as the service expects.
struct Worker: Service {
    let name: String
    let calls: Int
    var isCancelledByShutdown = false
    let started = AsyncStream<Void>.makeStream()
    let told = AsyncStream<Void>.makeStream()

    func run() async throws {
        try await Request.$user.withValue("the service") {
            if isCancelledByShutdown {
                try await cancelWhenGracefulShutdown { await work() }
            } else {
                await work()
            }
        }
    }

    func work() async {
        let (users, user) = AsyncStream<String>.makeStream()
        await withTaskCancellationOrGracefulShutdownHandler {
            started.continuation.finish()
            // The service has work left when it is told to stop. A task of its own is not cancelled.
            let seen = await Task {
                var seen: [String] = []
                for await user in users {
                    seen.append(user)
                    told.continuation.finish()
                    if seen.count == calls { break }
                }
                return seen
            }.value
            print("\(name): \(seen.sorted())")
        } onCancelOrGracefulShutdown: {
            user.yield(Request.user)
        }
    }
}

/// Runs the worker in a group, and calls `stop` when it has started.
func run(_ worker: Worker, limit: Duration? = nil, stop: @Sendable (ServiceGroup, Task<Void, any Error>) async -> Void) async {
    let logger = Logger(label: "finding") { _ in SwiftLogNoOpLogHandler() }
    var configuration = ServiceGroupConfiguration(services: [worker], logger: logger)
    configuration.maximumGracefulShutdownDuration = limit
    let group = ServiceGroup(configuration: configuration)
    let task = Task {
        try await Request.$user.withValue("the caller of run()") { try await group.run() }
    }
    for await _ in worker.started.stream {}
    await stop(group, task)
    _ = await task.result
}

@main struct Program {
    static func main() async {
        await run(Worker(name: "cancelled", calls: 1)) { _, task in
            Request.$user.withValue("the canceller") { task.cancel() }
        }
        await run(Worker(name: "shut down in time", calls: 1)) { group, _ in
            await Request.$user.withValue("the trigger") { await group.triggerGracefulShutdown() }
        }
        await run(Worker(name: "shut down, with a limit", calls: 2), limit: .milliseconds(1)) { group, _ in
            await Request.$user.withValue("the trigger") { await group.triggerGracefulShutdown() }
        }
        let worker = Worker(name: "shut down, then cancelled", calls: 2)
        await run(worker) { group, task in
            await Request.$user.withValue("the trigger") { await group.triggerGracefulShutdown() }
            for await _ in worker.told.stream {}
            Request.$user.withValue("the canceller") { task.cancel() }
        }
        await run(Worker(name: "shut down, cancelled by that", calls: 2, isCancelledByShutdown: true)) { group, _ in
            await Request.$user.withValue("the trigger") { await group.triggerGracefulShutdown() }
        }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="cancelled: [\"the canceller\"]
shut down in time: [\"the caller of run()\"]
shut down, with a limit: [\"the caller of run()\", \"the caller of run()\"]
shut down, then cancelled: [\"the caller of run()\", \"the canceller\"]
shut down, cancelled by that: [\"the caller of run()\", \"the service\"]"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
