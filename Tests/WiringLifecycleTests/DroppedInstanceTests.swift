import Foundation
import Testing
import WiringLifecycle
import WiringModules
import WiringTestSupport
import WiringTesting

/// Instances that a run needs, and that their scopes drop during it.
@Suite(.timeLimit(.minutes(10)), .container) struct DroppedInstanceTests {
    /// What drops the instances of a plant.
    enum Drop: CaseIterable {
        case reset, containerReset, scopeReset, register, override, decorate, pop, expiry, scope

        /// - Returns: What the error says.
        func perform(in plant: Plant) -> String {
            switch self {
            case .reset:
                plant.listener.reset(.scope)
                return "`reset(_:)` was called on its declaration"
            case .containerReset:
                plant.reset()
                return "`reset(options:)` was called on its container"
            case .scopeReset:
                plant.manager.reset(scope: .cached)
                return "`reset(scope:)` was called on its container's manager"
            case .register:
                plant.listener.register { Machine("new") }
                return "`register` was called on its declaration"
            case .override:
                plant.listener.override { Machine("new") }
                return "`override` was called on its declaration"
            case .decorate:
                plant.listener.decorate { $0 }
                return "`decorate` was called on its declaration"
            case .pop:
                plant.manager.pop()
                return "`pop()` was called on its container's manager"
            case .expiry:
                plant.listener.timeToLive(60)
                _ = plant.listener()
                MonotonicTime.stopping(at: .now + .seconds(120)) { _ = plant.listener() }
                return "its time to live had passed"
            case .scope:
                _ = plant.listener.scope(.singleton)()
                return "another scope applies, or something has changed while it was built"
            }
        }

        /// Whether the error names the place of the call.
        var hasPlace: Bool { [.register, .override, .decorate].contains(self) }
    }

    // MARK: - What ends a run

    @Test(arguments: Drop.allCases) func aRunEndsIfWhatItNamesIsDropped(_ drop: Drop) async throws {
        let plant = Plant()
        plant.manager.push()
        let cause = Locked("")
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.listener) {
                let text = drop.perform(in: plant)
                cause.withLock { $0 = text }
                await untilCancelled()
            }
        }
        #expect(error?.reason == .dropped)
        let lines = error?.description.split(separator: "\n").map(String.init) ?? []
        #expect(
            lines.first == """
                Wiring: Plant.listener<Machine> was dropped by its scope, and stops: \
                \(cause.withLock { $0 })
                """
        )
        let listener = "      Plant.listener<Machine>  WiringLifecycleTests/Plant.swift:"
        #expect(lines.dropFirst().first?.hasPrefix(listener) == true)
        let place = "      called at WiringLifecycleTests/DroppedInstanceTests.swift:"
        #expect(lines.contains { $0.hasPrefix(place) } == drop.hasPlace)
        #expect(plant.events.values.contains("stopped listener"))
    }

    /// It has no `onRun` closure.
    @Test func aRunEndsIfAnInstanceThatItNamesIsDropped() async throws {
        let plant = Plant()
        await #expect(throws: LifecycleError.self) {
            try await plant.run(\.database) {
                plant.database.reset(.scope)
                await untilCancelled()
            }
        }
        #expect(plant.events.values.last == "stopped database")
    }

    /// The body has resolved it, and does not name it.
    @Test func aRunEndsIfAnInstanceWithATaskIsDropped() async throws {
        let plant = Plant()
        let running = AsyncGate()
        plant.on("running publisher") {
            running.open()
            await untilCancelled()
        }
        await #expect(throws: LifecycleError.self) {
            try await plant.run {
                _ = plant.publisher()
                await running.pass()
                plant.publisher.reset(.scope)
                await untilCancelled()
            }
        }
    }

    @Test func aRunEndsIfAnInstanceThatAStartWithinItNamesIsDropped() async throws {
        let plant = Plant()
        await #expect(throws: LifecycleError.self) {
            try await plant.run {
                try await plant.start(\.metrics)
                plant.metrics.reset(.scope)
                await untilCancelled()
            }
        }
    }

    /// The repository has no hooks. The database stands for it.
    @Test func aRunEndsIfWhatANamedInstanceWithoutHooksWasBuiltWithIsDropped() async throws {
        let plant = Plant()
        await #expect(throws: LifecycleError.self) {
            try await plant.run(\.repository) {
                plant.reset()
                await untilCancelled()
            }
        }
    }

    @Test func aRunEndsIfASingletonThatItNamesIsDropped() async throws {
        let plant = Plant()
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.log) {
                Scope.singleton.reset()
                await untilCancelled()
            }
        }
        #expect(error?.description.contains("`reset()` was called on its singleton scope") == true)
    }

    /// The first container has started it. It only has that in common with the second one, which runs.
    @Test func aRunEndsIfWhatItNamesIsDroppedAlthoughAnotherContainerHasStartedIt() async throws {
        let (one, other) = (Plant(), Plant())
        let (lines, isLogged) = (Collection<String>(), AsyncGate())
        one.manager.logger = {
            lines.add($0)
            isLogged.open()
        }
        try await one.start(\.log)
        let error = await #expect(throws: LifecycleError.self) {
            try await other.run(\.log) {
                Scope.singleton.reset()
                await untilCancelled()
            }
        }
        #expect(error?.reason == .dropped)
        await isLogged.pass()
        #expect(lines.values.map { $0.contains("Plant.log<Machine> was dropped by its scope") } == [true])
        await one.shutdown()
        #expect(one.events.values == ["starting log", "started log", "stopping log", "stopped log"])
    }

    /// The singleton belongs to the first container.
    @Test func aRunEndsIfTheContainerThatHasStartedWhatItNamesIsShutDown() async throws {
        let (one, other) = (Plant(), Plant())
        try await one.start(\.log)
        let error = await #expect(throws: LifecycleError.self) {
            try await other.run(\.log) {
                await one.shutdown()
                await untilCancelled()
            }
        }
        #expect(error?.reason == .dropped)
        #expect(error?.description.contains("the container that had started it was shut down") == true)
    }

    /// The tower belongs to the root, which nothing has started.
    @Test func aRunKeepsWhatItNamesIfTheSessionThatHasStartedItIsShutDown() async throws {
        let jetty = Jetty()
        let (one, other) = (jetty.child(), jetty.child())
        try await one.start(\.tower)
        let tower = one.tower()
        try await other.run(\.tower) {
            await one.shutdown()
            #expect(jetty.stops.values == [])
            #expect(other.tower() === tower)
        }
        #expect(jetty.stops.values == ["tower"])
    }

    /// The run names neither, and the server has no task.
    @Test func theLoggerReceivesNothingAboutWhatAnotherContainerNames() async throws {
        let (one, other) = (Plant(), Plant())
        let (lines, stopped) = (Collection<String>(), AsyncGate())
        one.manager.logger = { lines.add($0) }
        one.on("stopping log") { stopped.open() }
        try await one.run {
            _ = one.log()
            try await other.start(\.log)
            Scope.singleton.reset()
            await stopped.pass()
        }
        #expect(lines.values == [])
        await other.shutdown()
    }

    /// The instance of the first parameter has a task.
    @Test func aRunEndsIfTheEntryOfAParameterIsEvicted() async throws {
        let plant = Plant()
        let running = AsyncGate()
        plant.on("running desk") { running.open() }
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run {
                _ = plant.desk(1)
                await running.pass()
                MonotonicTime.stopping(at: .now + .seconds(120)) { for number in 2..<6 { _ = plant.desk(number) } }
                await untilCancelled()
            }
        }
        #expect(error?.description.contains("its time to live had passed") == true)
    }

    /// The collection has a task, and a contribution clears what its scope keeps.
    @Test func aRunEndsIfAContributionDropsACollection() async throws {
        let plant = Plant()
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.machines) {
                plant.machines.contribute { Machine("new") }
                await untilCancelled()
            }
        }
        #expect(error?.description.contains("`contribute` was called on its declaration\n") == true)
        let call = "\n      called at WiringLifecycleTests/DroppedInstanceTests.swift:"
        #expect(error?.description.contains(call) == true)
    }

    /// It is dropped while it starts.
    @Test func aDropDuringTheStartEndsTheRun() async throws {
        let plant = Plant()
        plant.on("starting listener") { [unowned plant] in plant.listener.reset(.scope) }
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.listener) { await untilCancelled() }
        }
        #expect(error?.reason == .dropped)
        #expect(error?.description.contains("`reset(_:)` was called on its declaration") == true)
    }

    /// The run throws one error, and the logger receives the other.
    @Test func theLoggerReceivesASecondDrop() async throws {
        let plant = Plant()
        let lines = Collection<String>()
        plant.manager.logger = { lines.add($0) }
        await #expect(throws: LifecycleError.self) {
            try await plant.run(\.database, \.metrics) {
                plant.reset()
                await untilCancelled()
            }
        }
        #expect(lines.values.map { $0.contains("was dropped by its scope") } == [true])
    }

    @Test func theFailureObserverReceivesTheErrorOfADrop() async throws {
        let plant = Plant()
        let failures = Collection<ResolutionFailure>()
        plant.manager.failureObserver = { failures.add($0) }
        await #expect(throws: LifecycleError.self) {
            try await plant.run(\.metrics) {
                plant.metrics.reset(.scope)
                await untilCancelled()
            }
        }
        #expect(failures.values.map { $0.path.contains("Plant.metrics<Machine>") } == [true])
    }

    /// No scope has kept it, so it does not start.
    @Test func aRunEndsIfSomethingChangesWhileWhatItNamesIsBuilt() async throws {
        let plant = Plant()
        plant.listener.register { [unowned plant] in
            plant.listener.reset(.scope)
            return Machine("listener")
        }
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.listener) { await untilCancelled() }
        }
        #expect(error?.reason == .dropped)
        #expect(error?.description.contains("or something has changed while it was built") == true)
        #expect(plant.events.values == [])
    }

    /// The tower belongs to the root, and the child's run names it.
    @Test func aRunOfAChildEndsIfSomethingChangesWhileASingletonIsBuilt() async throws {
        let jetty = Jetty()
        jetty.tower.register { [unowned jetty] in
            jetty.tower.reset(.scope)
            return Machine("tower")
        }
        let error = await #expect(throws: LifecycleError.self) { try await jetty.child().run(\.tower) {} }
        #expect(error?.reason == .dropped)
        #expect(error?.description.contains("or something has changed while it was built") == true)
    }

    /// The repository, which has no hooks, is dropped later. The database stops then.
    @Test(arguments: [true, false])
    func theErrorNamesWhatHasDroppedTheInstanceAndNotWhatWasBuiltWithIt(expires: Bool) async throws {
        let plant = Plant()
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.repository) {
                plant.database.register { Machine("new") }
                if expires {
                    plant.repository.timeToLive(60)
                    _ = plant.repository()
                    MonotonicTime.stopping(at: .now + .seconds(120)) { _ = plant.repository() }
                } else {
                    plant.repository.reset(.scope)
                }
                await untilCancelled()
            }
        }
        #expect(error?.description.contains("and stops: `register` was called on its declaration\n") == true)
        let call = "\n      called at WiringLifecycleTests/DroppedInstanceTests.swift:"
        #expect(error?.description.contains(call) == true)
    }

    /// What has dropped the database is not known.
    @Test func theErrorNamesWhatHasDroppedWhatWasBuiltWithIt() async throws {
        let plant = Plant()
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.repository) {
                _ = plant.database.scope(.singleton)
                plant.repository.reset(.scope)
                await untilCancelled()
            }
        }
        let text = "an instance that was built with it was dropped, too: `reset(_:)` was called on its declaration"
        #expect(error?.description.contains(text) == true)
    }

    /// What has dropped the publisher is not known. The leaflet is gone, but what it was built with stops only now.
    @Test func theErrorNamesWhatHasDroppedAWeakInstanceThatWasGone() async throws {
        let plant = Plant()
        let running = AsyncGate()
        plant.on("running publisher") {
            running.open()
            await untilCancelled()
        }
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run {
                _ = plant.leaflet()
                await running.pass()
                _ = plant.publisher.scope(.singleton)
                plant.leaflet.reset(.scope)
                await untilCancelled()
            }
        }
        let text = "an instance that was built with it was dropped, too: `reset(_:)` was called on its declaration"
        #expect(error?.description.contains(text) == true)
    }

    // MARK: - What does not

    /// No run ends.
    @Test func theLoggerReceivesADropAfterAStart() async throws {
        let plant = Plant()
        let (lines, stopped) = (Collection<String>(), AsyncGate())
        plant.manager.logger = { lines.add($0) }
        plant.on("stopping database") { stopped.open() }
        try await plant.start(\.database)
        plant.database.reset(.scope)
        await stopped.pass()
        #expect(lines.values.map { $0.contains("was dropped by its scope") } == [true])
        await plant.shutdown()
    }

    /// The second call finds what the first has named expired.
    @Test func aStartMayReplaceWhatHasExpired() async throws {
        let plant = Plant()
        let lines = Collection<String>()
        plant.manager.logger = { lines.add($0) }
        plant.listener.timeToLive(60)
        try await plant.start(\.listener)
        try await MonotonicTime.stopping(at: .now + .seconds(120)) { try await plant.start(\.listener) }
        #expect(lines.values.map { $0.contains("its time to live had passed") } == [true])
        await plant.shutdown()
    }

    @Test func theLoggerReceivesTheDropOfAnInstanceOfAChild() async throws {
        let jetty = Jetty()
        let (lines, stopped) = (Collection<String>(), AsyncGate())
        jetty.manager.logger = { lines.add($0) }
        jetty.stopping.withLock { $0 = { stopped.open() } }
        try await jetty.run {
            let child = jetty.child()
            _ = child.crane()
            child.crane.reset(.scope)
            await stopped.pass()
            #expect(!Task.isCancelled)
        }
        #expect(lines.values.map { $0.contains("Jetty.crane<Machine> was dropped by its scope") } == [true])
    }

    /// Nothing is told when its operation ends.
    @Test(arguments: [true, false], [true, false])
    func theEndOfAChildIsNoDrop(isStarted: Bool, isAsync: Bool) async throws {
        let jetty = Jetty()
        let (lines, stopped) = (Collection<String>(), AsyncGate())
        jetty.manager.logger = { lines.add($0) }
        jetty.stopping.withLock { $0 = { stopped.open() } }
        @Sendable func use(_ child: Jetty) async throws {
            if isStarted { try await child.start(\.crane) } else { _ = child.crane() }
            await jetty.isRunning.pass()
        }
        try await jetty.run {
            if isAsync {
                try await withChildContainer(of: jetty) { _ in
                } operation: {
                    try await use(Jetty.shared)
                }
            } else {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        withChildContainer(of: jetty) { _ in
                        } operation: {
                            let (child, used) = (Jetty.shared, DispatchSemaphore(value: 0))
                            Task {
                                try? await use(child)
                                used.signal()
                            }
                            used.wait()
                        }
                        continuation.resume()
                    }
                }
            }
            await stopped.pass()
        }
        #expect(lines.values == [])
    }

    /// The other start waits until it is cancelled.
    @Test func aDropEndsARunWhileItsOtherDependenciesStart() async throws {
        let plant = Plant()
        let (starting, running) = (AsyncGate(), AsyncGate())
        plant.on("starting metrics") {
            starting.open()
            await untilCancelled()
            try Task.checkCancellation()
        }
        plant.on("running listener") { running.open() }
        let run = Task { try await plant.run(\.listener, \.metrics) { Issue.record() } }
        await starting.pass()
        await running.pass()
        plant.listener.reset(.scope)
        let error = await #expect(throws: LifecycleError.self) { try await run.value }
        #expect(error?.reason == .dropped)
        #expect(plant.events.values.contains("stopped listener"))
        #expect(!plant.events.values.contains("started metrics"))
    }

    /// The server keeps running with it.
    @Test func whatIsStillNeededDoesNotStop() async throws {
        let plant = Plant()
        try await plant.run(\.server) {
            plant.database.reset(.scope)
            try await plant.start(\.metrics)
            #expect(!plant.events.values.contains("stopping database"))
        }
        #expect(plant.events.values.contains("stopped database"))
    }

    /// The run names it. What it was built with is still stored.
    @Test func aDropOfAnInstanceWithoutHooksStopsNothing() async throws {
        let plant = Plant()
        try await plant.run(\.repository) {
            let repository = plant.repository()
            plant.repository.reset(.scope)
            #expect(plant.repository() !== repository)
            try await plant.start(\.metrics)
            #expect(!plant.events.values.contains("stopping database"))
        }
        #expect(plant.events.values.contains("stopped database"))
    }

    /// The child has started its crane, which has a task, and is the last to retain it.
    @Test func theReleaseOfAnotherContainerIsNoDrop() async throws {
        let jetty = Jetty()
        let (lines, stopped) = (Collection<String>(), AsyncGate())
        jetty.manager.logger = { lines.add($0) }
        try await jetty.run {
            await withChildContainer(of: jetty) { _ in
            } operation: {
                let (child, foreign) = (Jetty.shared, Jetty())
                foreign.stopping.withLock { $0 = { stopped.open() } }
                child.supplier.withLock { $0 = foreign }
                _ = child.hoist()
                await foreign.isRunning.pass()
            }
            await stopped.pass()
            #expect(!Task.isCancelled)
        }
        #expect(lines.values == [])
    }

    /// Nothing names it, and it has no task.
    @Test func whatIsNotNeededStopsSilently() async throws {
        let plant = Plant()
        let (lines, stopped) = (Collection<String>(), AsyncGate())
        plant.manager.logger = { lines.add($0) }
        plant.on("stopping database") { stopped.open() }
        try await plant.run {
            _ = plant.database()
            plant.database.reset(.scope)
            await stopped.pass()
        }
        #expect(lines.values == [])
    }

    @Test func aSavedInstanceIsNotDropped() async throws {
        let plant = Plant()
        try await plant.run(\.listener) {
            plant.manager.push()
            plant.reset()
            plant.manager.pop()
            plant.listener.onTest { Machine("context") }
        }
        #expect(plant.events.values.count { $0 == "stopped listener" } == 1)
    }

    @Test func aShutdownIsNoDrop() async throws {
        let plant = Plant()
        let lines = Collection<String>()
        plant.manager.logger = { lines.add($0) }
        try await plant.start(\.listener, \.log)
        await plant.shutdown()
        try await plant.run(\.listener, \.log) {}
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.listener) {
                await plant.shutdown()
                try await Task.sleep(for: .seconds(600))
            }
        }
        #expect(error?.reason == .shutDown)
        #expect(lines.values == [])
    }
}

extension Plant {
    /// Nothing but its users keeps it.
    fileprivate var leaflet: Factory<Machine> { self { Machine("leaflet", needs: [self.publisher()]) }.shared }

    fileprivate var machines: Collected<Machine> { collected().cached.onRun { _ in await untilCancelled() } }

    fileprivate var desk: ParameterFactory<Int, Machine> {
        self { (number: Int) in Machine("desk") }.scopeOnParameters.cached.timeToLive(60)
            .onRun { _ in
                try await self.perform("running desk")
                await untilCancelled()
            }
    }
}

private final class Jetty: TaskLocalContainer {
    @TaskLocal static var shared = Jetty()
    static var taskLocal: TaskLocal<Jetty> { $shared }
    let manager = ContainerManager.silent()
    private let ownStopping = Locked<@Sendable () -> Void>({})
    var stopping: Locked<@Sendable () -> Void> { root.ownStopping }
    let stops = Collection<String>()
    /// What the hoist comes from.
    let supplier = Locked<Jetty?>(nil)
    /// Opens when the crane runs.
    var isRunning: AsyncGate { root.ownIsRunning }
    private let ownIsRunning = AsyncGate()
}

extension Jetty {
    fileprivate var crane: Factory<Machine> {
        // Its task must not retain the container.
        self { Machine("crane") }.cached.onRun { [isRunning, stopping] _ in
            isRunning.open()
            await untilCancelled()
            stopping.withLock { $0 }()
        }
    }

    fileprivate var hoist: Factory<Machine> {
        self { Machine("hoist", needs: self.supplier.withLock { $0 }.map { [$0.crane()] } ?? []) }.cached
    }

    fileprivate var tower: Factory<Machine> {
        self { Machine("tower") }.singleton.onStop { self.root.stops.add($0.name) }
    }
}
