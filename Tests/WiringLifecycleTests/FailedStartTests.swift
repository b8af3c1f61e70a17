import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// What was built for a start that fails, and has no `onStart` closure, is stopped in reverse.
@Suite(.timeLimit(.minutes(10)), .container) struct FailedStartTests {
    // MARK: - A dependency that cannot be resolved

    /// How the run or start fails that names the pump, which needs a tank.
    enum Failing: CaseIterable {
        case first, middle, last, within, asynchronous, withinAsynchronous, child, start

        func fail(_ mill: Watermill) async throws {
            switch self {
            case .first: try await mill.run(\.dam, \.pump, \.gear) {}
            case .middle: try await mill.run(\.pump, \.dam, \.gear) {}
            case .last: try await mill.run(\.gear, \.pump, \.dam) {}
            case .within: try await mill.run(\.mouth) {}
            case .asynchronous: try await mill.run(\.pump, \.asyncDam) {}
            case .withinAsynchronous: try await mill.run(\.asyncMouth) {}
            case .child: try await mill.child().run(\.pump, \.dam) {}
            case .start: try await mill.start(\.pump, \.dam)
            }
        }

        /// What stops, in order, except the gear, which depends on nothing.
        var stops: [String] { self == .first ? [] : ["stop pump", "stop tank"] }
    }

    @Test(arguments: Failing.allCases) func whatWasBuiltStopsInReverse(_ failing: Failing) async throws {
        let mill = Watermill()
        await #expect(throws: Broken("dam")) { try await failing.fail(mill) }
        #expect(mill.events.values.filter { $0 != "stop gear" } == failing.stops)
        #expect(mill.events.values.contains("stop gear") == (failing == .last))
    }

    @Test(arguments: Failing.allCases) func theNextRunBuildsAnew(_ failing: Failing) async throws {
        let mill = Watermill()
        await #expect(throws: Broken("dam")) { try await failing.fail(mill) }
        let count = mill.events.values.count
        mill.isBroken.withLock { $0 = false }
        try await mill.run(\.pump, \.dam) {}
        #expect(mill.events.values.dropFirst(count) == ["stop pump", "stop tank"])
        #expect(mill.tanks.count == (failing.stops.isEmpty ? 1 : 2))
    }

    /// The singleton is cleared, too.
    @Test func aSingletonThatWasBuiltStops() async throws {
        let mill = Watermill()
        await #expect(throws: Broken("dam")) { try await mill.run(\.well, \.dam) {} }
        #expect(mill.events.values == ["stop well"])
        try await mill.run(\.well) {}
        #expect(mill.events.values == ["stop well", "stop well"])
    }

    /// No scope keeps it beyond the resolution.
    @Test func anInstanceThatNoScopeKeepsStops() async throws {
        let mill = Watermill()
        await #expect(throws: Broken("dam")) { try await mill.run(\.belt, \.dam) {} }
        #expect(mill.events.values == ["stop belt"])
    }

    /// It would acquire in `onStart` what it releases in `onStop`.
    @Test func anInstanceWhoseOnStartClosureHasNotRunDoesNotStop() async throws {
        let mill = Watermill()
        await #expect(throws: Broken("dam")) { try await mill.run(\.valve, \.dam) {} }
        #expect(mill.events.values == ["stop tank"])
    }

    @Test func noTaskOfAnInstanceBegins() async throws {
        let mill = Watermill()
        await #expect(throws: Broken("dam")) { try await mill.run(\.wheel, \.dam) {} }
        #expect(mill.events.values == ["stop wheel"])
    }

    @Test(arguments: [true, false]) func whatWasBuiltStopsIfTheCallIsCancelledMeanwhile(isRun: Bool) async throws {
        let mill = Watermill()
        let (began, mayEnd) = (AsyncGate(), AsyncGate())
        mill.slowDam.register {
            began.open()
            await mayEnd.pass()
            return Machine("slow dam")
        }
        let call = Task {
            if isRun {
                try await mill.run(\.pump, \.slowDam) {}
            } else {
                try await mill.start(\.pump, \.slowDam)
            }
        }
        await began.pass()
        call.cancel()
        mayEnd.open()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(mill.events.values.filter { $0 != "stop slow dam" } == ["stop pump", "stop tank"])
        #expect(mill.events.values.contains("stop slow dam"))
    }

    /// The run goes on.
    @Test func aStartWithinARunStartsWhatItHasResolved() async throws {
        let mill = Watermill()
        let started = AsyncGate()
        mill.before("start valve") { started.open() }
        try await mill.run {
            await #expect(throws: Broken("dam")) { try await mill.start(\.valve, \.dam) }
            await started.pass()
        }
        #expect(mill.events.values.suffix(2) == ["stop valve", "stop tank"])
    }

    /// The call is cancelled while it resolves, so it names nothing. The run goes on.
    @Test func aCancelledStartWithinARunStartsWhatItHasResolved() async throws {
        let mill = Watermill()
        let (began, mayEnd, started) = (AsyncGate(), AsyncGate(), AsyncGate())
        mill.before("start valve") { started.open() }
        mill.slowDam.register {
            began.open()
            await mayEnd.pass()
            return Machine("slow dam")
        }
        try await mill.run {
            let start = Task { try await mill.start(\.valve, \.slowDam) }
            await began.pass()
            start.cancel()
            mayEnd.open()
            await #expect(throws: CancellationError.self) { try await start.value }
            await started.pass()
            // That would end the run if a call had named the valve.
            mill.valve.reset()
        }
        #expect(mill.events.values.contains("stop valve"))
    }

    // MARK: - A start that fails

    /// The tank is still needed while the crane stops, although the valve between them has failed.
    @Test func whatNeedsAnInstanceThatFailsStopsFirst() async throws {
        for _ in 0..<20 {
            let mill = Watermill()
            mill.before("start valve") { throw Broken("valve") }
            mill.before("stop crane") { for _ in 0..<20 { await Task.yield() } }
            await #expect(throws: Broken("valve")) { try await mill.run(\.crane) {} }
            #expect(mill.events.values == ["stop crane", "stop tank"])
        }
    }

    /// A reset has dropped the tank. The shutdown cancels the start of the valve, which then releases the tank.
    @Test func whatAFailedStartLetsGoDuringAShutdownStopsInOrder() async throws {
        for _ in 0..<20 {
            let (mill, isStarting) = (Watermill(), AsyncGate())
            mill.before("start valve") {
                isStarting.open()
                await untilCancelled()
                throw CancellationError()
            }
            mill.before("stop crane") { for _ in 0..<20 { await Task.yield() } }
            try await mill.start()
            let crane = mill.crane()
            mill.tank.reset()
            await isStarting.pass()
            await mill.shutdown()
            #expect(mill.events.values == ["stop crane", "stop tank"])
            extendLifetime(crane)
        }
    }

    /// The next resolution replaces it.
    @Test func ifTheContainerGoesOnWhatHasNotStartedStopsWhenItIsReplaced() async throws {
        let mill = Watermill()
        let stopped = AsyncGate()
        mill.before("start valve") { throw Broken("valve") }
        mill.before("stop crane") { stopped.open() }
        try await mill.start()
        await #expect(throws: Broken("valve")) { try await mill.crane.started() }
        #expect(mill.events.values == [])
        mill.before("start valve") {}
        try await mill.start(\.crane)
        await stopped.pass()
        await mill.shutdown()
        #expect(mill.events.values.count { $0 == "stop crane" } == 2)
    }

    @Test func whatHasNotBegunToStartInAChildStopsAtItsEnd() async throws {
        let mill = Watermill()
        let (isStarting, isCancelled) = (AsyncGate(), AsyncGate())
        mill.before("start valve") {
            isStarting.open()
            await withTaskCancellationHandler {
                await isCancelled.pass()
            } onCancel: {
                isCancelled.open()
            }
            throw CancellationError()
        }
        try await mill.run {
            let child = mill.child()
            let crane = child.crane()
            await isStarting.pass()
            await child.shutdown()
            #expect(mill.events.values == ["stop crane", "stop tank"])
            extendLifetime(crane)
        }
    }

    // MARK: - Several lifecycles

    /// ```
    /// works: cart ────────────────────────▶ spring, of a dock that is not started
    /// yard:  barge ──▶ sluice, which fails ──▶ spring
    /// ```
    /// The works have started the spring. The yard takes it over, because its barge has yet to stop.
    @Test func whatAnotherLifecycleHasStartedOutlivesWhatIsYetToStop() async throws {
        let dock = Dock(nil)
        let (works, yard) = (Dock(dock), Dock(dock))
        try await works.start(\.cart)
        try await yard.start()
        yard.mayFail.open()
        await #expect(throws: Broken("sluice")) { try await yard.barge.started() }
        await works.shutdown()
        #expect(dock.events.values == ["stop cart"])
        await yard.shutdown()
        #expect(dock.events.values == ["stop cart", "stop barge", "stop spring"])
    }

    /// ```
    /// works: tug ───▶ buoy ──▶ anchor, which fails, of a dock that is not started
    /// yard:  ferry ──▶ buoy
    /// ```
    /// The works have tried to start the buoy. The yard takes it over, but does not run it.
    @Test func whatAnotherLifecycleTakesOverAfterAFailureDoesNotRun() async throws {
        let dock = Dock(nil)
        let (works, yard) = (Dock(dock), Dock(dock))
        try await works.start()
        try await yard.start()
        let tug = works.tug()
        async let start = #expect(throws: Broken("anchor")) { try await yard.ferry.started() }
        while !yard.hasFerry { await Task.yield() }
        dock.mayFail.open()
        _ = await start
        await works.shutdown()
        await yard.shutdown()
        #expect(dock.events.values == ["stop tug", "stop ferry", "stop buoy"])
        extendLifetime(tug)
    }

    // MARK: - Lifetimes

    @Test func whatHasBeenStoppedIsReleased() async throws {
        let tracker = Tracker()
        weak var released: BrokenTanks?
        do {
            let tanks = BrokenTanks(tracker)
            released = tanks
            for _ in 0..<3 {
                await #expect(throws: Broken("last")) { try await tanks.run(\.tank, \.last) {} }
                #expect(tracker.alive == 0)
            }
        }
        #expect(tracker.made == 3)
        #expect(released == nil)
    }

    // MARK: - A container that is not started

    /// It does not know the closures of declarations: they may capture it.
    @Test func aContainerThatIsNeverStartedStopsNothing() async throws {
        let mill = Watermill()
        #expect(throws: Broken("dam")) { _ = try mill.mouth() }
        await mill.shutdown()
        #expect(mill.events.values == [])
    }

    /// What to write instead.
    @Test func aStartWithoutNamesStopsWhatALaterResolutionLeaves() async throws {
        let mill = Watermill()
        try await mill.start()
        #expect(throws: Broken("dam")) { _ = try mill.mouth() }
        await mill.shutdown()
        #expect(mill.events.values == ["stop pump", "stop tank"])
    }
}

final class Watermill: TaskLocalContainer {
    @TaskLocal static var shared = Watermill()
    static var taskLocal: TaskLocal<Watermill> { $shared }
    let manager = ContainerManager.silent()
    /// Those of the root.
    var events: Collection<String> { root.ownEvents }
    var isBroken: Locked<Bool> { root.ownIsBroken }
    /// The tanks that were made.
    var tanks: Counter { root.ownTanks }
    private let ownEvents = Collection<String>()
    private let ownIsBroken = Locked(true)
    private let ownTanks = Counter()
    private let actions = Locked<[String: @Sendable () async throws -> Void]>([:])

    /// Sets what happens before an event.
    func before(_ event: String, _ action: @escaping @Sendable () async throws -> Void) {
        actions.withLock { $0[event] = action }
    }

    fileprivate func note(_ event: String) async throws {
        try await root.actions.withLock { $0[event] }?()
        events.add(event)
    }

    fileprivate func start(_ machine: Machine) async throws { try await note("start \(machine.name)") }

    fileprivate func run(_ machine: Machine) async throws { try await note("run \(machine.name)") }

    fileprivate func stop(_ machine: Machine) async { try? await note("stop \(machine.name)") }

    fileprivate func breakDown() throws { if isBroken.withLock({ $0 }) { throw Broken("dam") } }
}

extension Watermill {
    fileprivate var tank: Factory<Machine> {
        self {
            self.tanks.increment()
            return Machine("tank")
        }.cached.onStop { await self.stop($0) }
    }
    fileprivate var pump: Factory<Machine> {
        self { Machine("pump", needs: [self.tank()]) }.cached.onStop { await self.stop($0) }
    }
    fileprivate var gear: Factory<Machine> { self { Machine("gear") }.cached.onStop { await self.stop($0) } }
    fileprivate var valve: Factory<Machine> {
        self { Machine("valve", needs: [self.tank()]) }.cached
            .onStart { try await self.start($0) }.onStop { await self.stop($0) }
    }
    fileprivate var crane: Factory<Machine> {
        self { Machine("crane", needs: [self.valve()]) }.cached.onStop { await self.stop($0) }
    }
    fileprivate var wheel: Factory<Machine> {
        self { Machine("wheel") }.cached.onRun { try await self.run($0) }.onStop { await self.stop($0) }
    }
    fileprivate var well: Factory<Machine> { self { Machine("well") }.singleton.onStop { await self.stop($0) } }
    fileprivate var belt: Factory<Machine> { self { Machine("belt") }.graph.onStop { await self.stop($0) } }
    fileprivate var dam: ThrowingFactory<Machine, any Error> {
        self { () throws in
            try self.breakDown()
            return Machine("dam")
        }.cached
    }
    fileprivate var mouth: ThrowingFactory<Machine, any Error> {
        self { () throws in Machine("mouth", needs: [self.pump(), try self.dam()]) }.cached
            .onStop { await self.stop($0) }
    }
    fileprivate var asyncDam: AsyncFactory<Machine, any Error> {
        self { () async throws in
            await Task.yield()
            try self.breakDown()
            return Machine("dam")
        }.cached
    }
    fileprivate var asyncMouth: AsyncFactory<Machine, any Error> {
        self { () async throws in Machine("mouth", needs: [self.pump(), try await self.asyncDam()]) }.cached
            .onStop { await self.stop($0) }
    }
    fileprivate var slowDam: AsyncFactory<Machine, Never> {
        self { () async in Machine("slow dam") }.cached.onStop { await self.stop($0) }
    }
}

/// A container that uses instances of a dock.
private final class Dock: ManagedContainer {
    let manager = ContainerManager.silent()
    /// Those of the dock.
    var events: Collection<String> { dock?.events ?? ownEvents }
    /// Opens when a start may fail.
    let mayFail = AsyncGate()
    private let ownEvents = Collection<String>()
    private let dock: Dock?
    private let ferries = Counter()
    var hasFerry: Bool { ferries.count > 0 }

    init(_ dock: Dock?) { self.dock = dock }

    private func fail(_ machine: Machine) async throws {
        await mayFail.pass()
        throw Broken(machine.name)
    }

    private func stop(_ machine: Machine) async {
        for _ in 0..<20 { await Task.yield() }
        events.add("stop \(machine.name)")
    }

    var spring: Factory<Machine> { self { Machine("spring") }.cached.onStop { await self.stop($0) } }
    var cart: Factory<Machine> {
        self { Machine("cart", needs: [self.dock!.spring()]) }.cached.onStop { await self.stop($0) }
    }
    var sluice: Factory<Machine> {
        self { Machine("sluice", needs: [self.dock!.spring()]) }.cached.onStart { try await self.fail($0) }
    }
    var barge: Factory<Machine> {
        self { Machine("barge", needs: [self.sluice()]) }.cached.onStop { await self.stop($0) }
    }
    var anchor: Factory<Machine> { self { Machine("anchor") }.cached.onStart { try await self.fail($0) } }
    var buoy: Factory<Machine> {
        self { Machine("buoy", needs: [self.anchor()]) }.cached
            .onRun { self.events.add("run \($0.name)") }.onStop { await self.stop($0) }
    }
    var tug: Factory<Machine> {
        self { Machine("tug", needs: [self.dock!.buoy()]) }.cached.onStop { await self.stop($0) }
    }
    var ferry: Factory<Machine> {
        self {
            defer { self.ferries.increment() }
            return Machine("ferry", needs: [self.dock!.buoy()])
        }.cached.onStop { await self.stop($0) }
    }
}

private final class BrokenTanks: ManagedContainer {
    let manager = ContainerManager.silent()
    private let tracker: Tracker

    init(_ tracker: Tracker) { self.tracker = tracker }

    var tank: Factory<Tracked> { self { Tracked(self.tracker) }.cached.onStop { _ in _ = self.tracker.alive } }
    var last: ThrowingFactory<Tracked, any Error> { self { () throws in throw Broken("last") }.cached }
}
