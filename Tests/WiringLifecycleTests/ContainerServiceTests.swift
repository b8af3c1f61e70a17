import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

private enum Values {
    @TaskLocal static var value = "none"
}

private struct Failed: Error, Equatable {}

/// Notes what happens, and runs until it is stopped.
private final class Server: Sendable {
    let events = Collection<String>()
    let isRunning = AsyncGate()
    let hasStopped = AsyncGate()
    private let mayEnd = AsyncGate()
    let fails: Bool

    init(fails: Bool = false) { self.fails = fails }

    func start() { note("start") }

    func run() async throws {
        note("run")
        if fails { throw Failed() }
        isRunning.open()
        await mayEnd.pass()
    }

    func stop() {
        note("stop")
        mayEnd.open()
        hasStopped.open()
    }

    private func note(_ event: String) { events.add("\(event): \(Container.shared.name()), \(Values.value)") }
}

extension Container {
    fileprivate var name: Factory<String> { self { "test" } }
    fileprivate var server: Factory<Server> {
        self { Server() }.cached
            .onStart { $0.start() }
            .onRun { try await $0.run() }
            .onStop { $0.stop() }
    }
    fileprivate var metrics: Factory<Server> {
        self { Server() }.cached
            .onStart { $0.start() }
            .onStop { $0.stop() }
    }
}

/// A container as a service.
@Suite(.timeLimit(.minutes(10)), .container) struct ContainerServiceTests {
    private let server = Server()
    private let end = AsyncGate()

    init() { Container.shared.server.override(with: server) }

    @Test func aServiceRunsUntilItIsToldToEnd() async throws {
        let (end, server) = (end, server)
        let service = Container.shared.service(\.server) { await end.pass() }
        async let run: Void = service.run()
        await server.isRunning.pass()
        end.open()
        try await run
        #expect(server.events.values == ["start: test, none", "run: test, none", "stop: test, none"])
    }

    @Test func aCancelledServiceEndsWithoutAnError() async throws {
        let service = Container.shared.service(\.server) { await untilCancelled() }
        let run = Task { try await service.run() }
        await server.isRunning.pass()
        run.cancel()
        try await run.value
        #expect(server.events.values.last == "stop: test, none")
    }

    /// The closure returns when the server has stopped, and not when its task is cancelled.
    @Test func aCancelledServiceStopsThoughItsClosureGoesOn() async throws {
        let server = server
        let service = Container.shared.service(\.server) { await server.hasStopped.pass() }
        let run = Task { try await service.run() }
        await server.isRunning.pass()
        run.cancel()
        try await run.value
        #expect(server.events.values.last == "stop: test, none")
    }

    @Test func aCancellationErrorOfTheClosureIsNoError() async throws {
        let server = server
        let service = Container.shared.service(\.server) {
            await server.isRunning.pass()
            throw CancellationError()
        }
        try await service.run()
        #expect(server.events.values.last == "stop: test, none")
    }

    @Test func anErrorOfAHookEndsTheService() async throws {
        let failing = Server(fails: true)
        Container.shared.server.override(with: failing)
        // It would wait without end if it were not cancelled.
        let service = Container.shared.service(\.server) { await untilCancelled() }
        await #expect(throws: Failed.self) { try await service.run() }
        #expect(failing.events.values.last == "stop: test, none")
    }

    @Test func aRunThatCancelsItselfEndsTheService() async throws {
        Container.shared.server.override {
            withUnsafeCurrentTask { $0?.cancel() }
            return Server()
        }
        // It would wait without end if it were not cancelled.
        let service = Container.shared.service(\.server) { await untilCancelled() }
        try await service.run()
    }

    @Test func anErrorOfTheClosureEndsTheService() async throws {
        let server = server
        let service = Container.shared.service(\.server) {
            await server.isRunning.pass()
            throw Failed()
        }
        await #expect(throws: Failed.self) { try await service.run() }
        #expect(server.events.values.last == "stop: test, none")
    }

    /// A service group tells of its shutdown by a task-local value.
    @Test func hooksSeeWhereTheServiceWasCreatedAndTheClosureWhereItRuns() async throws {
        let (server, seen) = (server, Collection<String>())
        let service = Container.shared.service(\.server) {
            await server.isRunning.pass()
            seen.add("\(Container.shared.name()), \(Values.value)")
        }
        try await withChildContainer {
            $0.name.override { "caller" }
        } operation: {
            try await Values.$value.withValue("caller") { try await service.run() }
        }
        #expect(server.events.values == ["start: test, none", "run: test, none", "stop: test, none"])
        #expect(seen.values == ["caller, caller"])
    }

    @Test func aServiceStartsSeveralDependenciesAndItsContainerRunsAgain() async throws {
        for _ in 1...2 {
            let (metrics, server) = (Server(), Server())
            Container.shared.metrics.override(with: metrics)
            Container.shared.server.override(with: server)
            let service = Container.shared.service(\.metrics, \.server) { await server.isRunning.pass() }
            try await service.run()
            #expect(metrics.events.values == ["start: test, none", "stop: test, none"])
            #expect(server.events.values == ["start: test, none", "run: test, none", "stop: test, none"])
        }
    }

    @Test func anErrorOfTheRunNamesThePlaceOfTheService() async throws {
        let line = #line + 1
        let service = Container.shared.service(\.server) { await untilCancelled() }
        let run = Task { try await service.run() }
        await server.isRunning.pass()
        let error = await #expect(throws: LifecycleError.self) { try await service.run() }
        #expect(error?.description.contains("ContainerServiceTests.swift:\(line)") == true)
        run.cancel()
        try await run.value
    }
}
