import Testing
import WiringAsync
import WiringLifecycle
import WiringModules
import WiringTestSupport
import WiringTesting

/// Waiting for the start of what is resolved.
@Suite(.timeLimit(.minutes(10)), .container) struct StartedTests {
    private let mill = Mill()
    private let log = MillLog()

    init() { mill.log.override(with: log) }

    // MARK: - In an asynchronous closure

    enum Wheel: CaseIterable { case plain, throwing, asynchronous, parameter, withoutHooks, collection }

    @Test(arguments: Wheel.allCases)
    func aClosureWaitsForTheStartOfWhatItNeeds(_ wheel: Wheel) async throws {
        mill.settings.register { [unowned mill, log] in
            switch wheel {
            case .plain: _ = try await mill.store.started()
            case .throwing: _ = try await mill.key.started()
            case .asynchronous: _ = try await mill.archive.started()
            case .parameter: _ = try await mill.page.started(1)
            case .withoutHooks: _ = try await mill.shelf.started()
            case .collection: _ = try await mill.parts.started()
            }
            log.note("load")
            return Part("settings")
        }
        if wheel == .collection { mill.parts.contribute(\Mill.store) }
        try await mill.run(\.settings) {}
        let events = log.events.values
        #expect(Array(events.prefix(3).dropFirst()) == ["started", "load"])
        #expect(events.suffix(2).first == "stop settings")
        #expect(events.count == 5)
    }

    @Test func aClosureWaitsAlthoughRunHasYetToResolveTheRest() async throws {
        try await mill.run(\.settings, \.server) {}
        #expect(log.events.values.prefix(3) == ["start store", "started", "load"])
    }

    @Test func aClosureWaitsInAChildOfARunningContainer() async throws {
        try await mill.run { [mill] in
            try await withChildContainer(of: mill) { _ in
            } operation: {
                _ = try await Mill.shared.settings()
            }
        }
        #expect(log.events.values == ["start store", "started", "load", "stop settings", "stop store"])
    }

    @Test func aContainerThatIsNeverStartedOnlyResolves() async throws {
        _ = try await mill.settings()
        _ = try await mill.store.started()
        #expect(log.events.values == ["load"])
    }

    /// The caller of `run` receives the error, so the logger does not.
    @Test func aClosureReceivesTheErrorOfTheStart() async throws {
        let lines = Collection<String>()
        mill.manager.logger = { lines.add($0) }
        log.on("start store") { throw Broken("store") }
        await #expect(throws: Broken("store")) { try await mill.run(\.settings) {} }
        #expect(log.events.values == ["start store"])
        #expect(lines.values == [])
    }

    @Test func anErrorThatAClosureThrowsInsteadIsReported() async throws {
        let lines = Collection<String>()
        mill.manager.logger = { lines.add($0) }
        log.on("start store") { throw Broken("store") }
        mill.settings.register { [unowned mill] in
            do { return try await mill.store.started() } catch { throw Broken("settings") }
        }
        await #expect(throws: Broken("store")) { try await mill.run(\.settings) {} }
        #expect(
            lines.values.map { $0.contains(#"could not resolve a dependency of Mill: Broken(part: "settings")"#) } == [
                true
            ]
        )
    }

    /// The instance is made without the one that has failed. It neither fails nor is built again.
    @Test(arguments: Wheel.allCases)
    func aClosureCanHandleTheErrorOfTheStart(_ wheel: Wheel) async throws {
        mill.manager.logger = { _ in }
        for name in ["store", "key", "archive", "page 1"] { log.on("start \(name)") { throw Broken(name) } }
        mill.settings.register { [unowned mill] in
            switch wheel {
            case .plain: _ = try? await mill.store.started()
            case .throwing: _ = try? await mill.key.started()
            case .asynchronous: _ = try? await mill.archive.started()
            case .parameter: _ = try? await mill.page.started(1)
            case .withoutHooks: _ = try? await mill.shelf.started()
            case .collection: _ = try? await mill.parts.started()
            }
            return Part("settings")
        }
        if wheel == .collection { mill.parts.contribute(\Mill.store) }
        try await mill.start()
        let settings = try await mill.settings()
        #expect(try await mill.settings() === settings)
        await mill.shutdown()
        #expect(log.events.values.dropFirst() == ["stop settings"])
    }

    /// What fails was built with the base, too. The base is dropped, and keeps running for what the closure has made.
    @Test func aClosureThatHandlesTheErrorKeepsWhatItHasResolvedOtherwise() async throws {
        mill.manager.logger = { _ in }
        log.on("start store") { throw Broken("store") }
        mill.parts.contribute(\Mill.store)
        mill.parts.contribute(\Mill.base)
        mill.settings.register { [unowned mill] in
            let base = mill.base()
            _ = try? await mill.parts.started()
            return Part("settings", needs: [base])
        }
        try await mill.start()
        _ = try await mill.settings()
        mill.base.reset(.scope)
        // Takes longer than a stop.
        try await mill.start(\.key)
        await mill.shutdown()
        let stops = log.events.values.filter { $0.hasPrefix("stop ") && $0 != "stop key" }
        #expect(stops == ["stop settings", "stop base"])
    }

    /// The fan was built with the base, whose start the error or the cancellation ends, and is found no longer.
    @Test(arguments: [true, false])
    func theLoggerReceivesNoDropThatFollowsFromTheEndOfTheStart(isCancelled: Bool) async throws {
        let (lines, isStarting) = (Collection<String>(), AsyncGate())
        mill.manager.logger = { lines.add($0) }
        log.on("start store") {
            isStarting.open()
            guard isCancelled else { throw Broken("store") }
            await untilCancelled()
            try Task.checkCancellation()
        }
        let call = Task { [mill] in try await mill.run(\.fan) {} }
        await isStarting.pass()
        if isCancelled { call.cancel() }
        await #expect { try await call.value } throws: { isCancelled ? $0 is CancellationError : $0 is Broken }
        #expect(lines.values == [])
    }

    @Test func anErrorThatAClosureHandlesEndsTheRunAllTheSame() async throws {
        log.on("start store") { throw Broken("store") }
        mill.settings.register { [unowned mill] in
            _ = try? await mill.store.started()
            return Part("settings")
        }
        await #expect(throws: Broken("store")) { try await mill.run(\.settings, \.base) {} }
        #expect(log.events.values == ["start store", "stop settings"])
    }

    /// The house is resolved again, and the base is not.
    @Test func aClosureReceivesWhatWasBuiltBeforeTheRun() async throws {
        _ = mill.house()
        mill.settings.register { [unowned mill] in
            _ = try await mill.house.started()
            return Part("settings")
        }
        let error = await #expect(throws: LifecycleError.self) { try await mill.run(\.settings, \.base) {} }
        #expect(error?.reason == .builtBeforeStart)
        #expect(error?.description.contains("Mill.base<Part> was built before the container was started") == true)
    }

    // MARK: - Outside of a closure

    @Test func aCallerWaitsForTheStart() async throws {
        try await mill.run { [mill, log] in
            _ = try await mill.store.started()
            log.note("resolved")
        }
        #expect(log.events.values == ["start store", "started", "resolved", "stop store"])
    }

    @Test func cancellationEndsTheWaitAndNotTheStart() async throws {
        let (mill, isStarting, mayStart) = (mill, AsyncGate(), AsyncGate())
        log.on("start store") {
            isStarting.open()
            await mayStart.pass()
        }
        try await mill.run {
            let caller = Task { _ = try await mill.store.started() }
            await isStarting.pass()
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
            mayStart.open()
            _ = try await mill.store.started()
        }
        #expect(log.events.values == ["start store", "started", "stop store"])
    }

    /// The call waits for the closure, which cannot throw, and the closure for two starts, which only end when they are cancelled.
    @Test(arguments: [true, false])
    func aCallThatIsCancelledCancelsWhatAClosureWaitsFor(isRun: Bool) async throws {
        let (mill, isStarting) = (mill, AsyncGate())
        for name in ["store", "base"] {
            log.on("start \(name)") {
                isStarting.open()
                await untilCancelled()
                try Task.checkCancellation()
            }
        }
        let call = Task {
            if isRun { try await mill.run(\.preset) {} } else { try await mill.start(\.preset) }
        }
        await isStarting.pass()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(log.events.values.filter { $0 != "start base" } == ["start store", "stop preset"])
    }

    /// The logger receives it, as it does if no closure waits for the start.
    @Test(arguments: [true, false])
    func aCancelledCallDoesNotThrowWhatAStartThrowsBecauseOfThat(isRun: Bool) async throws {
        let (mill, isStarting, lines) = (mill, AsyncGate(), Collection<String>())
        mill.manager.logger = { lines.add($0) }
        log.on("start store") {
            isStarting.open()
            await untilCancelled()
            throw Broken("store")
        }
        let call = Task {
            // Cancellation is the normal end of a run without a body.
            if isRun { try await mill.run(\.preset) } else { try await mill.start(\.preset) }
        }
        await isStarting.pass()
        call.cancel()
        if isRun {
            try await call.value
        } else {
            await #expect(throws: CancellationError.self) { try await call.value }
        }
        #expect(lines.values.count { $0.contains(#"has failed: Broken(part: "store")"#) } == 1)
    }

    // MARK: - Cycles

    /// The start waits for the construction that waits for the start.
    @Test func aStartThatAwaitsItsWaiterEndsWithThePath() async throws {
        log.on("start store") { [unowned mill] in _ = try await mill.settings() }
        let error = await #expect(throws: LifecycleError.self) { try await mill.run(\.settings) {} }
        #expect(error?.reason == .circularStart)
        #expect(error?.description.paths == ["Mill.settings<Part>", "Mill.store<Part>", "Mill.settings<Part>"])
    }

    /// The start of the store needs that of the base.
    @Test func aCycleThroughADependencyEndsWithThePath() async throws {
        log.on("start base") { [unowned mill] in _ = try await mill.settings() }
        mill.settings.register { [unowned mill] in
            _ = try await mill.house.started()
            return Part("settings")
        }
        let error = await #expect(throws: LifecycleError.self) { try await mill.run(\.settings) {} }
        #expect(error?.reason == .circularStart)
        #expect(
            error?.description.paths == [
                "Mill.settings<Part>", "Mill.house<Part>", "Mill.base<Part>", "Mill.settings<Part>",
            ]
        )
    }

    /// The store's start waits for the archive, whose closure waits for the settings.
    @Test func aCycleThroughOtherConstructionsEndsWithThePath() async throws {
        log.on("start store") { [unowned mill] in _ = try await mill.archive() }
        mill.archive.register { [unowned mill] in
            _ = try await mill.settings()
            return Part("archive")
        }
        let error = await #expect(throws: LifecycleError.self) { try await mill.run(\.settings) {} }
        #expect(error?.reason == .circularStart)
        #expect(
            error?.description.paths == [
                "Mill.settings<Part>", "Mill.store<Part>", "Mill.archive<Part>", "Mill.settings<Part>",
            ]
        )
    }

    /// All others wait by then, so its wait closes the cycle.
    @Test func aConstructionThatWaitsLastEndsACycle() async throws {
        log.on("start store") { [unowned mill] in _ = try await mill.archive() }
        mill.archive.register { [unowned mill] in
            for _ in 0..<1_000 { await Task.yield() }
            _ = try await mill.settings()
            return Part("archive")
        }
        let error = await #expect(throws: LifecycleError.self) { try await mill.run(\.settings) {} }
        #expect(error?.reason == .circularStart)
    }

    ///     one task                      another task
    ///     builds the settings           builds the archive
    ///     waits for the store           waits for the base
    ///     the store's start waits       the base's start waits
    ///     for the archive               for the settings
    @Test func aCycleAcrossTasksEndsWithThePath() async throws {
        let (mill, both) = (mill, Counter())
        let isReady = AsyncGate()
        let arrive: @Sendable () async -> Void = {
            if both.increment() == 2 { isReady.open() }
            await isReady.pass()
        }
        log.on("start store") { [unowned mill] in
            await arrive()
            _ = try await mill.archive()
        }
        log.on("start base") { [unowned mill] in
            await arrive()
            _ = try await mill.settings()
        }
        mill.archive.register { [unowned mill] in
            _ = try await mill.base.started()
            return Part("archive")
        }
        let error = await #expect(throws: LifecycleError.self) {
            try await mill.run {
                async let settings = mill.settings()
                async let archive = mill.archive()
                _ = try await (settings, archive)
            }
        }
        #expect(error?.reason == .circularStart)
        #expect(error?.description.paths.count == 5)
    }

    /// In its own `onStart` closure, an instance would wait for itself.
    @Test func aHookThatAwaitsItsOwnStartThrows() async throws {
        log.on("start store") { [unowned mill] in _ = try await mill.store.started() }
        let error = await #expect(throws: LifecycleError.self) { try await mill.run(\.store) {} }
        #expect(error?.reason == .circularStart)
    }

    /// The task that the store's hook has left behind waits for the base, which asks for the store.
    @Test func whatHasStartedIsPartOfNoCycle() async throws {
        let (hasStarted, hasEnded) = (AsyncGate(), AsyncGate())
        log.on("start store") { [unowned mill] in
            Task {
                await #expect(throws: Never.self) { try await mill.base.started() }
                hasEnded.open()
            }
            // Meanwhile the task begins to wait.
            for _ in 0..<1_000 { await Task.yield() }
        }
        log.on("start base") { [unowned mill] in
            await hasStarted.pass()
            _ = try await mill.store.started()
        }
        try await mill.run(\.store) {
            hasStarted.open()
            await hasEnded.pass()
        }
    }

    /// Two tasks of the store's hook wait for the base. One stops waiting, and then the base waits for the store.
    @Test func aCycleEndsAfterAnotherTaskHasStoppedWaiting() async throws {
        let mayWait = AsyncGate()
        log.on("start store") { [mill] in
            async let base = mill.base.started()
            let other = Task { try await mill.base.started() }
            for _ in 0..<1_000 { await Task.yield() }
            other.cancel()
            await #expect(throws: CancellationError.self) { try await other.value }
            mayWait.open()
            _ = try await base
        }
        log.on("start base") { [mill] in
            await mayWait.pass()
            _ = try await mill.store.started()
        }
        let error = await #expect(throws: LifecycleError.self) { try await mill.run(\.store) {} }
        #expect(error?.reason == .circularStart)
    }

    @Test func aFailureNamesThePathThroughTheClosure() async throws {
        mill.settings.register { [unowned mill] in
            _ = try await mill.failing.started()
            return Part("settings")
        }
        let failures = Collection<String>()
        mill.manager.failureObserver = { failures.add($0.path) }
        _ = try? await mill.settings()
        #expect(failures.values.first?.paths == ["Mill.settings<Part>", "Mill.failing<Part>"])
    }

    /// The start of what the closure awaits has failed, and not the closure, nor the start of what was built with that.
    @Test(arguments: [false, true]) func theErrorOfAStartIsReportedOnce(isThroughAnother: Bool) async throws {
        struct Broken: Error {}
        log.on("start base") { throw Broken() }
        mill.settings.register { [unowned mill] in
            _ = isThroughAnother ? try await mill.house.started() : try await mill.base.started()
            return Part("settings")
        }
        let failures = Collection<String>()
        mill.manager.failureObserver = { failures.add($0.path) }
        await #expect(throws: Broken.self) { try await mill.run(\.settings) {} }
        #expect(failures.values.map(\.paths) == [["Mill.base<Part>"]])
    }

    /// The closure that awaits the start throws an error of its own, although it has the same type.
    @Test func anotherErrorAfterThatOfAStartIsReported() async throws {
        struct Broken: Error { let part: String }
        log.on("start base") { throw Broken(part: "base") }
        mill.settings.register { [unowned mill] in
            _ = try? await mill.base.started()
            throw Broken(part: "settings")
        }
        let failures = Collection<String>()
        mill.manager.failureObserver = { failures.add($0.path) }
        await #expect(throws: Broken.self) { try await mill.run(\.settings) {} }
        #expect(failures.values.map(\.paths) == [["Mill.base<Part>"], ["Mill.settings<Part>"]])
    }

    /// The closure throws an error that has the text of the error of the start: the same, another object, or one of another type.
    @Test(arguments: [0, 1, 2]) func anErrorWithTheTextOfThatOfAStartIsReportedIfItIsAnother(_ kind: Int) async throws {
        let lines = Collection<String>()
        mill.manager.logger = { lines.add($0) }
        log.on("start base") { throw Dry() }
        mill.settings.register { [unowned mill] in
            do {
                return try await mill.base.started()
            } catch {
                switch kind {
                case 0: throw error
                case 1: throw Dry()
                default: throw AlsoDry()
                }
            }
        }
        await #expect(throws: Dry.self) { try await mill.run(\.settings) {} }
        let text = "Wiring: `run` could not resolve a dependency of Mill: dry"
        #expect(lines.values.map { $0.hasPrefix(text) } == (kind == 0 ? [] : [true]))
    }
}

private final class Dry: Error, CustomStringConvertible {
    var description: String { "dry" }
}

private struct AlsoDry: Error, CustomStringConvertible {
    var description: String { "dry" }
}

extension String {
    /// The declarations of the lines that list a path.
    fileprivate var paths: [String] {
        split(separator: "\n").filter { $0.hasPrefix("      ") || $0.hasPrefix("    → ") }
            .compactMap { $0.dropFirst(6).split(separator: " ").first.map(String.init) }
    }
}

private final class MillLog: Sendable {
    let events = Collection<String>()
    private let actions = Locked<[String: @Sendable () async throws -> Void]>([:])

    func on(_ event: String, _ action: @escaping @Sendable () async throws -> Void) {
        actions.withLock { $0[event] = action }
    }

    func note(_ event: String) { events.add(event) }

    func perform(_ event: String) async throws {
        note(event)
        try await actions.withLock { $0[event] }?()
    }
}

private final class Mill: TaskLocalContainer {
    @TaskLocal static var shared = Mill()
    static var taskLocal: TaskLocal<Mill> { $shared }
    let manager = ContainerManager()
}

private final class Part: Sendable {
    let name: String
    let needs: [Part]

    init(_ name: String, needs: [Part] = []) {
        self.name = name
        self.needs = needs
    }
}

extension Mill {
    fileprivate var log: Factory<MillLog> { self { MillLog() } }

    private func start(_ part: Part) async throws {
        try await log().perform("start \(part.name)")
        // Whoever does not wait comes before.
        for _ in 0..<100 { await Task.yield() }
        log().note("started")
    }

    private func stop(_ part: Part) { log().note("stop \(part.name)") }

    fileprivate var settings: AsyncFactory<Part, any Error> {
        self {
            let store = try await self.store.started()
            self.log().note("load")
            return Part("settings", needs: [store])
        }.cached.onStop { self.stop($0) }
    }
    fileprivate var preset: AsyncFactory<Part, Never> {
        self {
            if let store = try? await self.store.started() { return store }
            return (try? await self.base.started()) ?? Part("preset")
        }.cached.onStop { self.stop($0) }
    }
    fileprivate var fan: AsyncFactory<Part, Never> {
        self {
            let base = self.base()
            _ = try? await self.store.started()
            return Part("fan", needs: [base])
        }.cached.onRun { _ in await untilCancelled() }
    }
    fileprivate var store: Factory<Part> {
        self { Part("store") }.cached.onStart { try await self.start($0) }.onStop { self.stop($0) }
    }
    fileprivate var key: ThrowingFactory<Part, Broken> {
        self { () throws(Broken) in Part("key") }.cached.onStart { try await self.start($0) }.onStop { self.stop($0) }
    }
    fileprivate var archive: AsyncFactory<Part, any Error> {
        self { Part("archive") }.cached.onStart { try await self.start($0) }.onStop { self.stop($0) }
    }
    fileprivate var page: ParameterFactory<Int, Part> {
        self { Part("page \($0)") }.scopeOnParameters.cached
            .onStart { try await self.start($0) }.onStop { self.stop($0) }
    }
    /// Has no hooks, and no scope.
    fileprivate var shelf: Factory<Part> { self { Part("shelf", needs: [self.store()]) } }
    fileprivate var parts: Collected<Part> { collected() }
    fileprivate var base: Factory<Part> {
        self { Part("base") }.cached.onStart { try await self.start($0) }.onStop { self.stop($0) }
    }
    fileprivate var house: Factory<Part> {
        self { Part("house", needs: [self.base()]) }.cached
            .onStart { try await self.start($0) }.onStop { self.stop($0) }
    }
    fileprivate var server: Factory<Part> { self { Part("server") }.cached.onStart { _ in } }
    fileprivate var failing: ThrowingFactory<Part, any Error> { self { throw Broken("failing") } }
}
