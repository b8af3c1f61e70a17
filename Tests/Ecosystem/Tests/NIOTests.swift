import NIOCore
import NIOPosix
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct NIOTests {
    @Test func anEventLoopCallsInTheProcesssContainer() async throws {
        try await Place(
            .callback,
            "swift-nio: `EventLoop.execute`, `scheduleTask`, `scheduleRepeatedTask`, `NIOThreadPool.runIfActive`, a callback that a task adds to an `EventLoopFuture`",
            sees: "the process's",
            write: "`future.whenComplete(container.bind { result in … })`; or `try await future.get()`",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            try await within(Place.intended) { try await Self.call { seen.note() } }
            return await seen.next(5)
        } remedied: {
            let seen = Seen()
            let container = Container.labeled(Place.intended)
            let loop = try await Self.call(container.bind { seen.note() })
            let future = loop.makeSucceededVoidFuture()
            future.whenComplete(container.bind { _ in seen.note() })
            try await within(Place.intended) {
                try await future.get()
                seen.note()
            }
            return await seen.next(7)
        }
    }

    @Test func aChannelIsInitializedAndHandledInTheProcesssContainer() async throws {
        try await Place(
            .callback,
            "swift-nio: `channelInitializer`, `childChannelInitializer`, the methods of a `ChannelHandler`",
            sees: "the process's",
            write: "`.childChannelInitializer(container.bind { channel in … })`; resolve in the handler's `init`",
            strictTest: .reportsEscape
        ).check {
            try await within(Place.intended) {
                try await Self.connect { seen in
                    { channel in
                        seen.note()
                        return channel.pipeline.addHandler(Handler { seen.note() })
                    }
                }
            }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.connect { seen in
                container.bind { channel in
                    seen.note()
                    let label = current
                    return channel.pipeline.addHandler(Handler { seen.note(label) })
                }
            }
        }
    }

    @Test func whatATaskRunsForAChannelSeesItsContainer() async throws {
        try await Place(
            .callback,
            "swift-nio: the body of `NIOAsyncChannel.executeThenClose`, `makeFutureWithTask { }`",
            sees: "the caller's"
        ).check {
            let seen = Seen()
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let server = try await ServerBootstrap(group: loop).bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
            try await within("the caller's") {
                try await server.executeThenClose { _ in seen.note() }
                try await loop.makeFutureWithTask { seen.note() }.get()
            }
            return await seen.next(2)
        }
    }

    /// What the initializers and the handlers of two channels see that are connected on the loopback address.
    private static func connect(
        _ initializer: (Seen) -> @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> String {
        let seen = Seen()
        let initialize = initializer(seen)
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group).childChannelInitializer(initialize)
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try #require(server.localAddress)
        let client = try await ClientBootstrap(group: group).channelInitializer(initialize).connect(to: address).get()
        let labels = await seen.next(4)
        try await client.close()
        try await server.close()
        return labels
    }

    /// Calls a closure from an event loop and from a pool of threads.
    @discardableResult
    private static func call(_ closure: @escaping @Sendable () -> Void) async throws -> any EventLoop {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        loop.execute(closure)
        loop.scheduleTask(in: .nanoseconds(1), closure)
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: .hours(1)) { task in
            task.cancel()
            closure()
        }
        loop.makeSucceededVoidFuture().whenComplete { _ in closure() }
        try await NIOThreadPool.singleton.runIfActive(closure)
        return loop
    }
}

/// Calls a closure when its channel becomes active.
private final class Handler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let closure: @Sendable () -> Void

    init(_ closure: @escaping @Sendable () -> Void) { self.closure = closure }

    func channelActive(context: ChannelHandlerContext) {
        closure()
        context.fireChannelActive()
    }
}
