import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// What a hook shuts down may wait for the hook.
@Suite(.timeLimit(.minutes(10)), .container) struct ShutdownInAHookTests {
    /// The supplier has not decided yet what its base waits for.
    @Test func whatAHookShutsDownDoesNotWaitForIt() async throws {
        let supplier = Site()
        let site = Site(supplier)
        try await supplier.start(\.base)
        try await site.start(\.user)
        site.on("stopping user") { await supplier.shutdown() }
        await site.shutdown()
        #expect(site.events.values == ["stopping user", "stopped user"])
        #expect(supplier.events.values == ["stopping base", "stopped base"])
    }

    /// The supplier's base waits for the user already.
    @Test func aHookDoesNotWaitForWhatWaitsForIt() async throws {
        let supplier = Site()
        let site = Site(supplier)
        try await supplier.start(\.base, \.extra)
        try await site.start(\.user)
        let (isStopping, mayGoOn) = (AsyncGate(), AsyncGate())
        site.on("stopping user") {
            isStopping.open()
            await mayGoOn.pass()
            await supplier.shutdown()
            site.events.add("after the shutdown")
        }
        supplier.on("stopping base") { site.events.add("the base stops") }
        // It needs nothing and nothing needs it, so it stops when the order is known.
        supplier.on("stopping extra") { mayGoOn.open() }
        async let shutdown: Void = site.shutdown()
        await isStopping.pass()
        await supplier.shutdown()
        await shutdown
        #expect(site.events.values == ["stopping user", "after the shutdown", "stopped user", "the base stops"])
    }

    /// The helper needs the supplier's base, and stops after the user, which was running when it was first resolved.
    @Test func aHookDoesNotWaitForItselfThroughAnotherInstance() async throws {
        let supplier = Site()
        let site = Site(supplier)
        try await supplier.start(\.base)
        let isRunning = AsyncGate()
        site.on("running runner") {
            isRunning.open()
            await untilCancelled()
            await supplier.shutdown()
            site.events.add("after the shutdown")
        }
        try await site.start(\.runner)
        await isRunning.pass()
        try await site.start()
        _ = site.helper()
        await site.shutdown()
        #expect(site.events.values.suffix(3) == ["after the shutdown", "stopping helper", "stopped helper"])
        #expect(supplier.events.values == ["stopping base", "stopped base"])
    }

    /// The shutdown begins all the same.
    @Test func aHookShutsDownWhatWaitsForIt() async throws {
        let (site, other, mayEnd) = (Site(), Site(), AsyncGate())
        other.on("running runner") {
            await mayEnd.pass()
            await site.shutdown()
        }
        site.on("stopping base") { await other.shutdown() }
        try await site.start(\.base)
        try await other.start(\.runner, \.extra)
        mayEnd.open()
        await other.saw("stopped extra")
        await other.shutdown()
        #expect(site.events.values == ["stopping base", "stopped base"])
    }

    /// A child of the supplier, and not the supplier itself.
    @Test(arguments: [true, false]) func aHookShutsAChildDown(isStartedItself: Bool) async throws {
        let supplier = Site()
        try await supplier.start()
        let child = supplier.child()
        let site = Site(child)
        if isStartedItself { try await child.start() }
        _ = child.base()
        try await site.start(\.user)
        site.on("stopping user") { await child.shutdown() }
        await site.shutdown()
        #expect(child.events.values == ["stopping base", "stopped base"])
        await supplier.shutdown()
    }

    /// The parent has started one instance of the child, and the child another.
    @Test func aHookOfAStartedChildShutsTheChildDown() async throws {
        let parent = Site()
        try await parent.start()
        let child = parent.child()
        _ = child.base()
        try await child.start(\.extra)
        child.on("stopping extra") { await child.shutdown() }
        await child.shutdown()
        #expect(child.events.values.sorted() == ["stopped base", "stopped extra", "stopping base", "stopping extra"])
        await parent.shutdown()
    }

    /// The parent has started the base, which the child's tower needs.
    @Test func whatTheParentHasStartedStopsAfterAChildThatAHookShutsDown() async throws {
        let parent = Site()
        try await parent.start()
        let child = parent.child()
        _ = child.base()
        child.on("starting tower") {
            await child.shutdown()
            // The base would stop meanwhile.
            for _ in 0..<1000 { await Task.yield() }
            child.events.add("started tower")
        }
        let error = await #expect(throws: LifecycleError.self) { try await child.start(\.tower) }
        #expect(error?.reason == .shutDown)
        await child.shutdown()
        let tower = ["starting tower", "started tower", "stopping tower", "stopped tower"]
        #expect(child.events.values == tower + ["stopping base", "stopped base"])
        await parent.shutdown()
    }

    @Test func hooksOfTwoChildrenShutEachOtherDown() async throws {
        let parent = Site()
        let (one, other) = (parent.child(), parent.child())
        try await parent.start()
        _ = (one.base(), other.extra())
        let areStopping = [AsyncGate(), AsyncGate()]
        parent.on("stopping base") {
            areStopping[0].open()
            await areStopping[1].pass()
            await other.shutdown()
        }
        parent.on("stopping extra") {
            areStopping[1].open()
            await areStopping[0].pass()
            await one.shutdown()
        }
        async let shutdown: Void = one.shutdown()
        await other.shutdown()
        await shutdown
        #expect(parent.events.values.sorted() == ["stopped base", "stopped extra", "stopping base", "stopping extra"])
        await parent.shutdown()
    }

    /// The second session has taken the engine over.
    @Test func aHookThatAnotherContainerHasTakenOverShutsThatDown() async throws {
        let root = Site()
        let (one, other) = (root.child(), root.child())
        let mayEnd = AsyncGate()
        root.on("running engine") {
            await mayEnd.pass()
            await other.shutdown()
            root.events.add("after the shutdown")
        }
        try await one.start(\.engine)
        try await other.start(\.engine)
        await one.shutdown()
        mayEnd.open()
        await root.saw("after the shutdown")
        await other.shutdown()
        #expect(root.events.values == ["running engine", "after the shutdown"])
    }

    /// The second session would take the engine over, whose hook waits for that session's end.
    @Test func noContainerTakesOverWhatWaitsForItsEnd() async throws {
        let root = Site()
        let (one, other) = (root.child(), root.child())
        let last = other.child()
        let (areRunning, isStopping, mayStop) = (AsyncGate(), AsyncGate(), AsyncGate())
        last.on("stopping extra") {
            isStopping.open()
            await mayStop.pass()
        }
        try await last.start(\.extra)
        root.on("running engine") {
            await areRunning.pass()
            await withTaskCancellationHandler {
                await other.shutdown()
            } onCancel: {
                root.events.add("ending")
            }
            root.events.add("after the shutdown")
        }
        try await one.start(\.engine)
        try await other.start(\.engine)
        areRunning.open()
        await isStopping.pass()
        async let shutdown: Void = one.shutdown()
        await root.saw("ending")
        mayStop.open()
        await shutdown
        #expect(root.events.values.last == "after the shutdown")
    }
}

/// Instances that may need those of another container, and record when they run and stop.
private final class Site: TaskLocalContainer {
    @TaskLocal static var shared = Site()
    static var taskLocal: TaskLocal<Site> { $shared }
    let manager = ContainerManager.silent()
    private let supplier: Site?
    private let ownEvents = Collection<String>()
    private let ownActions = Locked<[String: @Sendable () async -> Void]>([:])

    init(_ supplier: Site?) { self.supplier = supplier }

    convenience init() { self.init(nil) }

    /// What has happened to the instances of the container and its children.
    var events: Collection<String> { root.ownEvents }

    /// Sets what happens at an event.
    func on(_ event: String, _ action: @escaping @Sendable () async -> Void) {
        root.ownActions.withLock { $0[event] = action }
    }

    /// Waits until something has happened.
    func saw(_ event: String) async { while !events.values.contains(event) { await Task.yield() } }

    fileprivate func perform(_ event: String) async {
        events.add(event)
        await root.ownActions.withLock { $0[event] }?()
    }

    fileprivate func stop(_ machine: Machine) async {
        await perform("stopping \(machine.name)")
        events.add("stopped \(machine.name)")
    }

    fileprivate var needs: [Machine] { supplier.map { [$0.base()] } ?? [] }
}

extension Site {
    fileprivate var base: Factory<Machine> { self { Machine("base") }.cached.onStop { await self.stop($0) } }
    fileprivate var extra: Factory<Machine> { self { Machine("extra") }.cached.onStop { await self.stop($0) } }
    fileprivate var user: Factory<Machine> {
        self { Machine("user", needs: self.needs) }.cached.onStop { await self.stop($0) }
    }
    fileprivate var tower: Factory<Machine> {
        self { Machine("tower", needs: [self.base()]) }.cached
            .onStart { _ in await self.perform("starting tower") }.onStop { await self.stop($0) }
    }
    fileprivate var helper: Factory<Machine> {
        self { Machine("helper", needs: self.needs) }.cached.onStop { await self.stop($0) }
    }
    fileprivate var runner: Factory<Machine> {
        self { Machine("runner") }.cached.onRun { _ in await self.perform("running runner") }
    }
    fileprivate var engine: Factory<Machine> {
        self { Machine("engine") }.singleton.onRun { _ in await self.perform("running engine") }
    }
}
