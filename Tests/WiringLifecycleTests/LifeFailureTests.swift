import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// What a failed or cancelled start leaves, and whom an error reaches.
@Suite(.timeLimit(.minutes(10)), .container) struct LifeFailureTests {
    @Test func aReasonDescribesItself() {
        #expect("\([LifecycleError.Reason.startTimedOut, .dropped])" == "[startTimedOut, dropped]")
    }

    // MARK: - While named dependencies are resolved

    /// The failing one is named last, so the others have been resolved.
    @Test func nothingStartsIfANamedDependencyCannotBeBuilt() async throws {
        for _ in 0..<50 {
            let plant = Plant()
            await #expect(throws: Broken("press")) { try await plant.run(\.listener, \.press) {} }
            await #expect(throws: Broken("press")) { try await plant.start(\.server, \.press) }
            #expect(plant.events.values == [])
            #expect(plant.manager.isEmpty(.scope))
        }
    }

    /// The run is cancelled while it resolves a dependency that ignores that.
    @Test(arguments: [true, false]) func nothingStartsIfTheCallIsCancelledDuringAResolution(isRun: Bool) async throws {
        let plant = Plant()
        let (began, mayEnd) = (AsyncGate(), AsyncGate())
        plant.slowPress.register {
            began.open()
            await mayEnd.pass()
            return Machine("slow press")
        }
        let call = Task {
            if isRun {
                try await plant.run(\.listener, \.slowPress) {}
            } else {
                try await plant.start(\.listener, \.slowPress)
            }
        }
        await began.pass()
        call.cancel()
        mayEnd.open()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(plant.events.values == [])
    }

    /// The run goes on, and with it what has been built.
    @Test func withinARunWhatWasResolvedBeforeAFailureStartsAllTheSame() async throws {
        let plant = Plant()
        let started = AsyncGate()
        plant.on("starting metrics") { started.open() }
        try await plant.run {
            await #expect(throws: Broken("press")) { try await plant.start(\.metrics, \.press) }
            await started.pass()
        }
        #expect(plant.events.values.suffix(2) == ["stopping metrics", "stopped metrics"])
    }

    /// A task fails while the next start still resolves. That start throws the error of the task.
    @Test func aSecondErrorOfAResolutionIsReported() async throws {
        let plant = Plant()
        let (lines, resolving, failed) = (Collection<String>(), AsyncGate(), AsyncGate())
        plant.manager.logger = { lines.add($0) }
        plant.manager.failureObserver = { _ in failed.open() }
        plant.on("running listener") {
            await resolving.pass()
            throw Broken("listener")
        }
        plant.on("making loom") {
            resolving.open()
            await failed.pass()
            throw Broken("loom")
        }
        try await plant.start(\.listener)
        let line = #line + 1
        await #expect(throws: Broken("listener")) { try await plant.start(\.loom) }
        let text = """
            Wiring: `start` could not resolve a dependency of Plant: Broken(part: "loom")
                  started at WiringLifecycleTests/LifeFailureTests.swift:\(line)
            Another error has ended the start, so no caller receives this one.
            """
        #expect(lines.values == [text])
    }

    // MARK: - Calls that are cancelled

    /// One caller of two is cancelled while the listener starts, which ignores that. The listener runs all the same.
    @Test func aCancelledStartWithinARunLeavesTheInstanceToOthers() async throws {
        let plant = Plant()
        let (began, mayStart, running) = (AsyncGate(), AsyncGate(), AsyncGate())
        plant.on("starting listener") {
            began.open()
            await mayStart.pass()
        }
        let asked = AsyncGate()
        plant.on("stopping listener") { asked.open() }
        plant.on("running listener") {
            running.open()
            await asked.pass()
        }
        try await plant.run {
            let cancelled = Task { try await plant.start(\.listener) }
            await began.pass()
            let other = Task { try await plant.start(\.listener) }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            mayStart.open()
            try await other.value
            await running.pass()
        }
    }

    /// It is an error like any other, because nothing has cancelled the start.
    @Test func aCancellationErrorOfAHookReachesItsCallers() async throws {
        let plant = Plant()
        let lines = Collection<String>()
        plant.manager.logger = { lines.add(String($0.prefix { $0 != "\n" })) }
        plant.on("starting metrics") { throw CancellationError() }
        try await plant.start()
        await #expect(throws: CancellationError.self) { try await plant.metrics.started() }
        #expect(
            lines.values == ["Wiring: the onStart closure of Plant.metrics<Machine> has failed: CancellationError()"]
        )
        await plant.shutdown()
    }

    // MARK: - Other calls

    /// The call has yet to resolve the rest, and does not name the database before.
    @Test @MainActor func aCallerWaitsForTheCallThatNamesWhatWasBuiltBefore() async throws {
        let plant = Plant()
        let (began, mayEnd) = (AsyncGate(), AsyncGate())
        // With the database, which the server therefore needs, though nothing has resolved it for the run.
        _ = plant.repository()
        plant.slowPress.register {
            began.open()
            await mayEnd.pass()
            return Machine("slow press")
        }
        let run = Task { try await plant.run(\.server, \.slowPress, \.database) {} }
        await began.pass()
        let caller = await suspended { _ = try await plant.server.started() }
        mayEnd.open()
        try await caller.value
        try await run.value
        #expect(plant.events.values.contains("started server"))
    }

    /// The other container names the database, and has yet to resolve the rest.
    @Test func aStartBeginsWhatAnotherContainerNames() async throws {
        let (plant, other) = (Plant(), Plant())
        let (began, mayEnd, started) = (AsyncGate(), AsyncGate(), AsyncGate())
        plant.server.register { Machine("server", needs: [other.database()]) }
        plant.on("starting server") { started.open() }
        other.slowPress.register {
            began.open()
            await mayEnd.pass()
            return Machine("slow press")
        }
        async let start: Void = other.start(\.database, \.slowPress)
        await began.pass()
        try await plant.start()
        _ = plant.server()
        await started.pass()
        #expect(other.events.values == ["starting database", "started database"])
        mayEnd.open()
        try await start
        await plant.shutdown()
        await other.shutdown()
    }

    // MARK: - After a failure

    /// The container goes on, since nothing waits for the start.
    @Test func theNextResolutionTriesAFailedStartAnew() async throws {
        let plant = Plant()
        let (lines, reported) = (Collection<String>(), AsyncGate())
        plant.manager.logger = {
            lines.add($0)
            if lines.values.count == 2 { reported.open() }
        }
        try await plant.start(\.metrics)
        plant.on("starting database") { throw Broken("database") }
        await #expect(throws: Broken("database")) { _ = try await plant.office() }
        await #expect(throws: Broken("database")) { _ = try await plant.office() }
        await reported.pass()
        plant.on("starting database") {}
        let office = try await plant.office()
        #expect(try await plant.office() === office)
        #expect(plant.events.values.suffix(3) == ["starting database", "started database", "started office"])
        await plant.shutdown()
        #expect(lines.values.count == 2)
        #expect(plant.events.values.count { $0 == "stopped database" } == 1)
    }

    /// Neither the container nor what it has started retains the instance.
    @Test func anInstanceThatFailedToStartIsReleased() async throws {
        let plant = Plant()
        let reported = AsyncGate()
        plant.manager.logger = { _ in reported.open() }
        plant.on("starting database") { throw Broken("database") }
        try await plant.start()
        weak let failed = plant.database()
        await reported.pass()
        plant.on("starting database") {}
        try await plant.start(\.server)
        while failed != nil { await Task.yield() }
        await plant.shutdown()
    }

    /// While the logger receives the error, the instance has not ended, so a shutdown waits for it.
    @Test func aFailedStartIsReportedBeforeTheInstanceEnds() async throws {
        let plant = Plant()
        let (found, reported) = (Locked<Machine?>(nil), AsyncGate())
        plant.manager.logger = { [unowned plant] _ in
            found.withLock { $0 = plant.database() }
            reported.open()
        }
        plant.on("starting database") { throw Broken("database") }
        try await plant.start()
        let database = plant.database()
        await reported.pass()
        #expect(found.withLock { $0 } === database)
        await plant.shutdown()
    }

    // MARK: - Errors of `onRun`

    /// The body returns while the closure throws. The run throws the error, or the logger receives it.
    @Test func theErrorOfATaskReachesTheRunOrTheLogger() async throws {
        for _ in 0..<1000 {
            let plant = Plant()
            let received = Counter()
            plant.manager.logger = { if $0.contains("has failed: Broken") { received.increment() } }
            let running = AsyncGate()
            plant.on("running publisher") {
                running.open()
                throw Broken("publisher")
            }
            do {
                try await plant.run(\.publisher) { await running.pass() }
            } catch {
                #expect(error is Broken)
                received.increment()
            }
            #expect(received.count == 1)
        }
    }
}

extension Plant {
    var press: ThrowingFactory<Machine, any Error> { self { () throws in throw Broken("press") }.cached }
    /// Has a throwing resolution, which awaits the start of the database.
    var office: AsyncFactory<Machine, any Error> {
        self { () async throws in Machine("office", needs: [self.database()]) }.cached
            .onStart { self.events.add("started \($0.name)") }
    }
    var loom: AsyncFactory<Machine, any Error> {
        self { () async throws in
            try await self.perform("making loom")
            return Machine("loom")
        }
    }
    var slowPress: AsyncFactory<Machine, Never> { self { () async in Machine("slow press") }.cached }
}
