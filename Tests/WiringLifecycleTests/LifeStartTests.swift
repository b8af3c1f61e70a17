import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

@Suite(.timeLimit(.minutes(10)), .container) struct LifeStartTests {
    // MARK: - Time

    /// The start ignores cancellation until the test ends.
    @Test func aStartThatOverrunsItsTimeFails() async throws {
        let plant = Plant()
        let error = await #expect(throws: LifecycleError.self) {
            try await plant.run(\.stuck) { plant.events.add("body") }
        }
        let text = """
            Wiring: the onStart closure of Plant.stuck<Machine> did not return within 0.001 seconds
                  Plant.stuck
            """
        #expect(error?.reason == .startTimedOut)
        #expect(error?.description.hasPrefix(text) == true)
        #expect(
            plant.events.values == ["starting database", "started database", "stopping database", "stopped database"]
        )
        plant.slowStop.open()
    }

    @Test func aStartThatOverrunsItsTimeIsCancelled() async throws {
        let plant = Plant()
        let ended = AsyncGate()
        plant.on("hasty") {
            await untilCancelled()
            ended.open()
        }
        let error = await #expect(throws: LifecycleError.self) { try await plant.start(\.hasty) }
        #expect(error?.reason == .startTimedOut)
        await ended.pass()
    }

    @Test func aStartWithinItsTimeSucceedsOrThrows() async throws {
        let plant = Plant()
        try await plant.run(\.patient) {}
        #expect(plant.events.values == ["patient"])
        plant.on("patient") { throw Broken("patient") }
        await #expect(throws: Broken("patient")) { try await plant.run(\.patient) {} }
    }

    @Test func aShutdownCancelsAStartWithinItsTime() async throws {
        let plant = Plant()
        let began = AsyncGate()
        plant.on("patient") {
            began.open()
            await untilCancelled()
            throw CancellationError()
        }
        let start = Task { try await plant.start(\.patient) }
        await began.pass()
        await plant.shutdown()
        let error = await #expect(throws: LifecycleError.self) { try await start.value }
        #expect(error?.reason == .shutDown)
    }

    // MARK: - Failures and cancellation

    /// The listener fails when the failure of the metrics has cancelled its start.
    @Test(arguments: [true, false]) func aSecondErrorOfAStartIsReported(isCancellation: Bool) async {
        let plant = Plant()
        let (lines, began) = (Collection<String>(), AsyncGate())
        plant.manager.logger = { lines.add($0) }
        plant.on("starting listener") {
            began.open()
            await untilCancelled()
            if isCancellation { throw CancellationError() }
            throw Broken("second")
        }
        plant.on("starting metrics") {
            await began.pass()
            throw Broken("first")
        }
        await #expect(throws: Broken("first")) { try await plant.start(\.listener, \.metrics) }
        let text =
            "Wiring: the onStart closure of Plant.listener<Machine> has failed: Broken(part: \"second\")\n      Plant.listener"
        #expect(lines.values.map { $0.hasPrefix(text) } == (isCancellation ? [] : [true]))
        await plant.shutdown()
    }

    /// It stops what another call is starting.
    @Test func aCallThatIsNotCancelledThrowsAnotherError() async throws {
        let plant = Plant()
        let areStarting = [AsyncGate(), AsyncGate()]
        for (name, isStarting) in zip(["database", "metrics"], areStarting) {
            plant.on("starting \(name)") {
                isStarting.open()
                await untilCancelled()
                try Task.checkCancellation()
            }
        }
        let cancelled = Task { try await plant.start(\.database) }
        await areStarting[0].pass()
        let other = Task { try await plant.start(\.metrics) }
        await areStarting[1].pass()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let error = await #expect(throws: LifecycleError.self) { try await other.value }
        #expect(error?.reason == .shutDown)
    }

    @Test func anErrorOfAStartThatTheStopCancelsIsReported() async throws {
        let plant = Plant()
        let (lines, began) = (Collection<String>(), AsyncGate())
        plant.manager.logger = { lines.add($0) }
        plant.on("starting server") {
            began.open()
            await untilCancelled()
            throw Broken("server")
        }
        let start = Task { try await plant.start(\.server) }
        await began.pass()
        await plant.shutdown()
        await #expect(throws: (any Error).self) { try await start.value }
        #expect(
            lines.values.map { $0.hasPrefix("Wiring: the onStart closure of Plant.server<Machine> has failed: Broken") }
                == [true]
        )
    }

    /// What depends on the instance has the same error, which is not its own.
    @Test func errorOfADependencyIsReportedOnce() async {
        let plant = Plant()
        plant.manager.logger = { Issue.record("\($0)") }
        plant.on("starting database") { throw Broken("database") }
        await #expect(throws: Broken("database")) { try await plant.start(\.server) }
        await plant.shutdown()
    }

    @Test func aStartThatFailsStopsWhatHasStarted() async throws {
        let plant = Plant()
        plant.on("starting server") { throw Broken("server") }
        await #expect(throws: Broken("server")) {
            try await plant.run(\.server) { plant.events.add("body") }
        }
        #expect(
            plant.events.values == [
                "starting database", "started database", "starting server", "stopping database", "stopped database",
            ]
        )
        #expect(plant.manager.isEmpty(.scope))
    }

    @Test func whatDependsOnAFailedStartDoesNotStart() async throws {
        let plant = Plant()
        plant.on("starting database") { throw Broken("database") }
        await #expect(throws: Broken("database")) { try await plant.start(\.server) }
        #expect(plant.events.values == ["starting database"])
    }

    /// The database fails while the metrics are starting. They start all the same, and are stopped.
    @Test func aFailedStartCancelsTheOthers() async throws {
        let plant = Plant()
        let began = AsyncGate()
        plant.on("starting metrics") {
            began.open()
            await untilCancelled()
        }
        plant.on("starting database") {
            await began.pass()
            throw Broken("database")
        }
        await #expect(throws: Broken("database")) { try await plant.run(\.metrics, \.server) {} }
        #expect(Set(plant.events.values.suffix(3)) == ["started metrics", "stopping metrics", "stopped metrics"])
    }

    /// A start that throws has released what it had acquired, and is not stopped.
    @Test func aCancelledStartThatThrowsIsNotStopped() async throws {
        let plant = Plant()
        let began = AsyncGate()
        plant.on("starting server") {
            began.open()
            await untilCancelled()
            try Task.checkCancellation()
        }
        let run = Task { try await plant.run(\.server) { plant.events.add("body") } }
        await began.pass()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(plant.events.values.suffix(3) == ["starting server", "stopping database", "stopped database"])
    }

    @Test func aCancelledTaskStartsNothing() async throws {
        let plant = Plant()
        let run = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await plant.run(\.server) { plant.events.add("body") }
        }
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(!plant.events.values.contains("body"))
        #expect(!plant.events.values.contains("starting server"))
    }

    // MARK: - During the body

    @Test func whatIsBuiltDuringTheBodyStarts() async throws {
        let plant = Plant()
        let started = AsyncGate()
        plant.on("starting server") { started.open() }
        try await plant.run {
            #expect(plant.server().name == "server")
            await started.pass()
        }
        #expect(plant.events.values.count == 8)
        #expect(plant.events.values.last == "stopped database")
    }

    @Test func aStartDuringTheBodyThatFailsEndsTheRun() async throws {
        let plant = Plant()
        plant.on("starting metrics") { throw Broken("metrics") }
        await #expect(throws: Broken("metrics")) {
            try await plant.run(\.database) {
                _ = plant.metrics()
                await untilCancelled()
            }
        }
        #expect(plant.events.values.last == "stopped database")
    }

    @Test func theObserverReceivesTheErrorThatEndsARun() async throws {
        let plant = Plant()
        let failures = Collection<ResolutionFailure>()
        plant.manager.failureObserver = { failures.add($0) }
        plant.on("starting database") { throw Broken("database") }
        await #expect(throws: Broken("database")) { try await plant.run(\.server) {} }
        plant.on("starting database") {}
        plant.on("running listener") { throw Broken("listener") }
        await #expect(throws: Broken("listener")) { try await plant.run(\.listener) { await untilCancelled() } }
        #expect(failures.values.map { ($0.error as? Broken)?.part } == ["database", "listener"])
        #expect(failures.values[0].path.contains("Plant.database<Machine>  WiringLifecycleTests/Plant.swift:"))
        #expect(failures.values[1].path.contains("Plant.listener<Machine>  WiringLifecycleTests/Plant.swift:"))
    }

    @Test func moreCanBeStartedDuringTheBody() async throws {
        let plant = Plant()
        try await plant.run(\.database) {
            try await plant.start(\.metrics)
            #expect(plant.events.values.last == "started metrics")
        }
        #expect(plant.events.values.count == 8)
    }

    @Test func anInstanceForEachParameterStarts() async throws {
        let plant = Plant()
        try await plant.run(\.sessions) { #expect(plant.session(1) !== plant.session(2)) }
        let events = Set(plant.events.values)
        #expect(events.isSuperset(of: ["started session 1", "started session 2", "stopped session 1"]))
        #expect(plant.events.values.count == 8)
    }

    // MARK: - Before the run

    @Test func anInstanceThatWasBuiltBeforeStartsIfItIsNamed() async throws {
        let plant = Plant()
        let server = plant.server()
        try await plant.run(\.database, \.server) { #expect(plant.server() === server) }
        #expect(plant.events.values.count == 8)
    }

    @Test func anInstanceThatWasBuiltBeforeStartsIfItIsResolved() async throws {
        let plant = Plant()
        _ = plant.database()
        try await plant.run(\.server) {}
        #expect(plant.events.values.count == 8)
    }

    @Test func aDependencyThatWasBuiltBeforeMustBeNamed() async throws {
        let plant = Plant()
        _ = plant.server()
        let error = await #expect(throws: LifecycleError.self) { try await plant.run(\.server) {} }
        #expect(error?.reason == .builtBeforeStart)
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines.first == "Wiring: Plant.database<Machine> was built before the container was started")
        let server = "      Plant.server<Machine>  WiringLifecycleTests/Plant.swift:"
        #expect(lines.dropFirst().first?.hasPrefix(server) == true)
        #expect(lines.last == "Do not resolve it before the run, or name it in `run` or `start`: `\\Plant.database`.")
        #expect(plant.events.values == [])
    }

    /// `run` names no declaration with a parameter, and no function. The cure that the error advises works.
    @Test(arguments: [\Plant.guide, \.numberedGuide])
    func anErrorAdvisesToNameOnlyWhatRunCanName(_ guide: any KeyPath<Plant, Factory<Machine>> & Sendable) async throws {
        let plant = Plant()
        _ = plant[keyPath: guide]()
        let error = await #expect(throws: LifecycleError.self) { try await plant.run(guide) {} }
        #expect(error?.reason == .builtBeforeStart)
        let advice = """
            Do not resolve it before the run, or name in `run` or `start` a declaration without a scope that resolves it.
            """
        #expect(error?.description.hasSuffix("\n\(advice)") == true)
        try await plant.run(\.firstSession, \.firstNumbered, guide) {}
    }

    @Test func anInstanceWithoutHooksThatWasBuiltBeforeNeedsItsDependencies() async throws {
        let plant = Plant()
        _ = plant.repository()
        let error = await #expect(throws: LifecycleError.self) { try await plant.run(\.repository) {} }
        #expect(error?.reason == .builtBeforeStart)
    }

    // MARK: - Hooks

    @Test func hooksCanBeSetFromOutside() async throws {
        let plant = Plant()
        plant.plain.onStart { plant.events.add("started \($0.name)") }
        plant.plain.onStop { plant.events.add("stopped \($0.name)") }
        try await plant.run(\.plain) {}
        #expect(plant.events.values == ["started plain", "stopped plain"])
        plant.plain.reset()
        try await plant.run(\.plain) {}
        #expect(plant.events.values.count == 2)
    }

    @Test func theHooksOfTheDeclarationTakePrecedence() async throws {
        let plant = Plant()
        plant.database.onStart { _ in plant.events.add("outside") }
        try await plant.run(\.database) {}
        #expect(!plant.events.values.contains("outside"))
        plant.reset()
    }

    @Test func aLaterHookReplacesAnEarlierOne() async throws {
        let plant = Plant()
        plant.plain.onStart { _ in plant.events.add("first") }.onStart { _ in plant.events.add("second") }
        try await plant.run(\.plain) {}
        #expect(plant.events.values == ["second"])
        plant.reset()
    }

    @Test func theInstanceOfAnOverrideStarts() async throws {
        let plant = Plant()
        plant.database.override { Machine("mock") }
        try await plant.run(\.database) {}
        #expect(plant.events.values == ["starting mock", "started mock", "stopping mock", "stopped mock"])
    }

    @Test func hooksBeforeOnceApply() async throws {
        let plant = Plant()
        try await plant.run(\.onceStarted) {}
        #expect(plant.events.values == ["started once"])
    }

    @Test func aDependencyWithHooksNeedsAScope() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Plant().unscoped()
        }
        #if DEBUG
            expectStandardError(
                of: result,
                contains: "Plant.unscoped<Machine> has onStart, onStop or onRun, but no scope",
                "Plant.unscoped<Machine>  WiringLifecycleTests/LifeStartTests.swift:",
                "Resolved at WiringLifecycleTests/LifeStartTests.swift:",
                "`self { … }.cached`"
            )
        #endif
    }

    // MARK: - Waiting

    /// The starts wait for each other. One of the calls throws.
    @Test func aStartThatWouldWaitForItselfThrows() async throws {
        let plant = Plant()
        let errors = Collection<LifecycleError.Reason>()
        for (part, other) in [("database", \Plant.metrics), ("metrics", \Plant.database)] {
            plant.on("starting \(part)") {
                do {
                    try await plant.start(other)
                } catch let error as LifecycleError {
                    errors.add(error.reason)
                }
            }
        }
        try await plant.run(\.database, \.metrics) {}
        #expect(errors.values == [.circularStart])
    }

    @Test func anInstanceStartsOnceForAllContainersThatShareIt() async throws {
        let (plant, other) = (Plant(), Plant())
        try await plant.run(\.log) {
            try await other.run(\.log) {}
            #expect(other.events.values == [])
            #expect(plant.events.values == ["starting log", "started log"])
        }
        #expect(plant.events.values.count == 4)
    }
}

extension Plant {
    /// Its start ignores cancellation.
    var stuck: Factory<Machine> {
        self { Machine("stuck", needs: [self.database()]) }.cached
            .onStart(within: .milliseconds(1)) { _ in await self.slowStop.pass() }
            .onStop { self.events.add("stopped \($0.name)") }
    }
    var patient: Factory<Machine> {
        self { Machine("patient") }.cached.onStart(within: .seconds(600)) { _ in try await self.perform("patient") }
    }
    var hasty: Factory<Machine> {
        self { Machine("hasty") }.cached.onStart(within: .milliseconds(1)) { _ in try await self.perform("hasty") }
    }
    var sessions: Factory<Machine> { self { Machine("sessions", needs: [self.session(1)]) } }
    var plain: Factory<Machine> { self { Machine("plain") }.cached }
    var unscoped: Factory<Machine> { self { Machine("unscoped") }.onStart { _ in } }
    var onceStarted: Factory<Machine> {
        self { Machine("once") }.cached.onStart { self.events.add("started \($0.name)") }.once()
    }
}

extension Plant {
    fileprivate var guide: Factory<Machine> {
        self { Machine("guide", needs: [self.session(1)]) }.cached.onStart { _ in }
    }
    fileprivate var numberedGuide: Factory<Machine> {
        self { Machine("guide", needs: [self.numbered(1)()]) }.cached.onStart { _ in }
    }
    fileprivate var firstSession: Factory<Machine> { self { self.session(1) } }
    fileprivate var firstNumbered: Factory<Machine> { self { self.numbered(1)() } }
    fileprivate func numbered(_ number: Int) -> Factory<Machine> {
        self { Machine("numbered") }.cached.onStart { _ in }
    }
}
