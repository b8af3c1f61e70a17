#!/usr/bin/env bash
# The shared HTTP client sends its spans to the tracer of the test or request that touches it first, for the whole process.
#
# Version:  Swift 6.3.1, async-http-client 1.37.0, swift-distributed-tracing 1.7.3
# Guess:    `HTTPClient.shared` asks for the tracer at each request, as `withSpan` does. Or it keeps the tracer of the process: the
#           documentation says that "the default global bootstrapped tracer will be stored".
# Behavior: An `HTTPClient.Configuration` stores the tracer that is in force where it is made, also if `withTracer` has bound it for a task. The
#           configuration of the shared client is made when the client is touched first. Each later request is recorded by that tracer, as a part
#           of a trace that another one has begun, and neither the tracer that is bound then nor that of the process records it.
# Why care: A test binds a tracer of its own, with its container, and expects the span of a request. It passes alone. After another test has
#           touched the client, it fails, and its spans show up in the other test. On a server that binds a tracer for each request, the first
#           request's gets them all. Let the container make the client, with its tracer in `configuration.tracing.tracer`.
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
    dependencies: [
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
    ],
    targets: [
        .executableTarget(
            name: "Finding",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import AsyncHTTPClient
import InMemoryTracing
import Tracing

/// A tracer whose traces have its name.
func makeTracer(_ name: String) -> InMemoryTracer {
    InMemoryTracer(idGenerator: .init(nextTraceID: { name }, nextSpanID: InMemoryTracer.IDGenerator.incrementing.nextSpanID))
}

/// The client traces the request, and then rejects it, so nothing is sent.
func request(_ client: HTTPClient) async {
    _ = try? await client.execute(HTTPClientRequest(url: "nothing://localhost"), timeout: .seconds(1))
}

@main struct Program {
    static func main() async throws {
        let tracers = ["the process", "the first test", "the second test"].map { ($0, makeTracer($0)) }
        InstrumentationSystem.bootstrap(tracers[0].1)

        for (name, tracer) in tracers.dropFirst() {
            await withTracer(tracer) {
                await withSpan("body") { _ in await request(.shared) }
            }
            report("\(name), with the shared client", tracers)
        }
        await request(.shared)
        report("no test, with the shared client", tracers)

        let (name, tracer) = tracers[2]
        try await withTracer(tracer) {
            let client = HTTPClient(eventLoopGroupProvider: .singleton)
            await withSpan("body") { _ in await request(client) }
            try await client.shutdown()
        }
        report("\(name), with a client of its own", tracers)
    }

    static func report(_ title: String, _ tracers: [(name: String, tracer: InMemoryTracer)]) {
        print(title)
        for (name, tracer) in tracers {
            for span in tracer.popFinishedSpans() {
                print("    recorded by \(name): \(span.operationName), in a trace of \(span.traceID)")
            }
        }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(.build/debug/Finding)
expected="the first test, with the shared client
    recorded by the first test: GET, in a trace of the first test
    recorded by the first test: body, in a trace of the first test
the second test, with the shared client
    recorded by the first test: GET, in a trace of the second test
    recorded by the second test: body, in a trace of the second test
no test, with the shared client
    recorded by the first test: GET, in a trace of the first test
the second test, with a client of its own
    recorded by the second test: GET, in a trace of the second test
    recorded by the second test: body, in a trace of the second test"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
