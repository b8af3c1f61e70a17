import Testing
import WiringLifecycle
import WiringModules
import WiringTestSupport
import WiringTesting

@Suite(.timeLimit(.minutes(10)), .container) struct LifeRunTests {
    @Test func dependenciesStartFirstAndStopLast() async throws {
        let plant = Plant()
        let result = try await plant.run(\.server) {
            plant.events.add("body")
            return 1
        }
        #expect(result == 1)
        #expect(
            plant.events.values == [
                "starting database", "started database", "starting server", "started server", "body",
                "stopping server", "stopped server", "stopping database", "stopped database",
            ]
        )
    }

    @Test func aGraphInstanceStartsAndStopsOnceForItsGraph() async throws {
        let plant = Plant()
        try await plant.run(\.conveyor) { plant.events.add("body") }
        #expect(
            plant.events.values == [
                "starting belt", "started belt", "starting conveyor", "started conveyor", "body",
                "stopping conveyor", "stopped conveyor", "stopping belt", "stopped belt",
            ]
        )
    }

    @Test func anInstanceOfACustomScopeStartsAndStops() async throws {
        let plant = Plant()
        let shift = try await plant.run(\.shift) {
            plant.events.add("body")
            return plant.shift()
        }
        #expect(
            plant.events.values == [
                "starting shift", "started shift", "body", "stopping shift", "stopped shift",
            ]
        )
        #expect(plant.shift() !== shift)
    }

    /// The database starts when the metrics do, and stops when they do.
    @Test func independentInstancesStartAndStopConcurrently() async throws {
        let plant = Plant()
        let (started, stopped) = (AsyncGate(), AsyncGate())
        plant.on("starting database") { await started.pass() }
        plant.on("starting metrics") { started.open() }
        plant.on("stopping metrics") { await stopped.pass() }
        plant.on("stopping database") { stopped.open() }
        try await plant.run(\.database, \.metrics) {}
        #expect(plant.events.values.count == 8)
    }

    @Test @MainActor func theBodyHasTheIsolationOfItsCaller() async throws {
        let (plant, log) = (Plant(), MainActorLog())
        try await plant.run { log.add("none") }
        try await plant.run(\.database) { log.add("one") }
        try await plant.run(\.database, \.metrics) { log.add("two") }
        try await plant.run(\.database, \.metrics, \.server) { log.add("three") }
        try await plant.run(\.database, \.metrics, \.server, \.plain) { log.add("four") }
        #expect(log.entries == ["none", "one", "two", "three", "four"])
        #expect(await BodyOfAnActor().run(plant) == 2)
    }

    @Test func anyNumberOfDependenciesCanBeNamed() async throws {
        let plant = Plant()
        try await plant.run(\.database, \.metrics, \.server, \.plain, \.repository) { plant.events.add("body") }
        #expect(plant.events.values.contains("started metrics"))
        #expect(plant.events.values.contains("body"))
    }

    @Test func aRunNeedsNoNamedDependencies() async throws {
        let plant = Plant()
        try await plant.run { plant.events.add("body") }
        #expect(plant.events.values == ["body"])
    }

    @Test func aCollectionCanBeNamed() async throws {
        let plant = Plant()
        plant.parts.contribute(\Plant.database)
        plant.parts.contribute(\Plant.metrics)
        try await plant.run(\.parts) {}
        #expect(Set(plant.events.values).isSuperset(of: ["started database", "started metrics", "stopped database"]))
    }

    @Test func aDependencyCanBeNamedWithItsParameter() async throws {
        let plant = Plant()
        try await plant.run(\.session[7]) { plant.events.add("body") }
        #expect(
            plant.events.values == [
                "starting session 7", "started session 7", "body", "stopping session 7", "stopped session 7",
            ]
        )
    }

    @Test func everythingStopsIfTheBodyThrows() async throws {
        let plant = Plant()
        await #expect(throws: Broken("body")) { try await plant.run(\.server) { throw Broken("body") } }
        #expect(plant.events.values.suffix(2) == ["stopping database", "stopped database"])
    }

    /// The run is cancelled within its body, and the stops are not.
    @Test func everythingStopsIfTheTaskIsCancelled() async throws {
        let plant = Plant()
        let (began, isCancelled) = (AsyncGate(), Collection<Bool>())
        plant.on("stopping server") { isCancelled.add(Task.isCancelled) }
        let run = Task {
            try await plant.run(\.server) {
                began.open()
                await untilCancelled()
                try Task.checkCancellation()
            }
        }
        await began.pass()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(isCancelled.values == [false])
        #expect(plant.events.values.last == "stopped database")
    }

    /// The task of the listener returns because it learns of the same termination.
    @Test func aCancelledRunMayEndAfterATask() async throws {
        let plant = Plant()
        let (run, isKnown) = (Locked<Task<Void, any Error>?>(nil), AsyncGate())
        plant.on("running listener") {}
        let task = Task {
            try await plant.run(\.listener) {
                await untilCancelled()
                await isKnown.pass()
                run.withLock { $0 }?.cancel()
                throw CancellationError()
            }
        }
        run.withLock { $0 = task }
        isKnown.open()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: - Without a body

    @Test func aRunWithoutABodyEndsWhenItsTaskIsCancelled() async throws {
        let plant = Plant()
        let (began, asked) = (AsyncGate(), AsyncGate())
        plant.on("stopping listener") { asked.open() }
        plant.on("running listener") {
            began.open()
            await asked.pass()
        }
        let run = Task { try await plant.run(\.server, \.listener) }
        await began.pass()
        run.cancel()
        try await run.value
        #expect(Set(plant.events.values).isSuperset(of: ["ran listener", "stopped server", "stopped database"]))
    }

    @Test func aRunWithoutABodyThatIsCancelledDuringItsStartReturns() async throws {
        let plant = Plant()
        let began = AsyncGate()
        plant.on("starting server") {
            began.open()
            await untilCancelled()
            throw CancellationError()
        }
        let run = Task { try await plant.run(\.server) }
        await began.pass()
        run.cancel()
        try await run.value
        #expect(plant.events.values.suffix(3) == ["starting server", "stopping database", "stopped database"])
    }

    @Test func aRunWithoutABodyThrowsTheErrorOfATask() async {
        let plant = Plant()
        plant.on("running publisher") { throw Broken("publisher") }
        await #expect(throws: Broken("publisher")) { try await plant.run(\.publisher) }
    }

    @Test func aRunWithoutABodyThrowsIfATaskReturns() async {
        let plant = Plant()
        plant.on("running publisher") {}
        let error = await #expect(throws: LifecycleError.self) { try await plant.run(\.publisher) }
        #expect(error?.reason == .onRunReturned)
    }

    @Test func aRunWithoutABodyThrowsIfItIsShutDown() async throws {
        let plant = Plant()
        let began = AsyncGate()
        plant.on("running publisher") {
            began.open()
            await untilCancelled()
        }
        let run = Task { try await plant.run(\.publisher) }
        await began.pass()
        await plant.shutdown()
        let error = await #expect(throws: LifecycleError.self) { try await run.value }
        #expect(error?.reason == .shutDown)
    }

    // MARK: - The body

    @Test func theBodyRunsWithTheIsolationThatItHas() async throws {
        let plant = Plant()
        try await plant.run(\.database) { @MainActor in MainActor.assertIsolated() }
    }

    @MainActor @Test func namedDependenciesAreResolvedWhereRunIsCalled() async throws {
        let container = MainActorPlant()
        try await container.run(\.screen) {}
        #expect(container.plant.events.values == ["started screen"])
    }

    @Test func aBodyMayEndTheRunByAShutdown() async throws {
        let plant = Plant()
        try await plant.run(\.server) {
            await plant.shutdown()
            plant.events.add("body")
        }
        #expect(plant.events.values.suffix(2) == ["stopped database", "body"])
    }

    @Test func aShutdownCancelsTheBody() async throws {
        let plant = Plant()
        let began = AsyncGate()
        let line = #line + 2
        let run = Task {
            try await plant.run(\.server) {
                began.open()
                await untilCancelled()
                try Task.checkCancellation()
            }
        }
        await began.pass()
        await plant.shutdown()
        let error = await #expect(throws: LifecycleError.self) { try await run.value }
        #expect(error?.reason == .shutDown)
        let text = """
            Wiring: Plant was shut down
                  started at WiringLifecycleTests/LifeRunTests.swift:\(line)
            To start it again, wait until `shutdown()` has returned.
            """
        #expect(error?.description == text)
    }

    @Test func aSecondRunThrows() async throws {
        let plant = Plant()
        let line = #line + 1
        try await plant.run(\.server) {
            let error = await #expect(throws: LifecycleError.self) { try await plant.run(\.metrics) {} }
            let text = """
                Wiring: Plant is already running
                      started at WiringLifecycleTests/LifeRunTests.swift:\(line)
                To start more, call `start`. To run it again, wait until this run ends, or call `shutdown()`.
                """
            #expect(error?.description == text)
        }
        #expect(!plant.events.values.contains("starting metrics"))
        #expect(plant.events.values.last == "stopped database")
    }

    @Test func anErrorOfATaskThatStopsIsReported() async throws {
        let plant = Plant()
        let lines = Collection<String>()
        plant.manager.logger = { lines.add($0) }
        let asked = AsyncGate()
        plant.on("stopping listener") { asked.open() }
        plant.on("running listener") {
            await asked.pass()
            throw Broken("listener")
        }
        try await plant.run(\.listener) {}
        let text =
            "Wiring: the onRun closure of Plant.listener<Machine> has failed: Broken(part: \"listener\")\n      Plant.listener<"
        #expect(lines.values.map { $0.hasPrefix(text) } == [true])
        #expect(plant.events.values.last == "stopped listener")
    }

    @Test func theErrorOfATaskThatTheStopCancelsIsNotReported() async throws {
        let plant = Plant()
        plant.manager.logger = { Issue.record("\($0)") }
        let ended = AsyncGate()
        plant.on("running publisher") {
            defer { ended.open() }
            await untilCancelled()
            throw CancellationError()
        }
        try await plant.run(\.publisher) {}
        await ended.pass()
    }

    /// The listener fails when the failure of the other has cancelled the body.
    @Test func aSecondErrorOfATaskIsReported() async throws {
        let plant = Plant()
        let lines = Collection<String>()
        plant.manager.logger = { lines.add($0) }
        let (began, mayFail) = (AsyncGate(), AsyncGate())
        plant.on("running listener") {
            await mayFail.pass()
            throw Broken("second")
        }
        plant.on("running publisher") {
            await began.pass()
            throw Broken("first")
        }
        await #expect(throws: Broken("first")) {
            try await plant.run(\.listener, \.publisher) {
                began.open()
                await untilCancelled()
                mayFail.open()
            }
        }
        #expect(lines.values.count == 1)
        #expect(lines.values.first?.contains("Broken(part: \"second\")") == true)
    }

    @Test func aContainerCanRunAgain() async throws {
        let plant = Plant()
        try await plant.run(\.database) {}
        let first = plant.events.values
        try await plant.run(\.database) {}
        #expect(plant.events.values == first + first)
    }
}

extension Plant {
    var parts: Collected<Machine> { collected() }
}

final class MainActorPlant: ManagedContainer {
    let manager = ContainerManager()
    let plant = Plant()

    @MainActor var screen: Factory<Machine> {
        self { @MainActor in Machine("screen") }.cached.onStart { @MainActor in
            self.plant.events.add("started \($0.name)")
        }
    }
}

extension Broken {
    init(_ part: String) { self.part = part }
}

@MainActor private final class MainActorLog {
    var entries: [String] = []

    func add(_ entry: String) {
        MainActor.assertIsolated()
        entries.append(entry)
    }
}

private actor BodyOfAnActor {
    private var count = 0

    func run(_ plant: Plant) async -> Int {
        try? await plant.run(\.database, \.metrics) { self.count += 1 }
        try? await plant.run { self.count += 1 }
        return count
    }
}
