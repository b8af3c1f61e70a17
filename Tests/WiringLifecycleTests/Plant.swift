import Wiring
import WiringLifecycle
import WiringTestSupport

/// A container whose instances record when they start and stop.
final class Plant: SharedContainer {
    @TaskLocal static var shared = Plant()
    let manager = ContainerManager.silent()
    /// What has happened, in order: `starting database`, `started database`, and so on.
    let events = Collection<String>()
    /// Opens when an instance that overruns its time may stop.
    let slowStop = AsyncGate()
    private let actions = Locked<[String: @Sendable () async throws -> Void]>([:])

    /// Sets what happens at an event.
    func on(_ event: String, _ action: @escaping @Sendable () async throws -> Void) {
        actions.withLock { $0[event] = action }
    }

    fileprivate func start(_ machine: Machine) async throws {
        try await perform("starting \(machine.name)")
        events.add("started \(machine.name)")
    }

    fileprivate func stop(_ machine: Machine) async {
        try? await perform("stopping \(machine.name)")
        events.add("stopped \(machine.name)")
        machine.isAsked.open()
    }

    fileprivate func run(_ machine: Machine) async throws {
        try await perform("running \(machine.name)")
        if actions.withLock({ $0["running \(machine.name)"] }) == nil { await machine.isAsked.pass() }
        events.add("ran \(machine.name)")
    }

    func perform(_ event: String) async throws {
        events.add(event)
        try await actions.withLock { $0[event] }?()
    }
}

extension Scope {
    fileprivate static let shift = Cached()
}

/// An instance that a plant starts and stops.
final class Machine: Service {
    let name: String
    private let needs: [Machine]
    /// Opens when it has been asked to finish.
    fileprivate let isAsked = AsyncGate()

    init(_ name: String, needs: [Machine] = []) {
        self.name = name
        self.needs = needs
    }
}

extension Plant {
    var database: Factory<Machine> {
        self { Machine("database") }.cached.onStart { try await self.start($0) }.onStop { await self.stop($0) }
    }

    /// Neither starts nor stops, and depends on the database.
    var repository: Factory<Machine> {
        self { Machine("repository", needs: [self.database()]) }.cached
    }

    var server: Factory<Machine> {
        self { Machine("server", needs: [self.repository()]) }.cached
            .onStart { try await self.start($0) }.onStop { await self.stop($0) }
    }

    var metrics: Factory<Machine> {
        self { Machine("metrics") }.cached.onStart { try await self.start($0) }.onStop { await self.stop($0) }
    }

    var listener: Factory<Machine> {
        self { Machine("listener") }.cached
            .onStart { try await self.start($0) }.onRun { try await self.run($0) }
            .onStop(within: .seconds(600)) { await self.stop($0) }
    }

    var publisher: Factory<Machine> {
        self { Machine("publisher") }.cached.onRun { try await self.run($0) }
    }

    var session: ParameterFactory<Int, Machine> {
        self { (number: Int) in Machine("session \(number)") }.scopeOnParameters.cached
            .onStart { try await self.start($0) }.onStop { await self.stop($0) }
    }

    var belt: Factory<Machine> {
        self { Machine("belt") }.graph.onStart { try await self.start($0) }.onStop { await self.stop($0) }
    }

    /// Depends on one belt.
    var conveyor: Factory<Machine> {
        self { Machine("conveyor", needs: [self.belt(), self.belt()]) }.cached
            .onStart { try await self.start($0) }.onStop { await self.stop($0) }
    }

    var shift: Factory<Machine> {
        self { Machine("shift") }.scope(.shift).onStart { try await self.start($0) }.onStop { await self.stop($0) }
    }

    var log: Factory<Machine> {
        self { Machine("log") }.singleton.onStart { try await self.start($0) }.onStop { await self.stop($0) }
    }
}

/// Instances that nothing needs, so that nothing delays their stops. Something that waits too little ends before they do.
final class Bystanders: Sendable {
    static let count = 100
    /// Opens when all have begun to stop.
    let haveStopped = AsyncGate()
    private let stops = Counter()

    func stop() { if stops.increment() == Self.count { haveStopped.open() } }
}

/// An error of a test.
struct Broken: Error, Equatable {
    var part = ""
}
