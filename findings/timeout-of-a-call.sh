#!/usr/bin/env bash
# A gRPC server in Swift ignores the timeout that a client sends if it is between ten and a hundred seconds.
#
# Version:  Swift 6.3.1, grpc-swift-2 2.4.3
# Guess:    A client sends its timeout along, and the server cancels the call when the time is over. A server that does so after five seconds and
#           after two minutes also does so after thirty seconds.
# Behavior: The protocol allows eight digits and a unit. The client writes up to eight digits, in the finest unit that fits. The server reads at most
#           eight characters, unit included, and takes anything longer for no timeout. Thirty seconds are eight digits of microseconds, so the
#           server never cancels the call. Five seconds are seven digits, and two minutes are sent as milliseconds, in six. From 10 to 100
#           milliseconds it is the same, in nanoseconds, which is how this script shows it without a long wait.
# Why care: A request's container lives as long as its handler, and a handler that waits stops when its `context.cancellation` says so. With a timeout
#           of two seconds in a test, it stops. With the thirty of production, only the client stops waiting: the handler goes on, with all that
#           its container keeps, unless the transport tells it that the client has gone, which the in-process transport does not.
#           Give handlers a time limit of their own.
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
    dependencies: [.package(url: "https://github.com/grpc/grpc-swift-2.git", exact: "2.4.3")],
    targets: [
        .executableTarget(
            name: "Finding",
            dependencies: [
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
            ]
        )
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import GRPCCore
import GRPCInProcessTransport

struct Text: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ text: String) -> Bytes { Bytes(text.utf8) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) -> String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

let echo = MethodDescriptor(fullyQualifiedService: "Orders", method: "Echo")
let wait = MethodDescriptor(fullyQualifiedService: "Orders", method: "Wait")
let hold = MethodDescriptor(fullyQualifiedService: "Orders", method: "Hold")

/// Calls a method and returns its reply.
@discardableResult func call(
    _ method: MethodDescriptor,
    of client: GRPCClient<InProcessTransport.Client>,
    timeout: Duration? = nil,
    sent: Metadata = [:]
) async throws -> String {
    var options = CallOptions.defaults
    options.timeout = timeout
    let request = ClientRequest(message: "", metadata: sent)
    return try await client.unary(request: request, descriptor: method, serializer: Text(), deserializer: Text(), options: options) {
        try $0.message
    }
}

@main struct Program {
    static func main() async throws {
        let transport = InProcessTransport()
        var router = RPCRouter<InProcessTransport.Server>()
        let (held, holding) = AsyncStream<ServerContext>.makeStream()
        let (releases, release) = AsyncStream<Void>.makeStream()

        // Replies with what the client has sent as its timeout.
        router.registerHandler(forMethod: echo, deserializer: Text(), serializer: Text()) { request, _ in
            let timeout = Array(request.metadata[stringValues: "grpc-timeout"])[0]
            return StreamingServerResponse(single: ServerResponse(message: timeout))
        }
        // Replies when the server has cancelled the call.
        router.registerHandler(forMethod: wait, deserializer: Text(), serializer: Text()) { _, context in
            try await context.cancellation.cancelled
            return StreamingServerResponse(single: ServerResponse(message: "cancelled"))
        }
        // Replies when it is released.
        router.registerHandler(forMethod: hold, deserializer: Text(), serializer: Text()) { _, context in
            holding.yield(context)
            for await _ in releases { break }
            return StreamingServerResponse(single: ServerResponse(message: "released"))
        }

        let server = GRPCServer(transport: transport.server, router: router)
        let client = GRPCClient(transport: transport.client)
        async let serving: Void = server.serve()
        async let connections: Void = client.runConnections()

        for seconds in [5, 30, 120] {
            let timeout = try await call(echo, of: client, timeout: .seconds(seconds))
            print("\(seconds) seconds are sent with \(timeout.count - 1) digits and \(timeout.last!)")
        }

        async let reply = call(hold, of: client, sent: ["grpc-timeout": "10000000n"])
        var contexts = held.makeAsyncIterator()
        let context = await contexts.next()!
        for timeout in ["9999999n", "10000u", "500m"] {
            print("\(timeout): \(try await call(wait, of: client, sent: ["grpc-timeout": .init(stringLiteral: timeout)]))")
        }
        print("10000000n, half a second later: \(context.cancellation.isCancelled ? "cancelled" : "not cancelled")")
        release.yield()
        _ = try await reply

        client.beginGracefulShutdown()
        server.beginGracefulShutdown()
        _ = try await (serving, connections)
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="5 seconds are sent with 7 digits and u
30 seconds are sent with 8 digits and u
120 seconds are sent with 6 digits and m
9999999n: cancelled
10000u: cancelled
500m: cancelled
10000000n, half a second later: not cancelled"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
