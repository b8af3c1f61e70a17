import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

private struct Failed: Error, Equatable {}

private final class Works: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Works()
    static var taskLocal: TaskLocal<Works> { $shared }
    let manager = ContainerManager()
    /// A child notes in its parent's.
    let events: Collection<String>
    let isFailed = Locked(false)

    init() { events = Self.inherited ?? Collection() }

    /// The events for containers that this task creates.
    @TaskLocal static var inherited: Collection<String>?

    private let actions = Locked<[String: @Sendable () async throws -> Void]>([:])

    @Sendable func note(_ event: String) { events.add(event) }

    /// Sets what happens before an event.
    func before(_ event: String, _ action: @escaping @Sendable () async throws -> Void) {
        actions.withLock { $0[event] = action }
    }

    func perform(_ event: String) async throws {
        try await actions.withLock { $0[event] }?()
        note(event)
    }
}

extension Works {
    var store: AsyncFactory<Product, any Error> {
        self {
            await Task.yield()
            return Product("store")
        }.singleton
            .onStart { try await self.perform("start \($0.name)") }
            .onStop { self.note("stop \($0.name)") }
    }
    var log: Factory<Product> {
        self { Product("log") }.cached
            .onStart { try await self.perform("start \($0.name)") }
            .onStop { self.note("stop \($0.name)") }
    }
    var vault: Factory<Product> {
        self { Product("vault", needs: [self.log()]) }.singleton
            .onStart { self.note("start \($0.name)") }
            .onStop { self.note("stop \($0.name)") }
    }
    /// Has no hooks itself.
    var pool: AsyncFactory<Product, any Error> { self { Product("pool", needs: [try await self.store()]) }.cached }
    var helper: AsyncFactory<Product, any Error> { self { Product("helper", needs: [self.log()]) } }
    var server: AsyncFactory<Product, any Error> {
        self {
            if self.isFailed.withLock({ $0 }) { throw Failed() }
            return Product("server", needs: [try await self.pool(), try await self.helper()])
        }.cached
            .onStart { self.note("start \($0.name)") }
            .onStop { try? await self.perform("stop \($0.name)") }
    }
    var failing: AsyncFactory<Product, any Error> {
        self { Product("failing", needs: [try await self.store()]) }.cached.onStart { _ in throw Failed() }
            .onStop { self.note("stop \($0.name)") }
    }
    fileprivate var key: ThrowingFactory<Product, Failed> {
        self { () throws(Failed) in
            if self.isFailed.withLock({ $0 }) { throw Failed() }
            return Product("key", needs: [self.log()])
        }.cached
            .onStart { self.note("start \($0.name)") }
            .onStop { self.note("stop \($0.name)") }
    }
    /// Its scope does not keep it.
    var brief: AsyncFactory<Product, Never> {
        self { Product("brief") }.cached.timeToLive(0).onStart { self.note("start \($0.name)") }.onStop {
            self.note("stop \($0.name)")
        }
    }
    var plain: AsyncFactory<Product, Never> { self { Product("plain") }.cached }
    /// Has no hooks itself.
    var lock: ThrowingFactory<Product, any Error> { self { Product("lock", needs: [self.log()]) }.cached }
    var gate: Factory<Product?> { self { try? self.lock() }.cached.onStart { _ in self.note("start gate") } }
    var bystander: AsyncParameterFactory<Int, Product, Never> {
        self { Product("bystander \($0)") }.scopeOnParameters.cached
    }
    var running: AsyncFactory<Product, Never> {
        self { Product("running") }.cached.onRun { _ in
            self.note("run")
            await untilCancelled()
            self.note("end")
        }
    }
    var unscoped: AsyncFactory<Product, Never> { self { Product("unscoped") }.onStart { _ in } }
}

@Suite(.container, .timeLimit(.minutes(10))) struct AsyncLifeTests {
    private let works = Works()

    @Test func dependenciesStartFirstAndStopLast() async throws {
        try await works.run(\.server) { works.note("body") }
        let events = works.events.values
        #expect(events.count == 7)
        #expect(Set(events[0...1]) == ["start store", "start log"])
        #expect(events[2...4] == ["start server", "body", "stop server"])
        #expect(Set(events[5...6]) == ["stop store", "stop log"])
        let other = try await works.store()
        #expect(other.name == "store")
        #expect(works.events.values.count == 7)
    }

    @Test func aStartShowsANamedInstanceToTheDecoratorOnce() async throws {
        let works = works
        works.decorator { [weak works] in works?.note("decorated \(($0 as? Product)?.name ?? "")") }
        try await works.start(\.store)
        #expect(works.events.values.filter { $0 == "decorated store" }.count == 1)
        await works.shutdown()
    }

    @Test func aStartInAChildShowsANamedSingletonToTheDecoratorOnce() async throws {
        let works = works
        works.decorator { [weak works] in works?.note("decorated \(($0 as? Product)?.name ?? "")") }
        let child = Works.$inherited.withValue(works.events) { works.child() }
        try await child.start(\.store)
        #expect(works.events.values.filter { $0 == "decorated store" }.count == 1)
        await child.shutdown()
    }

    /// A dependent, and what it needs.
    enum Need: CaseIterable {
        case storeOfServer, logOfServer, logOfKey, logOfVault, logOfGate

        var name: String { self == .storeOfServer ? "store" : "log" }

        fileprivate func resolve(from works: Works) async {
            switch self {
            case .storeOfServer, .logOfServer: _ = try? await works.server()
            case .logOfKey: _ = try? works.key()
            case .logOfVault: _ = works.vault()
            case .logOfGate: _ = works.gate()
            }
        }
    }

    /// The run's body ends when the start of the dependent has ended, so that nothing cancels that start.
    @Test(arguments: Need.allCases) func whatNeedsAnInstanceThatFailsToStartDoesNotStart(_ need: Need) async {
        let works = works
        works.before("start \(need.name)") { throw Failed() }
        works.plain.register { [unowned works] in
            await need.resolve(from: works)
            return Product("plain")
        }
        await #expect(throws: Failed.self) { try await works.run { _ = await works.plain() } }
        let events = Set(works.events.values)
        #expect(events.isDisjoint(with: ["start server", "start key", "start vault", "start gate"]))
    }

    /// The server stops when the bystanders have. A store or a log that did not wait for the server would stop with them: their
    /// stops begin before.
    @Test func dependenciesStopAfterASlowStop() async throws {
        let (works, bystanders) = (works, Bystanders())
        works.before("stop server") { await bystanders.haveStopped.pass() }
        works.bystander.onStop { _ in bystanders.stop() }
        try await works.run {
            for number in 0..<Bystanders.count { _ = await works.bystander(number) }
            try await works.start(\.server)
        }
        let events = works.events.values
        #expect(events[3] == "stop server")
        #expect(Set(events[4...5]) == ["stop store", "stop log"])
    }

    /// As above. The task begins on the thread of the gate's closure, but the gate does not need the log.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func whatIsBuiltForATaskThatBeginsInASynchronousClosureStopsBeforeItsDependencies() async throws {
        let (works, bystanders) = (works, Bystanders())
        works.before("stop server") { await bystanders.haveStopped.pass() }
        works.bystander.onStop { _ in bystanders.stop() }
        works.server.register { [unowned works] in Product("server", needs: [works.log()]) }
        works.gate.register { [unowned works] in
            Task.immediate { try await works.server() }
            return nil
        }
        try await works.run {
            for number in 0..<Bystanders.count { _ = await works.bystander(number) }
            _ = works.gate()
            _ = try await works.server()
        }
        #expect(works.events.values.suffix(2) == ["stop server", "stop log"])
    }

    @Test func anInstanceWithoutHooksPassesItsDependenciesOn() async throws {
        let pool = try await works.pool()
        // The store was built before and is named, so it starts; the server reaches it through the stored pool.
        let server = try await works.run(\.store, \.server) { try await works.server() }
        #expect(server.needs[0] === pool)
        let events = works.events.values
        #expect(events.firstIndex(of: "start store")! < events.firstIndex(of: "start server")!)
        #expect(events.firstIndex(of: "stop server")! < events.firstIndex(of: "stop store")!)
    }

    @Test func aStoredInstanceThatNeedsOneWithHooksPassesItOn() async throws {
        _ = try works.lock()
        let error = await #expect(throws: LifecycleError.self) { try await works.run(\.gate) {} }
        #expect(error?.reason == .builtBeforeStart)
    }

    @Test func whatTheBodyResolvesIsStartedAndAwaited() async throws {
        try await works.run {
            let server = try await works.server()
            #expect(works.events.values.last == "start server")
            #expect(try await works.server() === server)
        }
        #expect(Set(works.events.values.suffix(2)) == ["stop store", "stop log"])
        #expect(works.events.values.count == 6)
    }

    @Test func aFailedStartThrowsToItsCallers() async throws {
        let caught = Collection<any Error>()
        await #expect(throws: Failed.self) {
            try await works.run {
                do { _ = try await works.failing() } catch { caught.add(error) }
                await untilCancelled()
            }
        }
        #expect(caught.values.count == 1 && caught.values[0] is Failed)
        #expect(works.events.values == ["start store", "stop store"])
    }

    /// Although its error reaches callers on several levels, and the run.
    @Test func theObserverReceivesAStartThatFailsOnce() async {
        let failures = Collection<ResolutionFailure>()
        works.manager.failureObserver = { failures.add($0) }
        works.before("start store") { throw Failed() }
        await #expect(throws: Failed.self) {
            try await works.run(\.log) {
                await withDiscardingTaskGroup { group in
                    for _ in 0..<3 { group.addTask { _ = try? await self.works.server() } }
                }
                await untilCancelled()
            }
        }
        #expect(failures.values.map { $0.error is Failed } == [true])
        #expect(failures.values[0].path.contains("Works.store<Product>"))
    }

    @Test func aClosureThatThrowsFailsTheRun() async throws {
        works.isFailed.withLock { $0 = true }
        await #expect(throws: Failed.self) { try await works.run(\.store, \.server) { works.note("body") } }
        #expect(works.events.values.filter { $0 != "start store" && $0 != "stop store" }.isEmpty)
        await #expect(throws: Failed.self) { try await works.run(\.key) { works.note("body") } }
        works.isFailed.withLock { $0 = false }
        try await works.run(\.key) { works.note("body") }
        #expect(works.events.values.suffix(5) == ["start log", "start key", "body", "stop key", "stop log"])
    }

    @Test func anInstanceThatIsNotStoredLivesUntilItsStop() async throws {
        try await works.run(\.brief) { works.note("body") }
        #expect(works.events.values == ["start brief", "body", "stop brief"])
    }

    @Test func anInstanceForOneCallerPassesItsDependenciesOn() async throws {
        try await works.run(\.helper) { works.note("body") }
        #expect(works.events.values == ["start log", "body", "stop log"])
    }

    /// The caller is cancelled while the log starts. It would return if it did not wait for the log.
    @Test func aCallerWaitsForTheDependenciesOfAnInstanceForItself() async throws {
        let works = works
        let (starting, mayStart) = (AsyncGate(), AsyncGate())
        works.before("start log") {
            starting.open()
            await mayStart.pass()
        }
        try await works.run {
            let caller = Task { try await works.helper() }
            await starting.pass()
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
            mayStart.open()
        }
    }

    @Test func aChildStartsASingletonOfItsRoot() async throws {
        let child = Works.$inherited.withValue(works.events) { works.child() }
        let once = ["start store", "body", "stop store"]
        for _ in 0..<2 { try await child.run(\.store) { works.note("body") } }
        #expect(works.events.values == once + once)
    }

    /// The root builds the singletons, and the log that the vault needs.
    @Test func aChildStartsASingletonThatItsBodyResolvesFirst() async throws {
        let child = Works.$inherited.withValue(works.events) { works.child() }
        try await child.run { _ = try await child.store() }
        #expect(works.events.values == ["start store", "stop store"])
        try await child.run {
            _ = child.vault()
            try await child.start(\.vault)
        }
        #expect(works.events.values.suffix(4) == ["start log", "start vault", "stop vault", "stop log"])
    }

    /// The root, which is not started, has begun the construction that the child joins.
    @Test @MainActor func aChildStartsASingletonThatItsRootIsBuilding() async throws {
        let (works, began, mayEnd) = (works, AsyncGate(), AsyncGate())
        let child = Works.$inherited.withValue(works.events) { works.child() }
        works.store.register {
            began.open()
            await mayEnd.pass()
            return Product("store")
        }
        let builder = Task { _ = try await works.store() }
        await began.pass()
        let start = await suspended { try await child.start(\.store) }
        mayEnd.open()
        try await start.value
        try await builder.value
        await child.shutdown()
        #expect(works.events.values == ["start store", "stop store"])
    }

    @Test func anotherContainersInstanceStartsWithItsDependents() async throws {
        let other = Works()
        works.server.register { Product("server", needs: [other.log(), try await other.store()]) }
        try await works.run(\.server) { works.note("body") }
        #expect(works.events.values == ["start server", "body", "stop server"])
        #expect(Set(other.events.values) == ["start log", "start store", "stop log", "stop store"])
    }

    @Test func onRunIsCancelledAtTheEnd() async throws {
        let works = works
        try await works.run(\.running) { while !works.events.values.contains("run") { await Task.yield() } }
        #expect(works.events.values == ["run", "end"])
    }

    // MARK: - Waiting for a start

    @Test func aClosureCanAwaitAStartInAnotherTask() async throws {
        let works = works
        works.running.register {
            // A detached task does not belong to the closure, so it waits for the start.
            _ = try? await Task.detached { try await works.server() }.value
            works.note("made")
            return Product("running")
        }
        try await works.run(\.running) {}
        #expect(works.events.values[2...3] == ["start server", "made"])
    }

    // MARK: - During a construction

    @Test func aRunThatIsCancelledDuringAConstructionCancelsIt() async {
        let (works, events) = (works, works.events)
        let (begun, ended) = (AsyncGate(), AsyncGate())
        works.server.register {
            begun.open()
            await untilCancelled()
            events.add("cancelled")
            ended.open()
            return Product("server")
        }
        let run = Task { try await works.run(\.server) { events.add("body") } }
        await begun.pass()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(works.manager.isEmpty(.scope))
        await ended.pass()
        #expect(works.manager.isEmpty(.scope))
        #expect(events.values == ["cancelled"])
    }

    @Test func anInstanceThatIsBeingMadeDuringAShutdownIsNotKept() async throws {
        let works = works
        let (begun, mayEnd) = (AsyncGate(), AsyncGate())
        works.server.register {
            begun.open()
            await mayEnd.pass()
            return Product("server")
        }
        try await works.start(\.log)
        let caller = Task { try await works.server() }
        await begun.pass()
        await works.shutdown()
        #expect(works.manager.isEmpty(.scope))
        mayEnd.open()
        let first = try await caller.value
        #expect(works.manager.isEmpty(.scope))
        #expect(try await works.server() !== first)
        #expect(works.events.values == ["start log", "stop log"])
    }

    // MARK: - Other calls

    @Test func twoStartsDoNotWaitForEachOther() async throws {
        let works = works
        let started = AsyncGate()
        works.running.register {
            await started.pass()
            return Product("running")
        }
        async let running: Void = works.start(\.running)
        try await works.start(\.server)
        #expect(works.events.values.last == "start server")
        started.open()
        try await running
        await works.shutdown()
    }

    @Test func aStartBeginsWhatItNeedsInAnotherContainer() async throws {
        let (works, other) = (works, Works())
        other.plain.onStart { _ in other.note("start plain") }
        other.plain.register { Product("plain", needs: [await works.brief()]) }
        works.running.register {
            // The instance that is not stored is started by this container, which is still resolving.
            _ = await Task.detached { await other.plain() }.value
            return Product("running")
        }
        try await other.run { try await works.run(\.running) {} }
        #expect(works.events.values.first == "start brief")
        #expect(other.events.values == ["start plain"])
    }

    @Test func anInstanceThatIsNotKeptStarts() async throws {
        let works = works
        works.plain.timeToLive(0).onStart { _ in works.note("start plain") }
        try await works.run(\.plain) {}
        #expect(works.events.values == ["start plain"])
    }

    @Test func aFailureDoesNotRetainTheContainer() async {
        weak var released: Works?
        do {
            let works = Works()
            released = works
            works.isFailed.withLock { $0 = true }
            _ = try? await works.server()
        }
        #expect(released == nil)
    }

    @Test func aHitInAChildStartsWhatItsParentGaveHooks() async throws {
        let child = Works.$inherited.withValue(works.events) { works.child() }
        works.pool.onStart { _ in self.works.note("start pool") }
        works.pool.register { Product("pool") }
        for _ in 0..<3 { _ = try await child.pool() }
        try await child.run { _ = try await child.pool() }
        #expect(works.events.values == ["start pool"])
    }

    @Test func cancellationEndsTheWaitAndNotTheStart() async throws {
        let works = works
        let (starting, mayStart) = (AsyncGate(), AsyncGate())
        let pool = works.pool.register { Product("pool") }.onStart { _ in
            starting.open()
            await mayStart.pass()
            works.note("cancelled: \(Task.isCancelled)")
        }
        try await works.run {
            let caller = Task { try await pool() }
            await starting.pass()
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
            mayStart.open()
            _ = try await pool()
            #expect(works.events.values == ["cancelled: false"])
        }
    }

    @Test func aHitWaitsForTheStart() async throws {
        let works = works
        let (starting, mayStart) = (AsyncGate(), AsyncGate())
        works.plain.onStart { _ in
            starting.open()
            await mayStart.pass()
        }
        works.pool.register { Product("pool", needs: [await works.plain()]) }
        works.server.register {
            // What is being built does not wait. The third resolution finds the instance itself in the cell.
            for _ in 0..<2 { _ = try await works.pool() }
            return Product("server", needs: [try await works.pool()])
        }
        let start = Task { try await works.start(\.server) }
        await starting.pass()
        let caller = Task { try await works.pool() }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        mayStart.open()
        try await start.value
        let late = Task { try await works.pool() }
        late.cancel()
        _ = try await late.value
        await works.shutdown()
    }

    @Test func aHitIsADependency() async throws {
        let works = works
        let pool = works.pool.register { Product("pool") }.onStart { _ in works.note("start pool") }
        for _ in 0..<3 { _ = try await pool() }
        works.server.register { Product("server", needs: [try await pool()]) }
        try await works.run(\.pool, \.server) {}
        #expect(works.events.values.prefix(2) == ["start pool", "start server"])
    }

    @Test func aCallerThatCannotThrowWaitsForTheStart() async throws {
        let works = works
        let (starting, mayStart) = (AsyncGate(), AsyncGate())
        let plain = works.plain.onStart { _ in
            starting.open()
            await mayStart.pass()
            works.note("started")
        }
        try await works.run {
            let caller = Task {
                let instance = await plain()
                works.note("resolved")
                return instance
            }
            await starting.pass()
            caller.cancel()
            mayStart.open()
            _ = await caller.value
            #expect(works.events.values == ["started", "resolved"])
        }
    }

    @Test func aShutdownDoesNotWaitForAStartInAnotherContainer() async throws {
        let (works, other) = (works, Works())
        let (isBuilt, mayStart) = (AsyncGate(), AsyncGate())
        other.plain.onStart { _ in await mayStart.pass() }
        try await other.run {
            works.server.register {
                defer { isBuilt.open() }
                return Product("server", needs: [await other.plain()])
            }
            let start = Task { try await works.start(\.server) }
            await isBuilt.pass()
            await works.shutdown()
            await #expect(throws: (any Error).self) { try await start.value }
            mayStart.open()
        }
        #expect(works.events.values.isEmpty)
    }

    @Test func hooksNeedAScope() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            endProcess(after: 500)
            _ = await Works().unscoped()
        }
        expectStandardError(of: result, contains: "Works.unscoped<Product>")
    }

    @Test func theContainerIsReleasedAfterwards() async throws {
        weak var released: Works?
        do {
            let works = Works()
            released = works
            try await works.run(\.server, \.key) {}
            _ = try await works.server()
        }
        #expect(released == nil)
    }
}
