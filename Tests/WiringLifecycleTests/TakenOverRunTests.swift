import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// A server that is a singleton, so that one session takes over what another has started.
private final class Station: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Station()
    static var taskLocal: TaskLocal<Station> { $shared }
    let manager = ContainerManager()
}

extension Station {
    fileprivate var made: Factory<Server> { self { Server(nil) } }
    fileprivate var server: Factory<Server> { self { self.made() }.singleton.onRun { try await $0.run() } }
}

private final class Server: Sendable {
    let mayEnd = AsyncGate()
    private let error: Broken?

    init(_ error: Broken?) { self.error = error }

    func run() async throws {
        await mayEnd.pass()
        if let error { throw error }
    }
}

@Suite(.timeLimit(.minutes(10)), .container) struct TakenOverRunTests {
    /// Whether or not the run has taken the server over from the other container, which has started it.
    @Test(arguments: [Broken("server"), nil], [true, false])
    func theEndOfAHookEndsTheRunThatNamesIt(_ error: Broken?, isTakenOver: Bool) async throws {
        let (station, server) = (Station(), Server(error))
        station.made.override(with: server)
        let (first, second) = (station.child(), station.child())
        try await first.start(\.server)
        let end = await #expect(throws: Broken.self) {
            try await second.run(\.server) {
                if isTakenOver { await first.shutdown() }
                server.mayEnd.open()
                let (stream, continuation) = AsyncStream<Void>.makeStream()
                // Until the end of the hook cancels it.
                for await _ in stream {}
                continuation.finish()
                throw Broken("body")
            }
        }
        #expect(end == error ?? Broken("body"))
        await first.shutdown()
    }

    /// The call of `start` has named it, too, and goes on.
    @Test(arguments: [Broken("server"), nil])
    func aHookThatHasEndedEndsALaterRun(_ error: Broken?) async throws {
        let (station, server) = (Station(), Server(error))
        station.made.override(with: server)
        let (first, second) = (station.child(), station.child())
        first.manager.logger = { _ in }
        try await first.start(\.server)
        server.mayEnd.open()
        // The hook ends meanwhile. Nothing else tells of that.
        for _ in 0..<100 { await Task.yield() }
        let end = await #expect(throws: (any Error).self) { try await second.run(\.server) }
        #expect(end as? Broken == error)
        await first.shutdown()
    }

    /// The logger has received the error.
    @Test func aHookThatHasEndedDoesNotEndALaterStart() async throws {
        let (station, server, reported) = (Station(), Server(Broken("server")), AsyncGate())
        station.made.override(with: server)
        station.manager.logger = { _ in reported.open() }
        try await station.start(\.server)
        server.mayEnd.open()
        await reported.pass()
        try await station.start(\.server)
        await station.shutdown()
    }
}
