import GRPCCore
import GRPCInProcessTransport
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct GRPCTests {
    @Test func aMethodRunsInTheRequestsContainer() async throws {
        try await Place(
            .request,
            "grpc-swift-2: a method, `request.messages`, an interceptor after the one that creates the child",
            sees: "the request's"
        ).check(within: "the server's") {
            let seen = Seen()
            let reply = try await Self.call([Request(label: "the request's"), Noting(seen: seen)]) { request, _ in
                for try await _ in request.messages.map({ _ in seen.note() }) {}
                return Self.reply(current)
            }
            return merged([reply, await seen.next(2)])
        }
    }

    @Test func aResponseIsProducedInTheServersContainer() async throws {
        try await Place(
            .request,
            "grpc-swift-2: `StreamingServerResponse { writer in … }`",
            sees: "the server's",
            write:
                "`response.accepted = response.accepted.map { .init(metadata: $0.metadata, producer: Container.shared.bind($0.producer)) }`, within the operation of the interceptor's `withChildContainer`; or `StreamingServerResponse(producer: Container.shared.bind { writer in … })`, in the method",
            strictTest: .reportsEndedOperation
        ).check(within: "the server's") {
            try await Self.call([Request()]) { _, _ in StreamingServerResponse(producer: Self.produce) }
        } remedied: {
            let labels = [
                try await Self.call([Request()]) { _, _ in
                    StreamingServerResponse(producer: Container.shared.bind(Self.produce))
                },
                try await Self.call([Request(bindsProducer: true)]) { _, _ in
                    StreamingServerResponse(producer: Self.produce)
                },
            ]
            return merged(labels)
        }
    }

    @Test func aResponseIsHandledInTheCallersContainer() async throws {
        try await Place(
            .request,
            "grpc-swift-2: `onResponse` of a client whose interceptor creates a child",
            sees: "that of the method's caller",
            write: "create the child around the call of the method",
            strictTest: .reportsEndedOperation
        ).check(within: "that of the method's caller") {
            let seen = Seen()
            _ = try await Self.call(clientInterceptors: [Request()], notedBy: seen)
            return await seen.next()
        } remedied: {
            let seen = Seen()
            _ = try await within(Place.intended) { try await Self.call(notedBy: seen) }
            return await seen.next()
        }
    }

    @Test func aRequestIsProducedInTheContainerOfTheInterceptorOrOfTheCaller() async throws {
        try await Place(
            .request,
            "grpc-swift-2: `StreamingClientRequest { writer in … }` of a client whose interceptor creates a child",
            sees: "the child's; with a retry or hedging policy, that of the method's caller",
            write: "create the child around the call of the method",
            strictTest: .reportsRealDependency
        ).check(within: "that of the method's caller") {
            let interceptors = [Request(label: "the child's")]
            let once = try await Self.producer(interceptors, nil)
            let retried = try await Self.producer(interceptors, Self.retry)
            let hedged = try await Self.producer(interceptors, Self.hedge)
            return "\(once); with a retry or hedging policy, \(merged([retried, hedged]))"
        } remedied: {
            try await within(Place.intended) {
                merged([
                    try await Self.producer([], nil), try await Self.producer([], Self.retry),
                    try await Self.producer([], Self.hedge),
                ])
            }
        }
    }

    @Test func aCancellationIsHandledInTheContainerOfWhoShutsDown() async throws {
        try await Place(
            .shutdown,
            "grpc-swift-2: `onCancelRPC` of `withRPCCancellationHandler`, when the server shuts down",
            sees: "that of the caller of `beginGracefulShutdown()`",
            write: "`onCancelRPC: Container.shared.bind { … }`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            try await Self.shutdown { operation, seen in
                await withRPCCancellationHandler(operation: operation) { seen.note() }
            }
        } remedied: {
            try await Self.shutdown { operation, seen in
                await withRPCCancellationHandler(
                    operation: operation,
                    onCancelRPC: Container.shared.bind { seen.note() }
                )
            }
        }
    }

    @Test func aDeadlineIsHandledInTheServersContainer() async throws {
        try await Place(
            .shutdown,
            "grpc-swift-2: the same, when the client's deadline passes",
            sees: "the server's",
            write: "the same",
            strictTest: .reportsRealDependency
        ).check(within: "the server's") {
            try await Self.passDeadline { operation, seen in
                await withRPCCancellationHandler(operation: operation) { seen.note() }
            }
        } remedied: {
            try await Self.passDeadline { operation, seen in
                await withRPCCancellationHandler(
                    operation: operation,
                    onCancelRPC: Container.shared.bind { seen.note() }
                )
            }
        }
    }

    @Test func neitherAShutdownNorADeadlineCancelsTheTaskOfAMethod() async throws {
        let handle: @Sendable (_ operation: @Sendable () async -> Void, Seen) async -> Void = { operation, seen in
            await operation()
            seen.note(Task.isCancelled ? "cancelled" : "not cancelled")
        }
        #expect(try await Self.shutdown(handledBy: handle) == "not cancelled")
        #expect(try await Self.passDeadline(handledBy: handle) == "not cancelled")
    }

    // MARK: - Servers

    private typealias Client = GRPCClient<InProcessTransport.Client>
    private typealias Server = GRPCServer<InProcessTransport.Server>

    private static func reply(_ label: String) -> StreamingServerResponse<String> {
        StreamingServerResponse(single: ServerResponse(message: label))
    }

    @concurrent @Sendable private static func produce(_ writer: RPCWriter<String>) async throws -> Metadata {
        try await writer.write(current)
        return [:]
    }

    /// Runs an operation with a server in this process, and a client of it.
    private static func withServer<Result: Sendable>(
        _ interceptors: [any ServerInterceptor] = [],
        clientInterceptors: [any ClientInterceptor] = [],
        method: @escaping Books.Method,
        _ operation: (Server, Client) async throws -> Result
    ) async throws -> Result {
        let transport = InProcessTransport()
        return try await withGRPCServer(
            transport: transport.server,
            services: [Books(method: method)],
            interceptors: interceptors
        ) { server in
            try await withGRPCClient(transport: transport.client, interceptors: clientInterceptors) { client in
                try await operation(server, client)
            }
        }
    }

    /// The message of a method's response. Notes where it is handled.
    private static func call(
        _ interceptors: [any ServerInterceptor] = [],
        clientInterceptors: [any ClientInterceptor] = [],
        notedBy seen: Seen? = nil,
        _ method: @escaping Books.Method = { _, _ in reply("") }
    ) async throws -> String {
        try await withServer(interceptors, clientInterceptors: clientInterceptors, method: method) { _, client in
            try await Books.find(client) { response in
                seen?.note()
                return try response.message
            }
        }
    }

    private static let retry = RPCExecutionPolicy.retry(
        RetryPolicy(
            maxAttempts: 2,
            initialBackoff: .milliseconds(1),
            maxBackoff: .milliseconds(1),
            backoffMultiplier: 1,
            retryableStatusCodes: [.unavailable]
        )
    )
    private static let hedge = RPCExecutionPolicy.hedge(
        HedgingPolicy(maxAttempts: 2, hedgingDelay: .seconds(60), nonFatalStatusCodes: [])
    )

    /// What the closure sees that produces the messages of a client's request.
    private static func producer(
        _ interceptors: [any ClientInterceptor],
        _ policy: RPCExecutionPolicy?
    ) async throws -> String {
        let seen = Seen()
        var options = CallOptions.defaults
        options.executionPolicy = policy
        let method: Books.Method = { request, _ in
            for try await _ in request.messages {}
            return reply("")
        }
        return try await withServer(clientInterceptors: interceptors, method: method) { [options] _, client in
            try await client.clientStreaming(
                request: StreamingClientRequest { writer in
                    seen.note()
                    try await writer.write("Emma")
                },
                descriptor: Books.find,
                serializer: Text(),
                deserializer: Text(),
                options: options
            ) { _ in }
            return await seen.next()
        }
    }

    /// What handles a cancellation when the server shuts down while a method runs.
    private static func shutdown(
        handledBy handle: @escaping @Sendable (_ operation: @Sendable () async -> Void, Seen) async -> Void
    ) async throws -> String {
        let (seen, running) = (Seen(), Seen())
        let method: Books.Method = { _, context in
            await within(Place.intended) {
                await handle(
                    {
                        running.note("running")
                        try? await context.cancellation.cancelled
                    },
                    seen
                )
            }
            return reply("")
        }
        return try await withServer(method: method) { server, client in
            async let response = Books.find(client) { _ in "" }
            _ = await running.next()
            within("that of the caller of `beginGracefulShutdown()`") { server.beginGracefulShutdown() }
            _ = try await response
            return await seen.next()
        }
    }

    /// What handles a cancellation when the client's deadline passes while a method runs.
    ///
    /// The server counts the time from before it calls the method. If the deadline passes before the method sets its handler, the method
    /// itself calls that at once. So it is called again, with twice the time, until it sets the handler before.
    private static func passDeadline(
        handledBy handle: @escaping @Sendable (_ operation: @Sendable () async -> Void, Seen) async -> Void
    ) async throws -> String {
        var milliseconds = 50
        while true {
            let (seen, beginnings) = (Seen(), Seen())
            let method: Books.Method = { _, context in
                await within(Place.intended) {
                    await handle(
                        {
                            beginnings.note(context.cancellation.isCancelled ? "late" : "in time")
                            try? await context.cancellation.cancelled
                        },
                        seen
                    )
                }
                return reply("")
            }
            // The client tells the server its deadline, but does not itself end the call.
            let metadata: Metadata = ["grpc-timeout": .string("\(milliseconds)m")]
            _ = try await withServer(method: method) { _, client in
                try await Books.find(client, metadata: metadata) { _ in "" }
            }
            if await beginnings.next() == "in time" { return await seen.next() }
            milliseconds *= 2
        }
    }
}

/// A service with one method, which takes and returns text.
private struct Books: RegistrableRPCService {
    typealias Method =
        @concurrent @Sendable (StreamingServerRequest<String>, ServerContext) async throws
        -> StreamingServerResponse<String>

    static let find = MethodDescriptor(fullyQualifiedService: "Books", method: "find")

    let method: Method

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        router.registerHandler(forMethod: Self.find, deserializer: Text(), serializer: Text(), handler: method)
    }

    static func find(
        _ client: GRPCClient<InProcessTransport.Client>,
        metadata: Metadata = [:],
        onResponse: @escaping @concurrent @Sendable (ClientResponse<String>) async throws -> String
    ) async throws -> String {
        try await client.unary(
            request: ClientRequest(message: "Emma", metadata: metadata),
            descriptor: find,
            serializer: Text(),
            deserializer: Text(),
            options: .defaults,
            onResponse: onResponse
        )
    }
}

private struct Text: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: String) throws -> Bytes { Bytes(message.utf8) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

/// Gives each request a container, in a server or in a client.
private struct Request: ServerInterceptor, ClientInterceptor {
    var label = Place.intended
    var bindsProducer = false

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @concurrent @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
            StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        try await withChildContainer {
            $0.label.override { label }
        } operation: {
            var response = try await next(request, context)
            guard bindsProducer else { return response }
            response.accepted = response.accepted.map {
                .init(metadata: $0.metadata, producer: Container.shared.bind($0.producer))
            }
            return response
        }
    }

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingClientRequest<Input>,
        context: ClientContext,
        next: @concurrent (StreamingClientRequest<Input>, ClientContext) async throws -> StreamingClientResponse<Output>
    ) async throws -> StreamingClientResponse<Output> {
        try await withChildContainer {
            $0.label.override { label }
        } operation: {
            try await next(request, context)
        }
    }
}

private struct Noting: ServerInterceptor {
    let seen: Seen

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @concurrent @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
            StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        seen.note()
        return try await next(request, context)
    }
}
