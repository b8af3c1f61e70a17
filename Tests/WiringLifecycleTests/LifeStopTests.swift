import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

@Suite(.timeLimit(.minutes(10)), .container) struct LifeStopTests {
    // MARK: - Time

    /// The server does not stop until the test ends.
    @Test func aStopThatOverrunsItsTimeIsReportedAndDoesNotDelayOthers() async throws {
        let plant = Plant()
        let lines = Collection<String>()
        plant.manager.logger = { lines.add($0) }
        try await plant.run(\.slow) {}
        #expect(plant.events.values.suffix(2) == ["stopping database", "stopped database"])
        let line = try #require(lines.values.first)
        #expect(lines.values.count == 1)
        #expect(
            line.hasPrefix("Wiring: Plant.slow<Machine> did not stop within 0.001 seconds\n      Plant.slow<Machine>  ")
        )
        #expect(plant.manager.isEmpty(.scope))
        plant.slowStop.open()
    }

    @Test func aTaskThatOverrunsItsTimeIsReported() async throws {
        let plant = Plant()
        let lines = Collection<String>()
        plant.manager.logger = { lines.add($0) }
        try await plant.run(\.slowTask) {}
        #expect(lines.values.count == 1)
        plant.slowStop.open()
    }

    @Test func aTaskThatIsNotAskedToFinishIsCancelledAtOnce() async throws {
        let plant = Plant()
        let running = AsyncGate()
        plant.on("running publisher") {
            running.open()
            await untilCancelled()
        }
        try await plant.run(\.publisher) { await running.pass() }
        #expect(plant.events.values == ["running publisher", "ran publisher"])
    }

    /// The `onStop` closure does not make the other one return.
    @Test func aTaskThatOnlyCancellationEndsIsCancelledAfterItsTime() async throws {
        let plant = Plant()
        let (lines, ended) = (Collection<String>(), AsyncGate())
        plant.manager.logger = { lines.add($0) }
        plant.on("deaf") {
            await untilCancelled()
            ended.open()
        }
        try await plant.run(\.deaf) {}
        await ended.pass()
        let line = try #require(lines.values.first)
        #expect(lines.values.count == 1)
        #expect(
            line.hasPrefix("Wiring: Plant.deaf<Machine> did not stop within 0.001 seconds\n      Plant.deaf<Machine>  ")
        )
        #expect(line.contains("Its onStop closure returned, but its onRun closure did not."))
    }

    @Test func aStopWithinItsTimeIsNotReported() async throws {
        let plant = Plant()
        plant.manager.logger = { Issue.record("\($0)") }
        try await plant.run(\.quick) {}
        #expect(plant.events.values == ["stopped quick"])
    }

    // MARK: - Saved states

    @Test func savedStatesHoldNoInstancesAfterwards() async throws {
        let plant = Plant()
        weak let released = plant.repository()
        plant.manager.push()
        try await plant.run {}
        #expect(released == nil)
        plant.manager.pop()
        #expect(plant.manager.isEmpty(.scope))
    }

    // MARK: - Tasks

    ///     onStop                    onRun
    ///                               begins
    ///     returns
    ///                               finishes what it has begun
    ///                               returns
    @Test func aStopWaitsForTheTaskWithoutCancellingIt() async throws {
        let plant = Plant()
        let running = AsyncGate()
        plant.on("running listener") {
            running.open()
            while plant.events.values.last != "stopped listener" { await Task.yield() }
            // It would be cancelled meanwhile.
            for _ in 0..<1000 { await Task.yield() }
            #expect(!Task.isCancelled)
        }
        try await plant.run(\.listener) { await running.pass() }
        #expect(
            plant.events.values == [
                "starting listener", "started listener", "running listener", "stopping listener", "stopped listener",
                "ran listener",
            ]
        )
    }

    @Test func aTaskThatFailsEndsTheRun() async throws {
        let plant = Plant()
        plant.on("running listener") { throw Broken("listener") }
        await #expect(throws: Broken("listener")) {
            try await plant.run(\.listener) {
                await untilCancelled()
                try Task.checkCancellation()
            }
        }
        #expect(plant.events.values.last == "stopped listener")
    }

    @Test func aTaskThatReturnsEndsTheRun() async throws {
        let plant = Plant()
        plant.on("running listener") {}
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.listener) {
                await untilCancelled()
                try Task.checkCancellation()
            }
        }
        #expect(error?.reason == .onRunReturned)
        let text = """
            Wiring: the onRun closure of Plant.listener<Machine> has returned, which ends the run
                  Plant.listener
            """
        #expect(error?.description.hasPrefix(text) == true)
        #expect(plant.events.values.last == "stopped listener")
    }

    @Test func aBodyMayReturnWhenATaskHasReturned() async throws {
        let plant = Plant()
        plant.on("running listener") {}
        let result = try await plant.run(\.listener) {
            await untilCancelled()
            return "done"
        }
        #expect(result == "done")
    }

    // MARK: - Shutdown

    @Test func aShutdownClearsAContainerThatWasNotStarted() async {
        let plant = Plant()
        _ = plant.database()
        #expect(!plant.manager.isEmpty(.scope))
        await plant.shutdown()
        #expect(plant.manager.isEmpty(.scope))
        #expect(plant.events.values.isEmpty)
    }

    @Test func aContainerThatWasStartedIsShutDown() async throws {
        let plant = Plant()
        await plant.shutdown()
        try await plant.start(\.server)
        #expect(plant.events.values.count == 4)
        await plant.shutdown()
        #expect(plant.events.values.last == "stopped database")
        await plant.shutdown()
        #expect(plant.events.values.count == 8)
        #expect(plant.manager.isEmpty(.scope))
    }

    /// The second call is made while the first stops the server.
    @Test @MainActor func everyShutdownReturnsWhenEverythingHasStopped() async throws {
        let plant = Plant()
        let (began, mayEnd) = (AsyncGate(), AsyncGate())
        plant.on("stopping server") {
            began.open()
            await mayEnd.pass()
        }
        try await plant.start(\.server)
        let first = Task { await plant.shutdown() }
        await began.pass()
        let second = await suspended {
            await plant.shutdown()
            plant.events.add("second")
        }
        mayEnd.open()
        await first.value
        try await second.value
        #expect(plant.events.values.suffix(2) == ["stopped database", "second"])
        #expect(plant.events.values.count == 9)
    }

    @Test func aCancelledTaskShutsDownCompletely() async throws {
        let plant = Plant()
        try await plant.start(\.server)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await plant.shutdown()
        }.value
        #expect(plant.events.values.last == "stopped database")
    }

    @Test func aShutdownWithinAHookDoesNotWaitForIt() async throws {
        let plant = Plant()
        plant.on("running listener") { await Task { await plant.shutdown() }.value }
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.listener) {
                await untilCancelled()
                try Task.checkCancellation()
            }
        }
        #expect(error?.reason == .shutDown)
        plant.on("stopping database") { await plant.shutdown() }
        try await plant.run(\.database) {}
        plant.on("starting metrics") { await plant.shutdown() }
        await #expect(throws: LifecycleError.self) { try await plant.run(\.metrics) {} }
        #expect(plant.events.values.last == "stopped metrics")
    }

    /// A detached task is not part of the hook, so the hook waits for itself.
    @Test func aHookThatAwaitsADetachedShutdownEndsWithItsTime() async throws {
        let plant = Plant()
        let (lines, ended) = (Collection<String>(), AsyncGate())
        plant.manager.logger = { lines.add($0) }
        plant.on("selfish") {
            await Task.detached { await plant.shutdown() }.value
            ended.open()
        }
        try await plant.run(\.selfish) {}
        await ended.pass()
        let text = "Wiring: Plant.selfish<Machine> did not stop within 0.001 seconds"
        #expect(lines.values.map { $0.hasPrefix(text) } == [true])
    }

    @Test func aShutdownDuringAStartCancelsTheStart() async throws {
        let plant = Plant()
        let began = AsyncGate()
        plant.on("starting server") {
            began.open()
            await untilCancelled()
        }
        let start = Task { try await plant.start(\.server) }
        await began.pass()
        await plant.shutdown()
        let error = await #expect(throws: LifecycleError.self) { try await start.value }
        #expect(error?.reason == .shutDown)
        #expect(plant.events.values.suffix(4).first == "stopping server")
    }

    @Test func aDependencyThatIsResolvedDuringAShutdownDoesNotStart() async throws {
        let plant = Plant()
        let lines = Collection<String>()
        plant.manager.logger = { lines.add($0) }
        plant.on("stopping database") {
            #expect(plant.metrics().name == "metrics")
            let error = await #expect(throws: LifecycleError.self) { try await plant.start(\.listener) }
            #expect(error?.reason == .shutDown)
        }
        try await plant.run(\.database) {}
        #expect(!plant.events.values.contains("starting metrics"))
        #expect(lines.values.count == 1)
        let text = """
            Wiring: Plant.metrics<Machine> was resolved while its container was shutting down, and was not started

            """
        #expect(lines.values.first?.hasPrefix(text) == true)
        #expect(plant.manager.isEmpty(.scope))
    }

    @Test func anErrorWithoutARunIsReported() async throws {
        let plant = Plant()
        let (lines, reported) = (Collection<String>(), AsyncGate())
        plant.manager.logger = {
            lines.add($0)
            reported.open()
        }
        let mayFail = AsyncGate()
        plant.on("running listener") {
            await mayFail.pass()
            throw Broken("listener")
        }
        try await plant.start(\.listener)
        mayFail.open()
        await reported.pass()
        await plant.shutdown()
        #expect(lines.values.count == 1)
        #expect(
            lines.values.first?.hasPrefix("Wiring: the onRun closure of Plant.listener<Machine> has failed: Broken")
                == true
        )
        #expect(plant.events.values.last == "stopped listener")
    }

    // MARK: - Instances

    @Test func singletonsThatHaveStoppedAreCleared() async throws {
        let plant = Plant()
        let kept = plant.keptSingleton()
        let reader = Locked<Machine?>(nil)
        try await plant.run(\.logReader) { reader.withLock { $0 = plant.logReader() } }
        #expect(plant.keptSingleton() === kept)
        try await plant.run(\.logReader) { #expect(plant.logReader() !== reader.withLock { $0 }) }
        #expect(plant.events.values.filter { $0 == "started log" }.count == 2)
    }

    /// They have no hooks, and depend on an instance that has stopped.
    @Test func singletonsThatDependOnAStoppedInstanceAreCleared() async throws {
        let plant = Plant()
        let first = try await plant.run(\.standardPump, \.customPump) { [plant.standardPump(), plant.customPump()] }
        let second = try await plant.run(\.standardPump, \.customPump) { [plant.standardPump(), plant.customPump()] }
        for (first, second) in zip(first, second) { #expect(first !== second) }
        #expect(plant.events.values.filter { $0 == "started database" }.count == 2)
    }

    @Test func whatOtherContainersBuiltWithAStoppedInstanceIsBuiltAnew() async throws {
        let (plant, other) = (Plant(), Plant())
        other.repository.register { [unowned plant] in Machine("repository", needs: [plant.database()]) }
        let first = try await plant.run(\.database) { [other.repository(), other.repository()] }
        #expect(first[0] === first[1])
        let second = other.repository()
        #expect(second !== first[0])
        #expect(other.repository() === second)
    }

    @Test func anInstanceThatAnotherContainerStoresStartsAgain() async throws {
        let (plant, other) = (Plant(), Plant())
        plant.repository.register { Machine("repository", needs: [other.database()]) }
        try await plant.run(\.repository) {}
        try await plant.run(\.repository) {}
        #expect(
            other.events.values == [
                "starting database", "started database", "stopping database", "stopped database",
                "starting database", "started database", "stopping database", "stopped database",
            ]
        )
    }

    @Test func anInstanceWithAStoppedDependencyDoesNotStartButIsBuiltAnew() async throws {
        let (plant, other) = (Plant(), Plant())
        other.server.register { [unowned plant] in Machine("server", needs: [plant.database()]) }
        let first = try await plant.run(\.database) { other.server() }
        try await other.start(\.server)
        #expect(other.server() !== first)
        #expect(other.events.values == ["starting server", "started server"])
        await other.shutdown()
    }

    @Test func aSingletonThatIsBuiltDuringTheShutdownIsNotKept() async throws {
        let plant = Plant()
        let (late, lines) = (Locked<Machine?>(nil), Collection<String>())
        plant.manager.logger = { lines.add($0) }
        plant.on("stopping log") { late.withLock { $0 = plant.lateReader() } }
        try await plant.run(\.log) {}
        plant.on("stopping log") {}
        plant.events.removeAll()
        #expect(lines.values.map { $0.hasSuffix("Resolve it before the shutdown.") } == [true])
        try await plant.run(\.lateReader) { #expect(plant.lateReader() !== late.withLock { $0 }) }
        #expect(
            plant.events.values == ["starting log", "started log", "started reader", "stopping log", "stopped log"]
        )
    }

    @Test func aStopLeavesOtherParametersAlone() async throws {
        let (plant, other) = (Plant(), Plant())
        try await plant.start(\.firstLine)
        try await other.start(\.secondLine)
        let second = other.line(2)
        await plant.shutdown()
        #expect(plant.line(2) === second)
        await other.shutdown()
    }

    // stopping thread             another thread
    //                             begins to build a singleton
    // stops a container
    //                             ends: the instance is kept
    @Test func aStopLeavesSingletonsUnderConstructionAlone() async throws {
        let plant = Plant()
        let (begun, finish) = (AsyncGate(), Gate())
        plant.keptSingleton.register {
            begun.open()
            finish.pass()
            return Machine("kept")
        }
        try await plant.start(\.log)
        async let kept = onThread { [singleton = Scope.singleton] in
            Scope.$singleton.withValue(singleton) { plant.keptSingleton() }
        }
        await begun.pass()
        await plant.shutdown()
        finish.open()
        #expect(await kept === plant.keptSingleton())
    }

    @Test func aRunLeavesNoInstances() async throws {
        let tracker = Tracker()
        weak var container: Tanks?
        do {
            let tanks = Tanks(tracker)
            container = tanks
            try await tanks.run(\.tank) { #expect(tracker.alive == 2) }
            #expect(tracker.alive == 0)
        }
        #expect(container == nil)
    }

    /// The closures of the declaration capture the container.
    @Test func aContainerThatIsNotStartedIsReleasedWithItsInstances() {
        let tracker = Tracker()
        weak var container: Tanks?
        do {
            let tanks = Tanks(tracker)
            container = tanks
            _ = (tanks.tank(), tanks.tank(), tanks.sharedTank(), tanks.spareTank())
            #expect(tracker.alive == 3)
        }
        #expect(container == nil)
        #expect(tracker.alive == 0)
    }
}

extension Plant {
    var slow: Factory<Machine> {
        self { Machine("slow", needs: [self.database()]) }.cached
            .onStop(within: .milliseconds(1)) { _ in await self.slowStop.pass() }
    }
    var slowTask: Factory<Machine> {
        self { Machine("slow") }.cached.onStop(within: .milliseconds(1)) { _ in }
            .onRun { _ in await self.slowStop.pass() }
    }
    var selfish: Factory<Machine> {
        self { Machine("selfish") }.cached
            .onStop(within: .milliseconds(1)) { _ in try? await self.perform("selfish") }
    }
    var deaf: Factory<Machine> {
        self { Machine("deaf") }.cached.onStop(within: .milliseconds(1)) { _ in }
            .onRun { _ in try await self.perform("deaf") }
    }
    var quick: Factory<Machine> {
        self { Machine("quick") }.cached.onStop(within: .seconds(600)) { self.events.add("stopped \($0.name)") }
    }
    var standardPump: Factory<Machine> { self { Machine("standard", needs: [self.database()]) }.singleton }
    var customPump: Factory<Machine> { self { Machine("custom", needs: [self.database()]) }.scope(Self.pumps) }
    private static let pumps = Scope.Singleton()
    var lateReader: Factory<Machine> {
        self { Machine("reader", needs: [self.log()]) }.singleton.onStart { self.events.add("started \($0.name)") }
    }
    var line: ParameterFactory<Int, Machine> {
        self { Machine("line \($0)") }.scopeOnParameters.singleton.onStart { self.events.add("started \($0.name)") }
    }
    var firstLine: Factory<Machine> { self { self.line(1) }.cached }
    var secondLine: Factory<Machine> { self { self.line(2) }.cached }
    var keptSingleton: Factory<Machine> { self { Machine("kept") }.singleton }
    var logReader: Factory<Machine> { self { Machine("reader", needs: [self.log()]) }.singleton }
}

/// A container whose instances are counted.
final class Tanks: ManagedContainer {
    let manager = ContainerManager()
    let tracker: Tracker

    init(_ tracker: Tracker) { self.tracker = tracker }

    var tank: Factory<[Tracked]> {
        self { [Tracked(self.tracker), self.pump()] }.cached.onStart { _ in _ = self.tracker.alive }
            .onRun { _ in await untilCancelled() }
    }
    var pump: Factory<Tracked> { self { Tracked(self.tracker) }.cached.onStop { _ in _ = self.tracker.alive } }
    var sharedTank: Factory<Tracked> { self { Tracked(self.tracker) }.shared }
    var spareTank: Factory<Tracked> { self { Tracked(self.tracker) }.cached.onStop { _ in _ = self.tracker.alive } }
}
