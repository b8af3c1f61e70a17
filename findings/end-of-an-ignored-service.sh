#!/usr/bin/env bash
# A service whose end is ignored cancels its group if it returns during a shutdown, and does not if it throws.
#
# Version:  Swift 6.3.1, swift-service-lifecycle 2.13.0
# Guess:    With `.ignore`, which is documented as "Ignore the completion of the service", the group goes on when the service ends, also while the
#           group shuts down. If the two ends are treated differently, an error is the worse one.
# Behavior: A graceful shutdown tells one service after the other to stop, beginning with the last. If another service than the one that was
#           told returns in the meantime, the group cancels all services, and `run()` throws that a service has finished unexpectedly,
#           whatever `successTerminationBehavior` says. If that service throws, `failureTerminationBehavior` is heeded: with `.ignore`, the
#           others have their time, and `run()` returns.
# Why care: A job that reads a queue ends when the server after it in the list has closed the queue. The server is then cancelled in the middle of
#           its last requests. So is a container that runs as a service of the group: what its hooks await to stop its instances runs in a
#           cancelled task. Before such a job returns, let it wait until it is told: `try await gracefulShutdown()`.
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
            name: "Finding", dependencies: [.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import Logging
import ServiceLifecycle

struct JobFailed: Error {}

enum End: String, CaseIterable {
    case throwing = "the job throws"
    case returning = "the job returns"
    case waiting = "the job waits for its turn, and returns"
}

@main struct Program {
    static func main() async {
        for end in End.allCases {
            print(end.rawValue)
            await shutDown(end)
        }
    }

    static func shutDown(_ end: End) async {
        let (orders, queue) = AsyncStream.makeStream(of: Int.self)
        let (isStarted, started) = AsyncStream.makeStream(of: Void.self)

        let job = ClosureService {
            for await _ in orders {}
            if end == .throwing { throw JobFailed() }
            if end == .waiting { try await gracefulShutdown() }
        }
        let server = ClosureService {
            started.finish()
            try await gracefulShutdown()
            queue.finish()
            do {
                // Answers its last requests.
                try await Task.sleep(for: .seconds(2))
                print("    the server has stopped")
            } catch {
                print("    the server is cancelled")
            }
        }
        let services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            .init(service: job, successTerminationBehavior: .ignore, failureTerminationBehavior: .ignore, serviceName: "job"),
            .init(service: server, serviceName: "server"),
        ]
        let logger = Logger(label: "finding") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(configuration: .init(services: services, logger: logger))

        async let run: Void = group.run()
        for await _ in isStarted {}
        await group.triggerGracefulShutdown()
        do {
            try await run
            print("    run() returns")
        } catch let error as ServiceGroupError {
            print("    run() throws:", error.errorCode)
        } catch {
            print("    run() throws:", error)
        }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(.build/debug/Finding)
expected="the job throws
    the server has stopped
    run() returns
the job returns
    the server is cancelled
    run() throws: A service has finished unexpectedly.
the job waits for its turn, and returns
    the server has stopped
    run() returns"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
