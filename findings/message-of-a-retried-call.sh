#!/usr/bin/env bash
# With a retry policy, a gRPC client makes the messages of a request outside of its interceptors, which run once for each attempt.
#
# Version:  Swift 6.3.1, grpc-swift-2 2.4.3, with its in-process transport
# Guess:    An interceptor surrounds a call, as in gRPC for Java and Go: it runs once, and the retries are below it. The closure that makes the
#           messages sees what the interceptor binds, and runs again for each attempt. The server is told which attempt it gets, in the metadata
#           that the protocol has for that. A policy is about errors of the server, so a cancelled call ends the same way with and without one.
# Behavior: Without a policy, the closure runs within the interceptors. With one, it runs once, beside all attempts, and sees the caller's bindings
#           only. The client keeps the messages and sends them again in each attempt, and each attempt runs the interceptors. The server is never
#           told. A cancelled call passes an `RPCError` to the closure for the response, and throws it. With a policy, it does not run that
#           closure, and throws a `CancellationError`.
# Why care: An interceptor that binds a container for each call works until somebody adds a policy to the client's options. The messages are then
#           made with the container of the caller, and no test without a policy shows it. The interceptor makes three containers, counts three
#           calls or fetches three tokens. Bind around the call, and not in an interceptor, what the messages need.
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
        .executableTarget(name: "Finding", dependencies: [.product(name: "GRPCInProcessTransport", package: "grpc-swift-2")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import GRPCCore
import GRPCInProcessTransport
import Synchronization

enum Request {
    @TaskLocal static var container = "process's"
}

extension MethodDescriptor {
    static let add = MethodDescriptor(fullyQualifiedService: "Orders", method: "Add")
    static let hold = MethodDescriptor(fullyQualifiedService: "Orders", method: "Hold")
}

struct Text: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ text: String) -> Bytes { Bytes(text.utf8) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) -> String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

/// Binds a container, and keeps which one is bound around its runs, around the closure that makes messages, and which responses are seen.
final class Binding: ClientInterceptor {
    let runs = Mutex<[String]>([])
    let messages = Mutex<[String]>([])
    let responses = Mutex<[String]>([])

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingClientRequest<Input>,
        context: ClientContext,
        next: (StreamingClientRequest<Input>, ClientContext) async throws -> StreamingClientResponse<Output>
    ) async throws -> StreamingClientResponse<Output> {
        runs.withLock { $0.append(Request.container) }
        return try await Request.$container.withValue("interceptor's") { try await next(request, context) }
    }
}

/// Adds an order at the attempt after some that fail, cancels a second call, and prints what was seen.
func tell(_ name: String, failures: Int, policy: RPCExecutionPolicy?) async throws {
    let transport = InProcessTransport()
    var router = RPCRouter<InProcessTransport.Server>()
    let (holds, holding) = AsyncStream<Void>.makeStream()
    let attempts = Mutex<[String]>([])

    // Keeps what each attempt tells about those before it.
    router.registerHandler(forMethod: .add, deserializer: Text(), serializer: Text()) { request, _ in
        let previous = Array(request.metadata[stringValues: "grpc-previous-rpc-attempts"]).first ?? "none"
        attempts.withLock { $0.append(previous) }
        if attempts.withLock({ $0.count }) <= failures { throw RPCError(code: .unavailable, message: "") }
        return StreamingServerResponse(single: ServerResponse(message: ""))
    }
    // Waits until the server is cancelled.
    router.registerHandler(forMethod: .hold, deserializer: Text(), serializer: Text()) { _, _ in
        holding.yield()
        try await Task.sleep(for: .seconds(3600))
        return StreamingServerResponse(single: ServerResponse(message: ""))
    }

    let binding = Binding()
    let server = GRPCServer(transport: transport.server, router: router)
    let client = GRPCClient(transport: transport.client, interceptors: [binding])
    async let _: Void = server.serve()
    async let _: Void = client.runConnections()

    @Sendable func call(_ method: MethodDescriptor) async throws {
        let request = StreamingClientRequest(of: String.self) { writer in
            binding.messages.withLock { $0.append(Request.container) }
            try await writer.write("order")
        }
        var options = CallOptions.defaults
        options.executionPolicy = policy
        try await client.clientStreaming(request: request, descriptor: method, serializer: Text(), deserializer: Text(), options: options) {
            binding.responses.withLock { responses in responses.append(method.method) }
            _ = try $0.message
        }
    }

    try await Request.$container.withValue("caller's") { try await call(.add) }
    print("\(name), interceptor: \(binding.runs.withLock { $0.joined(separator: ", ") })")
    print("\(name), messages: \(binding.messages.withLock { $0.joined(separator: ", ") })")
    print("\(name), previous attempts: \(attempts.withLock { $0.joined(separator: ", ") })")

    let cancelled = Task { try await call(.hold) }
    for await _ in holds { break }
    cancelled.cancel()
    if case .failure(let error) = await cancelled.result { print("\(name), cancelled: \(type(of: error))") }
    print("\(name), responses: \(binding.responses.withLock { $0.joined(separator: ", ") })")
}

@main struct Program {
    static func main() async throws {
        let pause = Duration.milliseconds(1)
        let retry = RetryPolicy(
            maxAttempts: 3, initialBackoff: pause, maxBackoff: pause, backoffMultiplier: 1, retryableStatusCodes: [.unavailable])
        try await tell("no policy", failures: 0, policy: nil)
        try await tell("retry", failures: 2, policy: .retry(retry))
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="no policy, interceptor: caller's
no policy, messages: interceptor's
no policy, previous attempts: none
no policy, cancelled: RPCError
no policy, responses: Add, Hold
retry, interceptor: caller's, caller's, caller's
retry, messages: caller's
retry, previous attempts: none, none, none
retry, cancelled: CancellationError
retry, responses: Add"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
