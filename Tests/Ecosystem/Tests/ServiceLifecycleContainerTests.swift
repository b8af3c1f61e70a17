import ServiceLifecycle
import Testing
import WiringLifecycle
import WiringTesting

extension ContainerService: @retroactive ServiceLifecycle.Service {}

/// A container that a service group runs.
@Suite(.timeLimit(.minutes(1))) struct ServiceLifecycleContainerTests {
    @Test func hooksRunInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .shutdown,
            "hooks of what `Container.shared.run(\\.server)` runs in the `run()` of a service",
            sees: "that of the caller of the group's `run()`",
            write: "`container.service(\\.server, until: gracefulShutdown)` as the service",
            strictTest: .isSilent("the container of the caller of `run()` belongs to the test")
        ).check {
            let server = Server()
            try await Self.shutDown(server) { Self.closureService }
            return await server.seen.next(3)
        } remedied: {
            let server = Server()
            try await Self.shutDown(server) { Container.shared.service(\.server, until: gracefulShutdown) }
            return await server.seen.next(3)
        }
    }

    @Test func onlyTheContainerDecidesWhatStopsWhen() async throws {
        let server = Server()
        try await Self.shutDown(server) { Container.shared.service(\.server, until: gracefulShutdown) }
        #expect(await server.events.all() == ["start", "run", "the group shuts down", "stop"])
    }

    /// Without the type, the hooks see the shutdown of the group. So would a group or an application in them, which would shut down at once.
    @Test func hooksInAServiceSeeTheShutdownOfItsGroup() async throws {
        let server = Server()
        try await Self.shutDown(server) { Self.closureService }
        #expect(await server.events.all() == ["start", "run", "the group shuts down", "stop in the group's shutdown"])
    }

    @Test func aCancelledGroupStopsItsContainer() async throws {
        let server = Server()
        try await Self.withServer(server) {
            let service = Container.shared.service(\.server, until: gracefulShutdown)
            let group = Task { try await ServiceGroup(services: [service]).run() }
            _ = await server.running.next()
            group.cancel()
            _ = await group.result
        }
        #expect(await server.events.all() == ["start", "run", "stop"])
    }

    @Test func anErrorOfAHookEndsTheGroup() async throws {
        let server = Server(fails: true)
        await #expect(throws: Failed.self) {
            try await Self.withServer(server) {
                let service = Container.shared.service(\.server, until: gracefulShutdown)
                try await ServiceGroup(services: [service]).run()
            }
        }
        #expect(await server.events.all() == ["start", "run", "stop"])
    }

    // MARK: - Groups

    private static var closureService: ClosureService {
        ClosureService { try await cancelWhenGracefulShutdown { try await Container.shared.run(\.server) } }
    }

    /// Runs a group with a service that is created in the intended container, and shuts it down when the server runs.
    private static func shutDown(_ server: Server, _ service: @Sendable () -> any Service) async throws {
        try await withServer(server) {
            let service = within(Place.intended) { service() }
            let group = ServiceGroup(services: [service])
            async let end: Void = within("that of the caller of the group's `run()`") { try await group.run() }
            _ = await server.running.next()
            server.events.note("the group shuts down")
            await group.triggerGracefulShutdown()
            try await end
        }
    }

    private static func withServer(_ server: Server, _ operation: @Sendable () async throws -> Void) async throws {
        let container = Container.shared.child()
        container.server.override { server }
        try await withExistingContainer(container) { try await operation() }
    }
}

private struct Failed: Error {}

/// Runs until it is stopped, and notes what its hooks see.
private final class Server: Sendable {
    let fails: Bool
    /// The containers of the hooks.
    let seen = Seen()
    let events = Seen()
    let running = Seen()
    private let stopping = Seen()

    init(fails: Bool = false) { self.fails = fails }

    func start() { note("start") }

    func run() async throws {
        note("run")
        if fails { throw Failed() }
        running.note()
        _ = await stopping.next()
    }

    func stop() {
        note("stop")
        stopping.note()
    }

    private func note(_ event: String) {
        seen.note()
        events.note(Task.isShuttingDownGracefully ? "\(event) in the group's shutdown" : event)
    }
}

extension Container {
    fileprivate var server: Factory<Server> {
        self { Server() }.cached
            .onStart { $0.start() }
            .onRun { try await $0.run() }
            .onStop { $0.stop() }
    }
}
