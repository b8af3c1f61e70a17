#!/usr/bin/env bash
# An HTTP client makes the body of a request in a task of its own, which has none of the request's bindings and outlives the request.
#
# Version:  Swift 6.3.1, async-http-client 1.37.0, swift-nio 2.101.2
# Guess:    `try await client.execute(request)` reads the `AsyncSequence` of the request's body as a `for await` loop there would: under what is
#           bound around the call, cancelled with it, and at its end before the call returns.
# Behavior: When the connection is ready, a task begins on its event loop, which knows no bindings. The closures of the sequence see the process's
#           values. If the request is cancelled, `execute` throws at once; the sequence is not cancelled, and the client waits for its next
#           part. If a server answers early, the response ends, and the client goes on reading the sequence.
# Why care: A sequence that resolves from a task-local container, such as the rows of an export for the request's user, gets the process's
#           connection and user, in a test also the live ones. A container that is shut down after the call is still in use by the sequence.
#           Resolve before the call, capture the result, and end the sequence yourself when the task is cancelled.
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
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "Finding",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import AsyncHTTPClient
import NIOCore
import NIOPosix

enum Request {
    @TaskLocal static var user = "nobody"
}

/// Answers each request when its body has ended, or at once if the path is "/early".
final class Server: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var hasAnswered = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let text = String(buffer: unwrapInboundIn(data))
        let hasEnded = text.hasSuffix("0\r\n\r\n")
        if !hasAnswered && (hasEnded || text.hasPrefix("POST /early")) {
            let answer = ByteBuffer(string: "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
            hasAnswered = true
        }
        if hasEnded { hasAnswered = false }
    }
}

/// An event that one task waits for.
struct Event: Sendable {
    private let end = AsyncStream<Void>.makeStream()

    func happen() { end.continuation.finish() }
    func wait() async { for await _ in end.stream {} }
}

@main struct Program {
    static func main() async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Server()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let url = "http://127.0.0.1:\(server.localAddress!.port!)"
        let client = HTTPClient(eventLoopGroupProvider: .singleton)

        /// Sends a body of one part, and reads the whole response.
        @Sendable func send(_ path: String, makingPart: @escaping @Sendable () async -> Void) async throws {
            let parts = AsyncStream { $0.yield("part"); $0.finish() }.map { part in
                await makingPart()
                return ByteBuffer(string: part)
            }
            var request = HTTPClientRequest(url: url + path)
            request.method = .POST
            request.body = .stream(parts, length: .unknown)
            let response = try await client.execute(request, timeout: .seconds(30))
            for try await _ in response.body {}
        }

        try await Request.$user.withValue("Ada") {
            for connection in ["new", "kept"] {
                try await send("/") { print("\(connection) connection: a part for \(Request.user)") }
            }

            let (answered, made) = (Event(), Event())
            try await send("/early") {
                await answered.wait()
                print("after an early response: a part for \(Request.user)")
                made.happen()
            }
            print("early response: read")
            answered.happen()
            await made.wait()

            let (begun, thrown, ended) = (Event(), Event(), Event())
            let task = Task {
                try await send("/") {
                    begun.happen()
                    await thrown.wait()
                    print("its part: \(Task.isCancelled ? "cancelled" : "not cancelled")")
                    ended.happen()
                }
            }
            await begun.wait()
            task.cancel()
            do { try await task.value } catch { print("cancelled request: \(error)") }
            thrown.happen()
            await ended.wait()
        }
        try await client.shutdown()
        try await server.close()
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="new connection: a part for nobody
kept connection: a part for nobody
early response: read
after an early response: a part for nobody
cancelled request: CancellationError()
its part: not cancelled"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
