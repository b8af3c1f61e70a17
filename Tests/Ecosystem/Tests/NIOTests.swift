import NIOCore
import NIOPosix
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct NIOTests {
    @Test func anEventLoopCallsInTheProcesssContainer() async throws {
        try await Place(
            .callback,
            "swift-nio: `EventLoop.execute`, `scheduleTask`, `NIOThreadPool.runIfActive`, a callback that a task adds to an `EventLoopFuture`",
            sees: "the process's",
            write: "`future.whenComplete(container.bind { result in … })`; or `try await future.get()`",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            try await within(Place.intended) { try await Self.call { seen.note() } }
            return await seen.next(4)
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
            return await seen.next(6)
        }
    }

    /// Calls a closure from an event loop and from a pool of threads.
    @discardableResult
    private static func call(_ closure: @escaping @Sendable () -> Void) async throws -> any EventLoop {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        loop.execute(closure)
        loop.scheduleTask(in: .nanoseconds(1), closure)
        loop.makeSucceededVoidFuture().whenComplete { _ in closure() }
        try await NIOThreadPool.singleton.runIfActive(closure)
        return loop
    }
}
