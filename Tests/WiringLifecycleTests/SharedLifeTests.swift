import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// Instances that several sessions share, although nothing has started the container that they belong to. Each belongs to the session
/// that was the first to start it, until that one is shut down.
@Suite(.timeLimit(.minutes(10)), .container) struct SharedLifeTests {
    private let root = Harbour()

    /// The first session's shutdown cancels the start of the tower, which ignores that.
    @Test func aStartThatEndsDuringTheShutdownIsHandedOver() async throws {
        let (one, other) = (root.child(), root.child())
        let log = root.log
        let (isStarting, isCancelled, mayStart) = (AsyncGate(), AsyncGate(), AsyncGate())
        log.on("starting tower") {
            isStarting.open()
            await withTaskCancellationHandler {
                await mayStart.pass()
            } onCancel: {
                isCancelled.open()
            }
        }
        let (hasRun, hasStarted) = (AsyncGate(), AsyncGate())
        log.on("running tower") { hasRun.open() }
        log.on("starting ship") { hasStarted.open() }
        try await other.start()
        let start = Task { try await one.start(\.tower) }
        await isStarting.pass()
        let ship = other.ship()
        async let shutdown: Void = one.shutdown()
        await isCancelled.pass()
        mayStart.open()
        await shutdown
        await #expect(throws: LifecycleError.self) { try await start.value }
        await hasStarted.pass()
        // The session that has started it has not begun to run it.
        await hasRun.pass()
        await other.shutdown()
        #expect(log.stops == ["ship", "tower"])
        extendLifetime(ship)
    }

    /// ```
    /// one is shut down: it awaits a start     the tower is dropped: other still names it
    /// one stops the tower                     other does not take it over
    /// ```
    @Test func whatIsDroppedDuringTheShutdownIsNotHandedOver() async throws {
        let (one, other) = (root.child(), root.child())
        let log = root.log
        let (isStarting, isCancelled, mayStart) = (AsyncGate(), AsyncGate(), AsyncGate())
        log.on("starting buoy") {
            isStarting.open()
            await withTaskCancellationHandler {
                await mayStart.pass()
            } onCancel: {
                isCancelled.open()
            }
        }
        let messages = Collection<String>()
        other.manager.logger = { messages.add($0) }
        try await one.start(\.tower)
        try await other.start(\.tower)
        _ = one.buoy()
        await isStarting.pass()
        async let shutdown: Void = one.shutdown()
        await isCancelled.pass()
        root.tower.reset(.scope)
        mayStart.open()
        await shutdown
        #expect(log.stops.sorted() == ["buoy", "tower"])
        // The drop, and not also the shutdown.
        #expect(messages.values.map { $0.contains("and stops: `reset(_:)` was called on its declaration") } == [true])
        await other.shutdown()
        #expect(log.stops.sorted() == ["buoy", "tower"])
    }

    /// Although it has not stopped yet.
    @Test(arguments: [true, false]) func whatNeedsAStoppingInstanceDoesNotStart(_ isItsOwnStop: Bool) async throws {
        let (one, other) = (root.child(), root.child())
        let log = root.log
        let (isStopping, mayStop, isRefused) = (AsyncGate(), AsyncGate(), AsyncGate())
        // The crane needs the tower, which cannot stop meanwhile.
        log.on(isItsOwnStop ? "stopping tower" : "stopping crane") {
            isStopping.open()
            await mayStop.pass()
        }
        let messages = Collection<String>()
        other.manager.logger = {
            messages.add($0)
            isRefused.open()
        }
        try await other.start()
        try await one.start(\.crane)
        async let shutdown: Void = one.shutdown()
        await isStopping.pass()
        let ship = other.ship()
        await isRefused.pass()
        let error = await #expect(throws: LifecycleError.self) { try await other.start(\.boat) }
        #expect(error?.reason == .shutDown)
        let place = "WiringLifecycleTests/SharedLifeTests.swift:"
        let lines = (error?.description ?? "").split(separator: "\n").map { $0.split(separator: place)[0] }
        #expect(
            lines == [
                "Wiring: Harbour.boat<Machine> cannot start: the container that had started Harbour.tower<Machine> was shut down",
                "      Harbour.boat<Machine>  ",
                "    → Harbour.tower<Machine>  ",
                "Start it again. If several containers use Harbour.tower<Machine>, start the container that declares it first.",
            ]
        )
        mayStop.open()
        await shutdown
        #expect(messages.values.count == 1)
        let text =
            "Harbour.ship<Machine> cannot start: the container that had started Harbour.tower<Machine> was shut down"
        #expect(messages.values.first?.contains(text) == true)
        #expect(log.starts == ["tower", "crane"])
        // They are built again, with another tower.
        let third = root.child()
        try await third.start(\.boat)
        await third.shutdown()
        #expect(log.stops.suffix(2) == ["boat", "tower"])
        extendLifetime(ship)
    }

    /// The task of the second session is not cancelled.
    @Test func aStartThatAnotherSessionCancelsEndsTheRun() async throws {
        let (one, other) = (root.child(), root.child())
        let (isStarting, isNamed) = (AsyncGate(), AsyncGate())
        root.log.on("starting pier") {
            isStarting.open()
            await untilCancelled()
        }
        // It starts when the run has resolved both.
        root.log.on("starting buoy") { isNamed.open() }
        let start = Task { try await one.start(\.pier) }
        await isStarting.pass()
        let run = Task { try await other.run(\.pier, \.buoy) }
        await isNamed.pass()
        await one.shutdown()
        _ = await start.result
        let error = await #expect(throws: LifecycleError.self) { try await run.value }
        #expect(error?.reason == .shutDown)
        #expect(error?.description.contains("Harbour.pier<Machine> has not started") == true)
    }

    /// The first session waits for the ferry, whose closure waits for the quay. The second session starts the quay, which waits for the
    /// crane. The first session is about to start that, if it names the tower, which was built before.
    @Test func aStartThatNeedsAPendingOneIsNotAwaitedInAClosure() async throws {
        let (one, other) = (root.child(), root.child())
        let (isMaking, isNamed, mayGoOn) = (AsyncGate(), AsyncGate(), AsyncGate())
        root.log.on("making ferry") {
            isMaking.open()
            await mayGoOn.pass()
        }
        // It starts when the second session has resolved both.
        root.log.on("starting buoy") { isNamed.open() }
        _ = root.quay()
        let first = Task { try await one.start(\.crane, \.ferry) }
        await isMaking.pass()
        let second = Task { try await other.start(\.quay, \.buoy) }
        await isNamed.pass()
        mayGoOn.open()
        let error = await #expect(throws: LifecycleError.self) { try await first.value }
        #expect(error?.reason == .builtBeforeStart)
        await #expect(throws: LifecycleError.self) { try await second.value }
    }

    /// The second session takes the crane over, and then what the crane needs. The third takes both over again.
    @Test func whatIsHandedOverTwiceStopsInOrder() async throws {
        let (one, other, third) = (root.child(), root.child(), root.child())
        try await one.start(\.crane)
        try await other.start(\.barge)
        try await third.start(\.barge)
        await one.shutdown()
        #expect(root.log.stops == [])
        await other.shutdown()
        #expect(root.log.stops == ["barge"])
        await third.shutdown()
        #expect(root.log.stops == ["barge", "barge", "crane", "tower"])
    }

    /// The crane needs the tower and is slow to stop. The session that has taken the tower over is shut down meanwhile.
    @Test func whatIsHandedOverStopsAfterWhatNeededItBefore() async throws {
        let (one, other) = (root.child(), root.child())
        let (isStopping, shipHasStopped) = (AsyncGate(), AsyncGate())
        root.log.on("stopping crane") {
            isStopping.open()
            await shipHasStopped.pass()
            // The tower would stop meanwhile.
            for _ in 0..<100 { await Task.yield() }
        }
        root.log.on("stopped ship") { shipHasStopped.open() }
        try await one.start(\.crane)
        try await other.start(\.ship)
        async let shutdown: Void = one.shutdown()
        await isStopping.pass()
        await other.shutdown()
        await shutdown
        #expect(root.log.stops == ["ship", "crane", "tower"])
    }

    /// The tower could go to one of the two that end, and the crane, which needs it, to the other.
    @Test(arguments: [true, false]) func whatSessionsShareStopsInOrderIfTheyEndAtOnce(isOneTheRoot: Bool) async throws {
        for round in 0..<300 * stress {
            let root = Harbour()
            let (one, other, third) = (root.child(), root.child(), isOneTheRoot ? root : root.child())
            try await one.start(\.crane)
            try await other.start(\.ship)
            try await third.start(\.crane)
            async let shutdown: Void = one.shutdown()
            for _ in 0..<round % 12 { await Task.yield() }
            await (isOneTheRoot ? root : other).shutdown()
            await shutdown
            await other.shutdown()
            await third.shutdown()
            #expect(root.log.stops.sorted() == ["crane", "ship", "tower"])
            #expect(root.log.stops.last == "tower")
        }
    }

    /// The first session's container is stopping when it is built.
    @Test func whatOneSessionRefusesAnotherStarts() async throws {
        let (one, other) = (root.child(), root.child())
        let (isStopping, mayStop) = (AsyncGate(), AsyncGate())
        root.log.on("stopping crane") {
            isStopping.open()
            await mayStop.pass()
        }
        try await one.start(\.crane)
        async let shutdown: Void = one.shutdown()
        await isStopping.pass()
        let buoy = one.buoy()
        try await other.start(\.buoy)
        mayStop.open()
        await shutdown
        #expect(other.buoy() === buoy)
        #expect(root.log.stops == ["crane", "tower"])
        await other.shutdown()
        #expect(root.log.stops == ["crane", "tower", "buoy"])
    }
}

/// Singletons, and what needs them in the container's children.
private final class Harbour: TaskLocalContainer {
    @TaskLocal static var shared = Harbour()
    static var taskLocal: TaskLocal<Harbour> { $shared }
    let manager = ContainerManager.silent()
    /// What happens to the instances of the container and its children.
    var log: Log { root.ownLog }
    private let ownLog = Log()
}

extension Harbour {
    fileprivate var tower: Factory<Machine> {
        self { Machine("tower") }.singleton
            .onStart { await self.log.start($0) }.onStop { await self.log.stop($0) }
            .onRun { _ in await self.log.perform("running tower") }
    }
    fileprivate var pier: Factory<Machine> {
        self { Machine("pier") }.singleton.onStart {
            await self.log.start($0)
            try Task.checkCancellation()
        }
    }
    fileprivate var buoy: Factory<Machine> {
        self { Machine("buoy") }.singleton
            .onStart { await self.log.start($0) }.onStop { await self.log.stop($0) }
    }
    fileprivate var crane: Factory<Machine> {
        self { Machine("crane", needs: [self.tower()]) }.singleton
            .onStart { await self.log.start($0) }.onStop { await self.log.stop($0) }
    }
    fileprivate var quay: Factory<Machine> {
        self { Machine("quay", needs: [self.crane()]) }.singleton.onStart { await self.log.start($0) }
    }
    fileprivate var ferry: AsyncFactory<Machine, any Error> {
        self {
            await self.log.perform("making ferry")
            return Machine("ferry", needs: [try await self.quay.started()])
        }.cached
    }
    fileprivate var ship: Factory<Machine> {
        self { Machine("ship", needs: [self.tower()]) }.cached
            .onStart { await self.log.start($0) }.onStop { await self.log.stop($0) }
    }
    fileprivate var boat: Factory<Machine> {
        self { Machine("boat", needs: [self.tower()]) }.cached
            .onStart { await self.log.start($0) }.onStop { await self.log.stop($0) }
    }
    fileprivate var barge: Factory<Machine> {
        self { Machine("barge", needs: [self.crane()]) }.cached
            .onStart { await self.log.start($0) }.onStop { await self.log.stop($0) }
    }
}

/// What has happened, in order: `starting tower`, `stopped tower`, and so on.
private final class Log: Sendable {
    private let events = Collection<String>()
    private let actions = Locked<[String: @Sendable () async -> Void]>([:])

    /// Sets what happens at an event.
    func on(_ event: String, _ action: @escaping @Sendable () async -> Void) { actions.withLock { $0[event] = action } }

    func perform(_ event: String) async {
        events.add(event)
        await actions.withLock { $0[event] }?()
    }

    func start(_ machine: Machine) async { await perform("starting \(machine.name)") }

    func stop(_ machine: Machine) async {
        await perform("stopping \(machine.name)")
        await perform("stopped \(machine.name)")
    }

    /// What has started, in order.
    var starts: [String] { names(of: "starting ") }

    /// What has stopped, in order.
    var stops: [String] { names(of: "stopped ") }

    private func names(of event: String) -> [String] {
        events.values.filter { $0.hasPrefix(event) }.map { String($0.dropFirst(event.count)) }
    }
}
