#!/usr/bin/env bash
# A program that has run a service group with signals does not obey these signals any more.
#
# Version:  Swift 6.3.1 and its Dispatch, on Linux, swift-service-lifecycle 2.13.0
# Guess:    A group listens to its `gracefulShutdownSignals` while it runs. When `run()` has returned, it has cancelled its sources of signals,
#           so a SIGTERM ends the program, as it would have before.
# Behavior: Dispatch gives the process a handler for the signal, and leaves it there when the source is cancelled. From then on the signal does
#           not end the program, and nobody is told. After a group without signals, it ends the program.
# Why care: After `run()`, a program stops what its container has built, or runs another group. If that hangs, neither Control-C nor the
#           SIGTERM of an orchestrator ends it. A test that runs a group with `.sigint` takes Control-C away from the whole test run. When
#           nobody listens any more, give the signal its default back: `signal(SIGTERM, SIG_DFL)`.
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
    dependencies: [.package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0")],
    targets: [
        .executableTarget(
            name: "Finding", dependencies: [.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import Foundation
import Logging
import ServiceLifecycle

/// Writes at once, because the program may be ended.
func note(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

func noteEffect(_ place: String) {
    var action = sigaction()
    sigaction(SIGTERM, nil, &action)
    note("\(place): \(action.__sigaction_handler.sa_handler == nil ? "would end the program" : "has a handler")")
}

@main struct Program {
    static func main() async throws {
        let service = ClosureService { noteEffect("    SIGTERM, while the group runs") }
        let configuration = ServiceGroupConfiguration.ServiceConfiguration(
            service: service, successTerminationBehavior: .gracefullyShutdownGroup)
        let group = ServiceGroup(
            configuration: .init(
                services: [configuration],
                gracefulShutdownSignals: CommandLine.arguments.contains("with") ? [.sigterm] : [],
                logger: Logger(label: "finding") { _ in SwiftLogNoOpLogHandler() }))

        noteEffect("    SIGTERM, before")
        try await group.run()
        noteEffect("    SIGTERM, after")
        kill(getpid(), SIGTERM)
        try await Task.sleep(for: .seconds(1))
        note("    SIGTERM has done nothing")

        signal(SIGTERM, SIG_DFL)
        kill(getpid(), SIGTERM)
        try await Task.sleep(for: .seconds(1))
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(for kind in without with; do
    echo "a group $kind signals"
    .build/debug/Finding $kind || echo "    ended by signal $(($? - 128))"
done 2>errors)
expected="a group without signals
    SIGTERM, before: would end the program
    SIGTERM, while the group runs: would end the program
    SIGTERM, after: would end the program
    ended by signal 15
a group with signals
    SIGTERM, before: would end the program
    SIGTERM, while the group runs: has a handler
    SIGTERM, after: has a handler
    SIGTERM has done nothing
    ended by signal 15"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
