import Foundation
import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// Starting and stopping the instances of children.
@Suite(.container { $0.manager.disableAutoRegistration() }, .timeLimit(.minutes(10))) struct ChildLifeTests {
    private let yard = Yard()
    private let record = Record()

    init() { yard.record.override(with: record) }

    // MARK: - The end of an operation

    @Test func anOperationStopsWhatItHasStarted() async throws {
        let released = AsyncGate()
        try await withChildContainer(of: yard) {
            $0.name.override { [action = DeinitAction { released.open() }] in "\(action)" }
        } operation: {
            try await Yard.shared.start(\.crane)
            record.note("operation")
        }
        #expect(record.events.values == ["start crane", "operation", "stop crane"])
        await released.pass()
    }

    @Test func anOperationThatThrowsStopsWhatItHasStarted() async throws {
        await #expect(throws: Failed.self) {
            try await withChildContainer(of: yard) { _ in
            } operation: {
                try await Yard.shared.start(\.crane)
                throw Failed()
            }
        }
        #expect(record.events.values == ["start crane", "stop crane"])
    }

    @Test func changesThatThrowStopWhatTheyHaveStarted() async throws {
        await #expect(throws: Failed.self) {
            try await withChildContainer(of: yard) {
                try await $0.start(\.crane)
                throw Failed()
            } operation: {
            }
        }
        #expect(record.events.values == ["start crane", "stop crane"])
    }

    @Test func aCancelledOperationStopsWhatItHasStarted() async throws {
        let (yard, started) = (yard, AsyncGate())
        let operation = Task {
            try await withChildContainer(of: yard) { _ in
            } operation: {
                try await Yard.shared.start(\.crane)
                started.open()
                await untilCancelled()
            }
        }
        await started.pass()
        operation.cancel()
        try await operation.value
        #expect(record.events.values == ["start crane", "stop crane"])
    }

    /// It does not wait for the stop, which the test does.
    @Test func aSynchronousOperationStopsWhatTheChildHasStarted() async throws {
        let (yard, record, stopped, started) = (yard, record, AsyncGate(), DispatchSemaphore(value: 0))
        record.after("start crane") { started.signal() }
        record.after("stop crane") { stopped.open() }
        try await yard.run {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    withChildContainer(of: yard) { _ in
                    } operation: {
                        _ = Yard.shared.crane()
                        started.wait()
                    }
                    continuation.resume()
                }
            }
            await stopped.pass()
            record.note("body")
        }
        #expect(record.events.values == ["start crane", "stop crane", "body"])
    }

    @Test func nothingStartsAfterTheOperation() async throws {
        let child = await withChildContainer(of: yard) { _ in
        } operation: {
            await Task.yield()
            return Yard.shared
        }
        let error = await #expect(throws: LifecycleError.self) { try await child.start(\.crane) }
        #expect(error?.reason == .shutDown)
    }

    /// Its parent does not keep what would have started it.
    @Test func aChildThatMustNotStartIsReleased() async throws {
        weak var released: ContainerManager?
        do {
            let child = await withChildContainer(of: yard) { _ in
            } operation: {
                await Task.yield()
                return Yard.shared
            }
            released = child.manager
            await #expect(throws: LifecycleError.self) { try await child.start(\.crane) }
        }
        #expect(released == nil)
    }

    // MARK: - Within a parent that has been started

    @Test func aChildOfAStartedParentStartsAndStopsItsInstances() async throws {
        try await yard.run(\.harbor) {
            await withChildContainer(of: yard) { _ in
            } operation: {
                _ = await Yard.shared.ship()
                record.note("operation")
            }
            record.note("body")
        }
        #expect(
            record.events.values
                == ["start harbor", "start ship", "operation", "stop ship", "body", "stop harbor"]
        )
    }

    @Test func aChildOfAChildThatHasEndedStartsNothing() async throws {
        yard.manager.logger = { _ in }
        try await yard.run(\.harbor) {
            let grandchild = withChildContainer(of: yard) { _ in
            } operation: {
                Yard.shared.child()
            }
            _ = await grandchild.ship()
            record.note("body")
        }
        #expect(record.events.values == ["start harbor", "body", "stop harbor"])
    }

    @Test func anOperationWaitsForAShutdownOfItsChildThatIsUnderWay() async throws {
        let (record, stopping, mayStop) = (record, AsyncGate(), AsyncGate())
        record.after("stop ship") {
            stopping.open()
            await mayStop.pass()
            record.note("ship has stopped")
        }
        try await yard.run(\.harbor) {
            await withChildContainer(of: yard) { _ in
            } operation: {
                let child = Yard.shared
                _ = await child.ship()
                Task { await child.shutdown() }
                await stopping.pass()
                Task {
                    while !child.manager.hasEnded { await Task.yield() }
                    mayStop.open()
                }
            }
            record.note("body")
        }
        #expect(
            record.events.values
                == ["start harbor", "start ship", "stop ship", "ship has stopped", "body", "stop harbor"]
        )
    }

    @Test func aShutdownWaitsForTheEndOfAChildThatIsUnderWay() async throws {
        let (yard, record, session, stopping, mayStop) = (yard, record, yard.child(), AsyncGate(), AsyncGate())
        record.after("stop ship") {
            stopping.open()
            await mayStop.pass()
            record.note("ship has stopped")
        }
        try await yard.start(\.harbor)
        _ = await session.ship()
        async let end: Void = session.shutdown()
        await stopping.pass()
        async let shutdown: Void = yard.shutdown()
        // The harbor would stop meanwhile.
        for _ in 0..<1000 { await Task.yield() }
        mayStop.open()
        await shutdown
        await end
        let events = ["start harbor", "start ship", "stop ship", "ship has stopped", "stop harbor"]
        #expect(record.events.values == events)
    }

    @Test func theEndOfARunStopsChildrenFirst() async throws {
        let (yard, record, started, ended) = (yard, record, AsyncGate(), AsyncGate())
        let request = Task {
            await withChildContainer(of: yard) { _ in
            } operation: {
                await started.pass()
                _ = await Yard.shared.ship()
                record.note("operation")
                ended.open()
                await untilCancelled()
            }
        }
        try await yard.run(\.harbor) {
            started.open()
            await ended.pass()
        }
        #expect(record.events.values == ["start harbor", "start ship", "operation", "stop ship", "stop harbor"])
        request.cancel()
        await request.value
        #expect(record.events.values.count == 5)
    }

    @Test func aChildMayRunWithinTheRunOfItsParent() async throws {
        try await yard.run(\.harbor) {
            try await withChildContainer(of: yard) { _ in
            } operation: {
                try await Yard.shared.run(\.crane) { _ = await Yard.shared.ship() }
                record.note("operation")
            }
        }
        let events = record.events.values
        #expect(events[0..<3] == ["start harbor", "start crane", "start ship"])
        #expect(Set(events[3..<5]) == ["stop crane", "stop ship"])
        #expect(events[5...] == ["operation", "stop harbor"])
    }

    /// The error of a request does not end the program.
    @Test func aStartThatFailsInAChildDoesNotEndTheRunOfItsParent() async throws {
        yard.manager.logger = { [record] in record.note(String($0.prefix { $0 != "\n" })) }
        try await yard.run(\.harbor) {
            await withChildContainer(of: yard) { _ in
            } operation: {
                await #expect(throws: Failed.self) { _ = try await Yard.shared.wreck() }
            }
            record.note("body")
        }
        #expect(
            record.events.values
                == [
                    "start harbor", "Wiring: the onStart closure of Yard.wreck<Product> has failed: Failed()", "body",
                    "stop harbor",
                ]
        )
    }

    @Test func theFailureObserverReceivesTheErrorOfAnAwaitedStart() async throws {
        let (yard, record) = (yard, record)
        yard.manager.logger = { _ in }
        yard.manager.failureObserver = { record.note("\($0.error)\($0.path.prefix { $0 != "(" })") }
        try await yard.run(\.harbor) {
            await withChildContainer(of: yard) { _ in
            } operation: {
                await #expect(throws: Failed.self) { _ = try await Yard.shared.wreck() }
                record.note("thrown")
            }
        }
        #expect(record.events.values.count == 4)
        #expect(record.events.values[1].contains("Failed"))
        #expect(record.events.values[1].contains("Yard.wreck<Product>"))
        #expect(record.events.values[2] == "thrown")
    }

    /// The run throws, and there is nothing else to say.
    @Test func startsOfAChildThatAreCancelledWithTheRunAreNotReported() async throws {
        let (yard, record, starting, hasFailed) = (yard, record, AsyncGate(), AsyncGate())
        yard.manager.logger = { record.note($0) }
        record.after("start harbor") {
            starting.open()
            await hasFailed.pass()
        }
        let run = Task { try await yard.run(\.harbor) {} }
        await starting.pass()
        record.after("start tug") {
            run.cancel()
            await untilCancelled()
        }
        let request = Task {
            await withChildContainer(of: yard) { _ in
            } operation: {
                // This task is not cancelled.
                let error = await #expect(throws: LifecycleError.self) { _ = try await Yard.shared.convoy() }
                #expect(error?.reason == .shutDown)
                hasFailed.open()
            }
        }
        await request.value
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(record.events.values == ["start harbor", "start tug", "stop harbor"])
    }

    @Test func aTaskOfAChildEndsWithItsOperation() async throws {
        yard.manager.logger = { [record] in record.note($0) }
        try await yard.run(\.harbor) {
            await withChildContainer(of: yard) { _ in
            } operation: {
                _ = await Yard.shared.pump()
            }
            record.note("body")
        }
        #expect(record.events.values == ["start harbor", "body", "stop harbor"])
    }

    @Test func anOperationStopsWhatItsChildrenHaveBuilt() async throws {
        try await yard.run(\.harbor) {
            await withChildContainer(of: yard) { _ in
            } operation: {
                _ = await Yard.shared.child().ship()
                record.note("operation")
            }
            record.note("body")
        }
        #expect(
            record.events.values
                == ["start harbor", "start ship", "operation", "stop ship", "body", "stop harbor"]
        )
    }

    @Test func anOperationStopsWhatItsChildrenHaveStartedThemselves() async throws {
        try await withChildContainer(of: yard) { _ in
        } operation: {
            try await Yard.shared.child().start(\.crane)
            record.note("operation")
        }
        #expect(record.events.values == ["start crane", "operation", "stop crane"])
    }

    @Test func anOperationStopsWhatAnOuterParentHasStarted() async throws {
        let parent = yard.child()
        try await yard.start(\.harbor)
        try await withChildContainer(of: parent) { _ in
        } operation: {
            _ = await Yard.shared.ship()
            // From now on this is the nearest parent that has been started.
            try await parent.start(\.crane)
        }
        #expect(record.events.values == ["start harbor", "start ship", "start crane", "stop ship"])
        await parent.shutdown()
        await yard.shutdown()
    }

    @Test func aSingletonStartsInTheNearestParentOfTheChildThatResolvesIt() async throws {
        let parent = yard.child()
        try await parent.run {
            try await withChildContainer(of: parent) { _ in
            } operation: {
                _ = Yard.shared.harbor()
                try await Yard.shared.start(\.harbor)
            }
            record.note("body")
        }
        #expect(record.events.values == ["start harbor", "body", "stop harbor"])
    }

    /// Otherwise the hook and the stop of the child would wait for each other.
    @Test func aHookOfAChildDoesNotWaitForTheStopOfItsParent() async throws {
        let yard = yard
        record.after("stop crane") { await yard.shutdown() }
        try await yard.start(\.harbor)
        try await withChildContainer(of: yard) { _ in
        } operation: {
            try await Yard.shared.start(\.crane)
        }
        await yard.shutdown()
        #expect(record.events.values == ["start harbor", "start crane", "stop crane", "stop harbor"])
    }

    @Test func aChildDoesNotStartAfterItsOperation() async throws {
        let (yard, record, ended) = (yard, record, AsyncGate())
        yard.manager.logger = { record.note(String($0.prefix { $0 != "\n" })) }
        try await yard.run(\.harbor) {
            let late = withChildContainer(of: yard) { _ in
            } operation: {
                Task {
                    await ended.pass()
                    _ = await Yard.shared.ship()
                }
            }
            ended.open()
            await late.value
        }
        let message = """
            Wiring: Yard.ship<Product> was resolved from a child container whose operation has ended, and was not started
            """
        #expect(record.events.values == ["start harbor", message, "stop harbor"])
    }

    // MARK: - Children that are started themselves

    @Test func aChildThatWasStartedStopsBeforeWhatItsParentHasStarted() async throws {
        let session = yard.child()
        try await yard.start(\.harbor)
        try await session.start(\.ship)
        await yard.shutdown()
        #expect(record.events.values == ["start harbor", "start ship", "stop ship", "stop harbor"])
        #expect(session.manager.isEmpty(.scope))
        // It can start again.
        try await session.start(\.crane)
        await session.shutdown()
        #expect(record.events.values.suffix(2) == ["start crane", "stop crane"])
    }

    /// The session was started first, so the parent finds it when it stops.
    @Test func aChildThatWasStartedBeforeItsParentStopsWithIt() async throws {
        let session = yard.child()
        try await session.start(\.crane)
        try await yard.start(\.harbor)
        _ = await session.ship()
        await yard.shutdown()
        #expect(Set(record.events.values[3...4]) == ["stop ship", "stop crane"])
        #expect(record.events.values.last == "stop harbor")
    }

    @Test func theShutdownOfAParentEndsTheRunOfAChild() async throws {
        let (yard, session, running) = (yard, yard.child(), AsyncGate())
        try await yard.start(\.harbor)
        let run = Task {
            try await session.run(\.ship) {
                running.open()
                await untilCancelled()
                try Task.checkCancellation()
            }
        }
        await running.pass()
        await yard.shutdown()
        let error = await #expect(throws: LifecycleError.self) { try await run.value }
        #expect(error?.reason == .shutDown)
        #expect(record.events.values == ["start harbor", "start ship", "stop ship", "stop harbor"])
    }

    /// The session has nothing of its own.
    @Test func theShutdownOfASessionStopsItsChildrenThatWereStarted() async throws {
        let session = yard.child()
        let request = session.child()
        try await request.start(\.crane)
        await session.shutdown()
        #expect(record.events.values == ["start crane", "stop crane"])
    }

    /// No other resolution evicts it.
    @Test func aSingletonThatWasStartedIsReleasedAtTheEnd() async throws {
        try await Scope.$singleton.withValue(Scope.Singleton()) {
            weak var harbor: Product?
            try await yard.start(\.harbor)
            harbor = yard.harbor()
            #expect(harbor != nil)
            await yard.shutdown()
            #expect(harbor == nil)
        }
    }

    /// The hook of each session waits for that of the other.
    @Test func aShutdownStopsTheChildrenThatWereStartedConcurrently() async throws {
        let (record, both) = (record, AsyncGate())
        record.after("stop crane") {
            if record.events.values.filter({ $0 == "stop crane" }).count == 2 { both.open() }
            await both.pass()
        }
        for session in [yard.child(), yard.child()] { try await session.start(\.crane) }
        await yard.shutdown()
        #expect(record.events.values == ["start crane", "start crane", "stop crane", "stop crane"])
    }

    /// Their parent is not started, so that each session starts what it needs from it.
    @Test func whatTwoSessionsUseStopsAfterBoth() async throws {
        let (one, other) = (yard.child(), yard.child())
        try await one.start(\.ship)
        try await other.start(\.ship)
        await one.shutdown()
        record.note("one session")
        await other.shutdown()
        let starts = ["start harbor", "start ship", "start ship"]
        #expect(record.events.values == starts + ["stop ship", "one session", "stop ship", "stop harbor"])
    }

    /// Their parent stops both at once, and the one that has started what both use may be faster.
    @Test func whatTwoSessionsUseStopsLastIfTheirParentStopsThem() async throws {
        for _ in 0..<20 {
            let (record, yard) = (Record(), Yard())
            yard.record.override(with: record)
            record.after("stop ship") {
                // The later of the two takes longer.
                let isLater = record.events.values.filter { $0 == "stop ship" }.count == 2
                for _ in 0..<(isLater ? 1_000 : 0) { await Task.yield() }
                record.note("stopped")
            }
            try await Scope.$singleton.withValue(Scope.Singleton()) {
                for session in [yard.child(), yard.child()] { try await session.start(\.ship) }
                await yard.shutdown()
            }
            #expect(record.events.values.suffix(2) == ["stopped", "stop harbor"])
        }
    }

    /// Otherwise the hook and the shutdown would wait for each other.
    @Test func aHookOfAStartedChildDoesNotWaitForTheShutdownOfItsParent() async throws {
        let (yard, session) = (yard, yard.child())
        record.after("stop ship") { await yard.shutdown() }
        try await yard.start(\.harbor)
        try await session.start(\.ship)
        await yard.shutdown()
        #expect(record.events.values == ["start harbor", "start ship", "stop ship", "stop harbor"])
    }

    @Test func aChildDoesNotStartWhileItsParentStops() async throws {
        let session = yard.child()
        record.after("stop harbor") {
            let error = await #expect(throws: LifecycleError.self) { try await session.start(\.crane) }
            #expect(error?.reason == .shutDown)
            let text = """
                Wiring: Yard cannot be started: it or a parent is shutting down, or its operation has ended
                      called at WiringLifecycleTests/ChildLifeTests.swift:
                """
            #expect(error?.description.hasPrefix(text) == true)
        }
        try await yard.run(\.harbor) {}
        #expect(record.events.values == ["start harbor", "stop harbor"])
    }

    /// The parent has started the ship for it.
    @Test func aChildDoesNotStartWhileItIsShutDown() async throws {
        let session = yard.child()
        record.after("stop ship") {
            let error = await #expect(throws: LifecycleError.self) { try await session.start(\.crane) }
            #expect(error?.reason == .shutDown)
        }
        try await yard.run(\.harbor) {
            _ = await session.ship()
            await session.shutdown()
        }
        #expect(record.events.values == ["start harbor", "start ship", "stop ship", "stop harbor"])
    }

    // MARK: - Without an operation

    /// No hook captures the child.
    @Test func whatWasStartedForAChildStopsWhenTheChildIsReleased() async throws {
        let (yard, record, stopped) = (yard, record, AsyncGate())
        record.after("stop raft") { stopped.open() }
        try await yard.run(\.harbor) {
            _ = await yard.child().raft()
            await stopped.pass()
            record.note("body")
        }
        #expect(record.events.values == ["start harbor", "start raft", "stop raft", "body", "stop harbor"])
    }

    @Test func aShutdownStopsWhatAParentHasStartedForAChild() async throws {
        let session = yard.child()
        try await yard.run(\.harbor) {
            _ = await session.child().ship()
            _ = session.rope()
            await session.shutdown()
            #expect(session.manager.isEmpty(.scope))
            record.note("body")
            // It starts again, and stops with its parent.
            _ = await session.ship()
        }
        let ship = ["start ship", "stop ship"]
        #expect(record.events.values == ["start harbor"] + ship + ["body"] + ship + ["stop harbor"])
    }

    /// There is nothing to stop, but there are instances.
    @Test(arguments: [false, true])
    func aShutdownClearsAChildForWhichNothingWasStarted(isParentStarted: Bool) async throws {
        if isParentStarted { try await yard.start(\.harbor) }
        let session = yard.child()
        _ = session.rope()
        session.manager.push()
        #expect(!session.manager.isEmpty(.scope))
        await session.shutdown()
        #expect(session.manager.isEmpty(.scope))
        session.manager.pop()
        #expect(session.manager.isEmpty(.scope))
        await yard.shutdown()
    }

    /// The parent stops what it has started for the child, and the child clears the rest.
    @Test func aShutdownDuringThatOfTheParentClearsTheChild() async throws {
        let (yard, session, stopping, mayStop) = (yard, yard.child(), AsyncGate(), AsyncGate())
        record.after("stop ship") {
            stopping.open()
            await mayStop.pass()
        }
        try await yard.start(\.harbor)
        _ = await session.ship()
        _ = session.rope()
        let end = Task { await yard.shutdown() }
        await stopping.pass()
        let shutdown = await suspended { await session.shutdown() }
        mayStop.open()
        try await shutdown.value
        #expect(session.manager.isEmpty(.scope))
        await end.value
    }

    @Test func shutdownsOfAChildWaitForTheSameStop() async throws {
        let (record, session, stopping, mayStop) = (record, yard.child(), AsyncGate(), AsyncGate())
        record.after("stop ship") {
            stopping.open()
            await mayStop.pass()
        }
        try await yard.run(\.harbor) {
            _ = await session.ship()
            let shutdowns = await [
                suspended {
                    await session.shutdown()
                    record.note("shut down")
                },
                suspended {
                    await session.shutdown()
                    record.note("shut down")
                },
            ]
            await stopping.pass()
            record.note("body")
            mayStop.open()
            for shutdown in shutdowns { try await shutdown.value }
        }
        let events = ["start harbor", "start ship", "stop ship", "body", "shut down", "shut down", "stop harbor"]
        #expect(record.events.values == events)
    }

    /// A hook may begin the shutdown, or be part of it.
    @Test(arguments: ["start ship", "stop ship"])
    func aHookOfAChildDoesNotWaitForTheShutdownOfTheChild(_ hook: String) async throws {
        let session = yard.child()
        record.after(hook) { await session.shutdown() }
        try await yard.run(\.harbor) {
            _ = await session.ship()
            await session.shutdown()
        }
        #expect(record.events.values == ["start harbor", "start ship", "stop ship", "stop harbor"])
    }

    /// The request is part of the shutdown that it would wait for.
    @Test func aRequestOfAHookDoesNotWaitForTheShutdownOfItsSession() async throws {
        let (session, record) = (yard.child(), record)
        record.after("stop ship") {
            await withChildContainer(of: session) { _ in
            } operation: {
                await Task.yield()
                record.note("request")
            }
        }
        try await yard.run(\.harbor) {
            _ = await session.ship()
            await session.shutdown()
        }
        #expect(record.events.values == ["start harbor", "start ship", "stop ship", "request", "stop harbor"])
    }

    @Test func whatIsResolvedDuringTheShutdownOfAChildDoesNotStart() async throws {
        let (record, session) = (record, yard.child())
        yard.manager.logger = { record.note(String($0.prefix { $0 != "\n" })) }
        record.after("stop ship") { _ = await session.child().ship() }
        try await yard.run(\.harbor) {
            _ = await session.ship()
            await session.shutdown()
        }
        let message =
            "Wiring: Yard.ship<Product> was resolved while its container was shutting down, and was not started"
        #expect(record.events.values == ["start harbor", "start ship", "stop ship", message, "stop harbor"])
    }

    /// The release of the buoy resolves the crane, when the child has been cleared.
    @Test func whatIsBuiltAtTheEndOfAShutdownOfAChildIsNotKept() async throws {
        let (session, late) = (yard.child(), Locked<Product?>(nil))
        yard.manager.logger = { _ in }
        session.buoy.register { [unowned session] in
            DeinitAction {
                let crane = session.crane()
                late.withLock { $0 = crane }
            }
        }
        try await yard.start(\.harbor)
        _ = (await session.ship(), session.buoy())
        await session.shutdown()
        let crane = late.withLock(\.self)
        #expect(crane != nil && session.crane() !== crane)
        await yard.shutdown()
    }

    // MARK: - Hooks

    /// A singleton's hooks do not see the child of the request that resolves it first.
    @Test func aHookRunsWhereItsContainerWasStarted() async throws {
        let (yard, record, released) = (yard, record, AsyncGate())
        try await withExistingContainer(yard) {
            try await yard.run {
                await withChildContainer(of: yard) {
                    $0.name.override { [action = DeinitAction { released.open() }] in "request \(action)" }
                } operation: {
                    _ = await Yard.shared.beacon()
                }
                // The task of its `onRun` still runs.
                await released.pass()
            }
        }
        #expect(record.events.values == ["declared", "declared"])
    }

    @Test func theHooksOfAChildApplyToTheSingletonThatItReplaces() async throws {
        let (record, child) = (record, yard.child())
        yard.manager.logger = { record.note($0) }
        child.light.onStart { record.note("start \($0.name)") }
        child.light.override { Product("torch") }
        try await child.run(\.light) {}
        #expect(record.events.values == ["start torch"])
    }

    #if DEBUG
        @Test func aDebugBuildTellsOnceThatHooksOfAChildDoNotApplyToASingleton() async throws {
            let record = record
            yard.manager.logger = { record.note($0) }
            let child = yard.child()
            child.lamp.onStart { _ in record.note("start") }
            child.lamp.onStop { _ in record.note("stop") }
            try await yard.run {
                for container in [yard, child, child.child(), child] { _ = container.lamp() }
            }
            #expect(record.events.values.count == 1)
            let message = """
                Wiring: Yard.lamp<Product> is a singleton, so it has the hooks of the root, and not those that a child has set
                      Yard.lamp<Product>  WiringLifecycleTests/ChildLifeTests.swift:
                """
            #expect(record.events.values.first?.hasPrefix(message) == true)
        }

        @Test func hooksOfTheRootAreSilent() {
            let record = record
            yard.manager.logger = { record.note($0) }
            yard.light.onStart { _ in }
            _ = yard.child().light()
            #expect(record.events.values == [])
        }

        /// The child's own instance has them.
        @Test func hooksOfAChildThatReplacesTheSingletonAreSilent() {
            let (record, child) = (record, yard.child())
            yard.manager.logger = { record.note($0) }
            child.light.onStart { _ in }
            child.light.override { Product("torch") }
            #expect(child.tower().needs.map(\.name) == ["light"])
            #expect(record.events.values.count == 1)
            #expect(record.events.values.first?.contains("it uses Yard.light<Product> of the root") == true)
        }
    #endif
}

private struct Failed: Error {}

/// Records the events of a yard and its children, and runs actions after them.
private final class Record: Sendable {
    let events = Collection<String>()
    private let actions = Locked<[String: @Sendable () async -> Void]>([:])

    @Sendable func note(_ event: String) { events.add(event) }

    /// Sets what happens after an event.
    func after(_ event: String, _ action: @escaping @Sendable () async -> Void) {
        actions.withLock { $0[event] = action }
    }

    func perform(_ event: String) async {
        note(event)
        await actions.withLock { $0[event] }?()
    }
}

private struct Raft: Sendable {
    let record: Record
}

private final class Yard: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Yard()
    static var taskLocal: TaskLocal<Yard> { $shared }
    let manager = ContainerManager()
}

extension Yard {
    fileprivate var record: Factory<Record> { self { Record() } }
    fileprivate var name: Factory<String> { self { "declared" } }

    fileprivate var harbor: Factory<Product> {
        self { Product("harbor") }.singleton
            .onStart { await self.record().perform("start \($0.name)") }
            .onStop { await self.record().perform("stop \($0.name)") }
    }
    fileprivate var crane: Factory<Product> {
        self { Product("crane") }.cached
            .onStart { await self.record().perform("start \($0.name)") }
            .onStop { await self.record().perform("stop \($0.name)") }
    }
    fileprivate var rope: Factory<Product> { self { Product("rope") }.cached }
    fileprivate var buoy: Factory<DeinitAction> { self { DeinitAction {} }.cached }
    fileprivate var ship: AsyncFactory<Product, Never> {
        self { Product("ship", needs: [self.harbor()]) }.cached
            .onStart { await self.record().perform("start \($0.name)") }
            .onStop { await self.record().perform("stop \($0.name)") }
    }
    fileprivate var wreck: AsyncFactory<Product, any Error> {
        self { Product("wreck") }.cached.onStart { _ in throw Failed() }
    }
    fileprivate var tug: Factory<Product> {
        self { Product("tug") }.cached.onStart {
            await self.record().perform("start \($0.name)")
            try Task.checkCancellation()
        }
    }
    fileprivate var convoy: AsyncFactory<Product, any Error> {
        self { Product("convoy", needs: [self.tug()]) }.cached
            .onStart { await self.record().perform("start \($0.name)") }
    }
    fileprivate var raft: AsyncFactory<Raft, Never> {
        self { Raft(record: self.record()) }.cached
            .onStart { await $0.record.perform("start raft") }
            .onStop { await $0.record.perform("stop raft") }
    }
    /// Works until it is cancelled.
    fileprivate var pump: AsyncFactory<Product, Never> {
        self { Product("pump") }.cached.onRun { _ in try await Task.sleep(for: .seconds(1_000_000)) }
    }
    /// Its hooks use the current container: `self` is the child that resolves it first.
    fileprivate var light: Factory<Product> { self { Product("light") }.singleton }
    fileprivate var tower: Factory<Product> { self { Product("tower", needs: [self.light()]) }.singleton }
    fileprivate var lamp: Factory<Product> { self { Product("lamp") }.singleton }
    fileprivate var beacon: AsyncFactory<Product, Never> {
        self { Product("beacon") }.singleton
            .onStart { _ in Yard.shared.record().note(Yard.shared.name()) }
            .onRun { _ in
                Yard.shared.record().note(Yard.shared.name())
                await untilCancelled()
            }
    }
}
