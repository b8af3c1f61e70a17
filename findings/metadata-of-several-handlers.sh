#!/usr/bin/env bash
# With several log handlers, a change of one entry of metadata stores what the metadata provider has read from a task-local value.
#
# Version:  Swift 6.3.1, swift-log 1.16.2
# Guess:    `logger.handler.metadata["route"] = "/books"` adds one entry. A metadata provider is asked for each line that is logged, and
#           what it returns is stored nowhere. So a line that is logged outside of a request names no user.
# Behavior: This is so for one `StreamLogHandler`. The metadata of a `MultiplexLogHandler` includes what the providers return at that moment, and
#           a change of one entry writes all of it to each handler. From then on, this copy of the logger names the user of that request
#           whenever the provider has no user. `logger[metadataKey: "route"] = "/books"` does not do so.
# Why care: A container that makes a logger for each service, when a request first needs it, keeps that request's user in it. Lines of
#           later work without a request, such as a job at night, are logged under the name of somebody who did not do it.
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
    dependencies: [.package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2")],
    targets: [.executableTarget(name: "Finding", dependencies: [.product(name: "Logging", package: "swift-log")])]
)
SWIFT
cat >Sources/Finding/main.swift <<'SWIFT'
import Logging

enum Request {
    @TaskLocal static var user: String?
}

/// Prints the metadata of each line.
struct Output: TextOutputStream, Sendable {
    func write(_ line: String) {
        print("   ", line[line.firstIndex(of: " ")!...].dropFirst(), terminator: "")
    }
}

let provider = Logger.MetadataProvider { Request.user.map { ["user": "\($0)"] } ?? [:] }

func makeHandler() -> StreamLogHandler {
    StreamLogHandler(label: "shop", stream: Output(), metadataProvider: provider)
}

func check(_ name: String, _ handler: any LogHandler, add: (inout Logger) -> Void) {
    print(name)
    let logger = Logger(label: "shop") { _ in handler }
    let service = Request.$user.withValue("ada") {
        var service = logger
        add(&service)
        service.info("in ada's request")
        return service
    }
    service.info("in no request")
}

check("one handler", makeHandler()) { $0.handler.metadata["route"] = "/books" }
let handlers = MultiplexLogHandler([makeHandler(), SwiftLogNoOpLogHandler()])
check("several handlers", handlers) { $0.handler.metadata["route"] = "/books" }
check("several handlers, by the logger", handlers) { $0[metadataKey: "route"] = "/books" }
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(.build/debug/Finding)
expected="one handler
    info shop: route=/books user=ada [Finding] in ada's request
    info shop: route=/books [Finding] in no request
several handlers
    info shop: route=/books user=ada [Finding] in ada's request
    info shop: route=/books user=ada [Finding] in no request
several handlers, by the logger
    info shop: route=/books user=ada [Finding] in ada's request
    info shop: route=/books [Finding] in no request"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
