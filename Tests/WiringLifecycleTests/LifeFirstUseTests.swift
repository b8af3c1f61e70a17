import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// When instances stop that are first resolved while others run.
@Suite(.timeLimit(.minutes(10)), .container) struct LifeFirstUseTests {
    private let port = Port()
    private let log: PortLog

    init() {
        log = port.log()
        port.log.override(with: log)
    }

    @Test(arguments: [Scope.cached, .singleton, .graph])
    func whatIsFirstResolvedWhileAServerRunsStopsAfterIt(_ scope: Scope) async throws {
        port.store.scope(scope)
        port.letBystandersStopFirst("server")
        try await port.run(\.bystanders, \.server) { [port] in extendLifetime(port.store()) }
        #expect(log.stops("server", "store").suffix(3) == ["stopped server", "stopping store", "stopped store"])
    }

    @Test func whatARequestResolvesFromTheRootStopsAfterTheServer() async throws {
        port.letBystandersStopFirst("server")
        try await port.run(\.bystanders, \.server) { [port] in
            _ = withChildContainer(of: port) { _ in
            } operation: {
                Port.shared.archive()
            }
        }
        #expect(log.stops("server", "archive").suffix(2) == ["stopping archive", "stopped archive"])
    }

    @Test func whatARequestResolvesForItselfStopsAfterTheServer() async throws {
        let (port, isResolved, mayEnd) = (port, AsyncGate(), AsyncGate())
        port.letBystandersStopFirst("server")
        try await port.run(\.bystanders, \.server) {
            Task {
                await withChildContainer(of: port) { _ in
                } operation: {
                    _ = Port.shared.store()
                    isResolved.open()
                    await mayEnd.pass()
                }
            }
            await isResolved.pass()
        }
        mayEnd.open()
        #expect(log.stops("server", "store").suffix(2) == ["stopping store", "stopped store"])
    }

    /// The server waits for its request, and the request for what its container has started.
    @Test func aRequestThatEndsWhileTheServerStopsDoesNotWaitForTheServer() async throws {
        let (port, isResolved, mayEnd, hasEnded) = (port, AsyncGate(), AsyncGate(), AsyncGate())
        log.on("stopping server") {
            mayEnd.open()
            await hasEnded.pass()
        }
        try await port.run(\.server) {
            Task {
                await withChildContainer(of: port) { _ in
                } operation: {
                    _ = Port.shared.store()
                    isResolved.open()
                    await mayEnd.pass()
                }
                hasEnded.open()
            }
            await isResolved.pass()
        }
        #expect(log.stops("server", "store").suffix(3) == ["stopping store", "stopped store", "stopped server"])
    }

    @Test func whatAHookResolvesStopsAfterItsInstance() async throws {
        let (port, isResolved) = (port, AsyncGate())
        log.on("running visit 1") {
            _ = port.store()
            isResolved.open()
        }
        port.letBystandersStopFirst("visit 1")
        try await port.run(\.bystanders) {
            _ = port.visit(1)
            await isResolved.pass()
        }
        #expect(log.stops("visit 1", "store").suffix(2) == ["stopping store", "stopped store"])
    }

    /// Otherwise a thousand visits would stop one after the other.
    @Test func instancesForParametersStopConcurrently() async throws {
        let (port, stopped) = (port, AsyncGate())
        log.on("stopping visit 2") { stopped.open() }
        log.on("stopping visit 1") { await stopped.pass() }
        try await port.run {
            _ = (port.visit(1), port.visit(2))
        }
        #expect(log.stops("visit 1", "visit 2").last == "stopped visit 1")
    }

    @Test func whatNeedsTheServerStopsBeforeIt() async throws {
        port.letBystandersStopFirst("crew")
        try await port.run(\.bystanders, \.server) { [port] in _ = port.crew() }
        #expect(log.stops("server", "crew") == ["stopping crew", "stopped crew", "stopping server", "stopped server"])
    }

    /// The crew needs the server, and the pilot the second one. Each was first resolved while both ran.
    @Test func instancesThatUseEachOthersServersStop() async throws {
        try await port.run(\.server, \.secondServer) { [port] in _ = (port.pilot(), port.crew()) }
        let events = log.events.values
        for (first, last) in [("crew", "server"), ("pilot", "second")] {
            let places = (events.firstIndex(of: "stopped \(first)"), events.firstIndex(of: "stopping \(last)"))
            #expect(try #require(places.0) < #require(places.1))
        }
    }

    @Test func whatIsFirstResolvedWhileTwoServersRunStopsAfterBoth() async throws {
        port.letBystandersStopFirst("server")
        try await port.run(\.bystanders, \.server, \.secondServer) { [port] in _ = port.store() }
        #expect(log.stops("server", "second", "store").suffix(2) == ["stopping store", "stopped store"])
    }

    @Test func whatAResetLetsGoStopsWhileTheServerRuns() async throws {
        let (port, stopped) = (port, AsyncGate())
        log.on("stopping store") { stopped.open() }
        try await port.run(\.server) {
            _ = port.store()
            port.store.reset()
            await stopped.pass()
        }
        #expect(log.events.values.suffix(2) == ["stopping server", "stopped server"])
    }

    @Test func whatOutlivesAServerDoesNotRetainIt() async throws {
        let (port, stopped) = (port, AsyncGate())
        log.on("stopping server") { stopped.open() }
        try await port.start(\.bystanders)
        do {
            weak let released = port.server()
            try await port.start(\.server)
            _ = port.store()
            port.server.reset()
            await stopped.pass()
            for _ in 0..<1000 where released != nil { await Task.yield() }
            #expect(released == nil)
        }
        await port.shutdown()
    }

    /// What runs has not resolved it.
    @Test func whatStartNamesDoesNotWaitForWhatRuns() async throws {
        let (port, stopped) = (port, AsyncGate())
        log.on("stopping store") { stopped.open() }
        log.on("stopping server") { await stopped.pass() }
        try await port.run(\.server) { try await port.start(\.store) }
        #expect(log.events.values.contains("stopped server"))
    }

    @Test func whatIsResolvedAfterAServerHasReturnedDoesNotWaitForIt() async throws {
        let (port, stopped) = (port, AsyncGate())
        log.on("stopping store") { stopped.open() }
        log.on("stopping server") { await stopped.pass() }
        try await port.start(\.server)
        port.server().asked.open()
        await log.returned.pass()
        for _ in 0..<100 { await Task.yield() }
        _ = port.store()
        await port.shutdown()
    }
}

private final class PortLog: Sendable {
    let events = Collection<String>()
    /// Opens when the server's `onRun` closure returns.
    let returned = AsyncGate()
    private let actions = Locked<[String: @Sendable () async -> Void]>([:])

    func on(_ event: String, _ action: @escaping @Sendable () async -> Void) { actions.withLock { $0[event] = action } }

    func note(_ event: String) async {
        events.add(event)
        await actions.withLock { $0[event] }?()
    }

    /// What instances with some names noted when they stopped.
    func stops(_ names: String...) -> [String] {
        events.values.filter { event in
            names.contains { event == "stopping \($0)" || event == "stopped \($0)" }
        }
    }
}

private final class Port: TaskLocalContainer {
    @TaskLocal static var shared = Port()
    static var taskLocal: TaskLocal<Port> { $shared }
    let manager = ContainerManager()

    /// Makes the stop of an instance take until many others have stopped that nothing needs. What does not wait for the instance
    /// stops with them.
    func letBystandersStopFirst(_ name: String) {
        let (bystanders, log) = (Bystanders(), log())
        for number in 0..<Bystanders.count { log.on("stopping visit \(1000 + number)") { bystanders.stop() } }
        log.on("stopping \(name)") { await bystanders.haveStopped.pass() }
    }
}

private final class Ship: Sendable {
    let name: String
    let asked = AsyncGate()
    let needs: [Ship]

    init(_ name: String, needs: [Ship] = []) {
        self.name = name
        self.needs = needs
    }
}

extension Port {
    fileprivate var log: Factory<PortLog> { self { PortLog() } }

    private func run(_ ship: Ship) async {
        await log().note("running \(ship.name)")
        await ship.asked.pass()
        if ship.name == "server" { log().returned.open() }
    }

    private func stop(_ ship: Ship) async {
        let log = log()
        await log.note("stopping \(ship.name)")
        log.events.add("stopped \(ship.name)")
        ship.asked.open()
    }

    fileprivate var server: Factory<Ship> {
        self { Ship("server") }.cached.onRun { await self.run($0) }.onStop { await self.stop($0) }
    }
    fileprivate var secondServer: Factory<Ship> {
        self { Ship("second") }.cached.onRun { await self.run($0) }.onStop { await self.stop($0) }
    }
    fileprivate var store: Factory<Ship> { self { Ship("store") }.cached.onStop { await self.stop($0) } }
    fileprivate var archive: Factory<Ship> { self { Ship("archive") }.singleton.onStop { await self.stop($0) } }
    fileprivate var crew: Factory<Ship> {
        self { Ship("crew", needs: [self.server()]) }.cached.onStop { await self.stop($0) }
    }
    fileprivate var pilot: Factory<Ship> {
        self { Ship("pilot", needs: [self.secondServer()]) }.cached.onStop { await self.stop($0) }
    }
    fileprivate var visit: ParameterFactory<Int, Ship> {
        self { (number: Int) in Ship("visit \(number)") }.scopeOnParameters.cached
            .onRun { await self.run($0) }.onStop { await self.stop($0) }
    }
    fileprivate var bystanders: Factory<Ship> {
        self { Ship("bystanders", needs: (0..<Bystanders.count).map { self.visit(1000 + $0) }) }.cached
    }
}
