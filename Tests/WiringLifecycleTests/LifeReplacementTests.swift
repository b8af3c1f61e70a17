import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// Instances that their scopes let go while the container runs.
@Suite(.timeLimit(.minutes(10)), .container) struct LifeReplacementTests {
    /// Ways to replace the database.
    enum Replacement: CaseIterable {
        case reset, registration, containerReset, scopeReset, expiry

        func perform(in plant: Plant) {
            switch self {
            case .reset: plant.database.reset(.scope)
            case .registration: plant.database.register { Machine("new") }
            case .containerReset: plant.manager.reset(options: .scope)
            case .scopeReset: plant.manager.reset(scope: .cached)
            case .expiry:
                // A resolution evicts what has expired.
                plant.database.timeToLive(60)
                _ = plant.database()
                MonotonicTime.stopping(at: .now + .seconds(120)) { _ = plant.database() }
            }
        }
    }

    /// Its scope stores the gauge weakly, and still has it when it is gone.
    @Test func whatOnlyAStaleInstanceNeedsStopsWhenThatIsBuiltAnew() async throws {
        let plant = Plant()
        let isStopping = AsyncGate()
        plant.on("stopping database") { isStopping.open() }
        try await plant.run(\.metrics) {
            _ = plant.gauge()
            plant.database.reset(.scope)
            let panel = plant.panel()
            await isStopping.pass()
            extendLifetime(panel)
        }
        #expect(plant.events.values.filter { $0 == "stopped database" }.count == 2)
    }

    @Test(arguments: Replacement.allCases)
    func aReplacedInstanceStopsDuringTheRun(_ replacement: Replacement) async throws {
        let plant = Plant()
        let stopping = AsyncGate()
        plant.on("stopping database") { stopping.open() }
        try await plant.run {
            _ = plant.database()
            replacement.perform(in: plant)
            await stopping.pass()
            plant.events.add("body")
        }
        let events = plant.events.values
        #expect(events.firstIndex(of: "stopping database")! < events.firstIndex(of: "body")!)
        #expect(events.count { $0.hasPrefix("started ") } == events.count { $0.hasPrefix("stopped ") })
        #expect(Set(events).count == events.count || replacement == .expiry)
    }

    @Test func instancesForParametersStopWhenTheyAreCleared() async throws {
        let plant = Plant()
        let stopped = [AsyncGate(), AsyncGate()]
        for (number, gate) in stopped.enumerated() { plant.on("stopping session \(number)") { gate.open() } }
        try await plant.run {
            _ = (plant.session(0), plant.session(1))
            plant.session.reset(.scope)
            for gate in stopped { await gate.pass() }
        }
    }

    /// The repository has no hooks, and is kept, too.
    @Test func aReplacedInstanceStopsAfterWhatWasBuiltWithIt() async throws {
        let plant = Plant()
        let stopping = AsyncGate()
        plant.on("stopping database") { stopping.open() }
        try await plant.run {
            _ = plant.server()
            plant.database.reset(.scope)
            plant.server.reset(.scope)
            // The repository still has the first database.
            try await plant.start(\.metrics)
            plant.repository.reset(.scope)
            await stopping.pass()
        }
        let events = plant.events.values
        #expect(events.firstIndex(of: "stopped server")! < events.firstIndex(of: "stopping database")!)
        #expect(events.firstIndex(of: "started metrics")! < events.firstIndex(of: "stopping database")!)
        #expect(events.count { $0 == "stopped database" } == 1)
    }

    @Test func whatASavedStateKeepsRuns() async throws {
        let plant = Plant()
        let stopping = AsyncGate()
        plant.on("stopping new") { stopping.open() }
        try await plant.run(\.database) {
            let database = plant.database()
            plant.manager.push()
            plant.database.register { Machine("new") }
            _ = plant.database()
            plant.manager.pop()
            await stopping.pass()
            #expect(plant.database() === database)
            #expect(!plant.events.values.contains("stopping database"))
        }
    }

    /// It would stop when its resolution has ended.
    @Test func whatNoScopeKeepsRunsUntilTheEnd() async throws {
        let plant = Plant()
        let started = AsyncGate()
        plant.on("starting belt") { started.open() }
        try await plant.run(\.metrics) {
            _ = plant.belt()
            await started.pass()
            plant.database.reset(.scope)
            _ = plant.database()
            plant.events.add("body")
        }
        let events = plant.events.values
        #expect(events.firstIndex(of: "body")! < events.firstIndex(of: "stopping belt")!)
    }

    /// An error of its task is not that of the run.
    @Test func theLoggerReceivesTheErrorOfAReplacedTask() async throws {
        let plant = Plant()
        let (lines, stopped) = (Collection<String>(), AsyncGate())
        plant.manager.logger = {
            lines.add($0)
            if lines.values.count == 2 { stopped.open() }
        }
        plant.on("running publisher") {
            await untilCancelled()
            throw Broken("publisher")
        }
        try await plant.start(\.publisher)
        plant.publisher.reset(.scope)
        await stopped.pass()
        await plant.shutdown()
        #expect(lines.values.allSatisfy { $0.contains("Plant.publisher") })
        #expect(lines.values.last?.contains("the onRun closure of Plant.publisher<Machine> has failed: Broken") == true)
    }

    @Test func aShutdownWaitsForTheStopOfAReplacedInstance() async throws {
        let plant = Plant()
        let (stopping, mayStop) = (AsyncGate(), AsyncGate())
        plant.on("stopping database") {
            stopping.open()
            await mayStop.pass()
        }
        plant.on("stopping metrics") { mayStop.open() }
        try await plant.start(\.database, \.metrics)
        plant.database.reset(.scope)
        await stopping.pass()
        await plant.shutdown()
        #expect(plant.events.values.contains("stopped database"))
    }

    @Test func replacedInstancesAreReleased() async throws {
        let tracker = Tracker()
        let tanks = Tanks(tracker)
        tanks.manager.logger = { _ in }
        try await tanks.start(\.tank)
        do {
            for _ in 0..<300 {
                tanks.manager.reset(options: .scope)
                _ = tanks.tank()
            }
            // Those of the last tank and its pump remain.
            while tracker.alive > 2 { await Task.yield() }
        }
        await tanks.shutdown()
        #expect(tracker.made == 602)
        #expect(tracker.alive == 0)
    }
}

extension Plant {
    fileprivate var gauge: Factory<Machine> { self { Machine("gauge", needs: [self.database()]) }.shared }

    fileprivate var panel: Factory<Machine> {
        self { Machine("panel", needs: [self.gauge()]) }.cached.onStop { self.events.add("stopped \($0.name)") }
    }
}
