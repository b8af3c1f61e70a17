#!/usr/bin/env bash
# A handler of Hummingbird sees what a test binds around its request if the test has no server; if it has one, the handler does not.
#
# Version:  Swift 6.3.1, Hummingbird 2.28.1
# Guess:    `test(.router)` is the quick form of `test(.live)`: what passes with one passes with the other. A handler runs in a task of the server,
#           or of what stands for it, so it never sees what is bound around `client.execute`, and goes on if the task of the request is cancelled.
# Behavior: With `.router`, the handler and the body of its response run in a child task of `execute`: they see what is bound around that, and are
#           cancelled with it. With `.live` and `.ahc`, the server runs in a child task of `test(_:)`: they see what is bound around the whole test,
#           and the cancellation does not reach them. In each case, what a middleware binds is seen by the handler, and not by the body.
# Why care: A test that binds a container with a mailer that sends nothing, around one request, passes with `.router`. Somebody changes `.router` to
#           `.live`, and the same test sends mail with the real one, or with that of the whole test: nothing fails to say so. That a handler stops
#           when its client leaves is true with `.router` only. Bind around `test(_:)`, or in a middleware, and test cancellation with `.live`.
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
    dependencies: [.package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1")],
    targets: [
        .executableTarget(
            name: "Finding",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ])
    ]
)
SWIFT
cat >Sources/Finding/main.swift <<'SWIFT'
import Hummingbird
import HummingbirdTesting
import Logging

enum Container {
    @TaskLocal static var name = "the process's"
}

struct ContainerMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        try await Container.$name.withValue("the middleware's") { try await next(request, context) }
    }
}

/// Events of a handler that waits.
struct Wait {
    let begin = AsyncStream<Void>.makeStream()
    let end = AsyncStream<Void>.makeStream()
    let result = AsyncStream<String>.makeStream()
}

/// An application whose responses say which container is seen while the response is made, and while its body is written.
func makeApplication(_ wait: Wait) -> some ApplicationProtocol {
    let tellContainer: @Sendable (Request, BasicRequestContext) -> Response = { _, _ in
        let name = Container.name
        return Response(status: .ok, body: ResponseBody { writer in
            try await writer.write(ByteBuffer(string: "\(name), its body \(Container.name)"))
            try await writer.finish(nil)
        })
    }
    let router = Router()
    router.get("plain", use: tellContainer)
    router.group("middleware").add(middleware: ContainerMiddleware()).get(use: tellContainer)
    router.get("wait") { _, _ in
        wait.begin.continuation.yield()
        for await _ in wait.end.stream { break }
        wait.result.continuation.yield(Task.isCancelled ? "is cancelled" : "is not cancelled")
        return HTTPResponse.Status.ok
    }
    var logger = Logger(label: "finding")
    logger.logLevel = .critical
    return Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
}

func test(_ name: String, _ setup: TestingSetup) async throws {
    let wait = Wait()
    try await Container.$name.withValue("the test's") {
        try await makeApplication(wait).test(setup) { client in
            for path in ["plain", "middleware"] {
                let seen = try await Container.$name.withValue("the request's") {
                    try await client.execute(uri: "/\(path)", method: .get) { String(buffer: $0.body) }
                }
                print("\(name), \(path): the handler sees \(seen)")
            }

            let request = Task { try await client.execute(uri: "/wait", method: .get) { _ in } }
            for await _ in wait.begin.stream { break }
            request.cancel()
            wait.end.continuation.yield()
            for await result in wait.result.stream {
                print("\(name), cancelled: the handler \(result)")
                break
            }
            _ = await request.result
        }
    }
}

try await test("router", .router)
try await test("live", .live)
try await test("ahc", .ahc(.http))
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="router, plain: the handler sees the request's, its body the request's
router, middleware: the handler sees the middleware's, its body the request's
router, cancelled: the handler is cancelled
live, plain: the handler sees the test's, its body the test's
live, middleware: the handler sees the middleware's, its body the test's
live, cancelled: the handler is not cancelled
ahc, plain: the handler sees the test's, its body the test's
ahc, middleware: the handler sees the middleware's, its body the test's
ahc, cancelled: the handler is not cancelled"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
