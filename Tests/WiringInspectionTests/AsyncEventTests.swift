import Testing
import Wiring
import WiringAsync
import WiringInspection
import WiringLifecycle
import WiringTesting

private struct Refused: Error {}

/// Lets those that wait pass, once it is open.
private final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Never.self)

    func open() { continuation.finish() }

    func pass() async { for await _ in stream {} }
}

private final class Works: SharedContainer, Sendable {
    @TaskLocal static var shared = Works()
    let manager = ContainerManager()
    let (reached, gate) = (Gate(), Gate())
    let events = Protected<[ContainerEvent]>([])

    @Sendable func add(_ event: ContainerEvent) { events.withLock { $0.append(event) } }

    /// What happened to what.
    var lines: [String] {
        events.withLock { $0 }.map { event in
            let kind = "\(event.kind)".prefix { $0 != "(" && $0 != ":" }
            return kind + (event.dependency.map { " \($0.name)" } ?? "")
        }
    }

    /// The hooks that have failed, as far as events name them.
    var failedHooks: [LifecycleHook?] {
        events.withLock { $0 }.compactMap { event in
            if case .lifecycleFailed(_, let hook, _) = event.kind { .some(hook) } else { nil }
        }
    }
}

extension Works {
    fileprivate var slow: AsyncFactory<Service, any Error> {
        self {
            self.reached.open()
            await self.gate.pass()
            return Service()
        }.cached
    }
    fileprivate var page: AsyncFactory<Service, any Error> {
        self {
            _ = try await self.slow()
            return try await self.title()
        }
    }
    fileprivate var title: AsyncFactory<Service, any Error> { self { try await Self.make() } }
    fileprivate var refused: AsyncFactory<Service, any Error> { self { throw Refused() }.cached }

    private static func make() async throws -> Service { Service() }

    // MARK: - Instances with hooks

    fileprivate var store: Factory<Service> { self { Service() }.cached.onStart { _ in }.onStop { _ in } }
    fileprivate var stuck: Factory<Service> {
        self { Service() }.cached.onStop(within: .milliseconds(1)) { _ in await self.gate.pass() }
    }
    fileprivate var failing: Factory<Service> {
        self { Service() }.cached.onRun { _ in
            await self.gate.pass()
            throw Refused()
        }
    }
    fileprivate var unstartable: Factory<Service> { self { Service() }.cached.onStart { _ in throw Refused() } }
    fileprivate var unending: Factory<Service> {
        self { Service() }.cached.onRun { _ in await self.gate.pass() }.onStop(within: .milliseconds(1)) { _ in }
    }
    fileprivate var last: Factory<Service> { self { Service() }.cached.onStop { _ in _ = self.store() } }
}

@Suite struct AsyncEventTests {
    private let works = Works()

    //  first caller       second caller
    //  ────────────       ─────────────
    //  begins slow
    //  suspends           joins slow
    //  opens the gate
    //  receives it        receives it
    @Test func anAsynchronousBuildIsAnEventWhenTheInstanceExists() async throws {
        let observation = works.observe([.builds, .resolutions], works.add)
        async let first = works.slow()
        await works.reached.pass()
        #expect(works.lines.isEmpty)
        works.gate.open()
        _ = try await first
        _ = try await works.slow()
        observation.cancel()
        #expect(works.lines.sorted() == ["built slow", "resolved slow", "resolved slow"])
    }

    @Test func aBuildWhoseFirstCallerWasCancelledIsOneEvent() async throws {
        let observation = works.observe([.builds, .resolutions, .failures], works.add)
        let first = Task { try await works.slow() }
        await works.reached.pass()
        let second = Task.immediate { try await works.slow() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(works.lines.isEmpty)
        works.gate.open()
        _ = try await second.value
        observation.cancel()
        #expect(works.lines.sorted() == ["built slow", "resolved slow"])
    }

    @Test func nestedAsynchronousBuildsNameWhatTheyAreFor() async throws {
        works.gate.open()
        let observation = works.observe(.builds, works.add)
        _ = try await works.page()
        observation.cancel()
        #expect(works.lines == ["built slow", "built title", "built page"])
        #expect(works.events.withLock { $0.map(\.dependent?.name) } == ["page", "page", nil])
    }

    /// On the main actor, callers continue on a thread other than the one that builds.
    @Test @MainActor func anAsynchronousBuildIsAnEventBeforeItsCallersGoOn() async throws {
        works.gate.open()
        for _ in 0..<2_000 {
            let events = try await recordEvents(of: works, .builds) { _ = try await works.slow() }
            #expect(events.count == 1)
            works.slow.reset(.scope)
        }
    }

    @Test func anAsynchronousFailureIsAnEvent() async {
        let observation = works.observe([.failures, .builds, .resolutions], works.add)
        await #expect(throws: Refused.self) { try await works.refused() }
        observation.cancel()
        #expect(works.lines == ["failed refused"])
    }

    @Test func whatAListenerResolvesIsNotForTheClosureAround() async throws {
        works.gate.open()
        let dependents = Protected<[String?]>([])
        let listening = works.observe(.builds) { [works] _ in _ = works.store() }
        let observation = works.observe(.resolutions) { event in
            if event.dependency?.name == "store" { dependents.withLock { $0.append(event.dependent?.name) } }
        }
        _ = try await works.page()
        listening.cancel()
        observation.cancel()
        #expect(dependents.withLock { $0 } == [nil, nil, nil])
    }

    // MARK: - Lifecycles

    @Test func startsAndStopsAreEvents() async throws {
        let observation = works.observe(.lifecycle, works.add)
        try await works.run(\.store) { #expect(works.lines == ["started store"]) }
        observation.cancel()
        #expect(works.lines == ["started store", "stopped store"])
    }

    @Test func aListenerMayUseTheContainerWhenAnInstanceStartsStopsOrFails() async throws {
        works.manager.logger = { _ in }
        let observation = works.observe(.lifecycle) { [works] event in
            works.add(event)
            works.title.register { Service() }
            _ = (works.manager.isEmpty(.all), works.explain(\.stuck))
        }
        try await works.run(\.stuck) {}
        works.gate.open()
        observation.cancel()
        #expect(works.lines == ["started stuck", "lifecycleFailed stuck", "stopped stuck"])
    }

    @Test func aStopThatOverrunsIsAnEventWithAnError() async throws {
        works.manager.logger = { _ in }
        let observation = works.observe(.lifecycle, works.add)
        try await works.run(\.stuck) {}
        works.gate.open()
        observation.cancel()
        #expect(works.lines == ["started stuck", "lifecycleFailed stuck", "stopped stuck"])
        guard case .lifecycleFailed(let error, _, let isThrown) = works.events.withLock({ $0[1].kind }) else { return }
        #expect((error as? LifecycleError)?.reason == .stopTimedOut)
        #expect(works.failedHooks == [.onStop])
        #expect(!isThrown)
    }

    @Test func aRunThatFailsWhileItIsStoppedIsAnEventWithItsError() async throws {
        works.manager.logger = { _ in }
        let observation = works.observe(.lifecycle, works.add)
        try await works.run(\.failing) {}
        observation.cancel()
        #expect(works.lines == ["started failing", "lifecycleFailed failing", "stopped failing"])
        guard case .lifecycleFailed(let error, _, let isThrown) = works.events.withLock({ $0[1].kind }) else { return }
        #expect(error is Refused)
        #expect(works.failedHooks == [.onRun])
        #expect(!isThrown)
    }

    @Test func aStartThatFailsIsAnEventThatACallerReceives() async {
        let observation = works.observe(.lifecycle, works.add)
        await #expect(throws: Refused.self) { try await works.run(\.unstartable) {} }
        observation.cancel()
        #expect(works.lines == ["lifecycleFailed unstartable"])
        let text = works.events.withLock { $0[0].description }
        #expect(text == "lifecycle failure of Works.unstartable<Service>, in onStart: Refused()")
        #expect(works.failedHooks == [.onStart])
        guard case .lifecycleFailed(_, _, let isThrown) = works.events.withLock({ $0[0].kind }) else { return }
        #expect(isThrown)
    }

    @Test func anOverrunOfTheRunDuringAStopNamesOnRun() async throws {
        works.manager.logger = { _ in }
        let observation = works.observe(.lifecycle, works.add)
        try await works.run(\.unending) {}
        works.gate.open()
        observation.cancel()
        #expect(works.lines == ["started unending", "lifecycleFailed unending", "stopped unending"])
        #expect(works.failedHooks == [.onRun])
    }

    @Test func anInstanceThatIsBuiltTooLateNamesNoHook() async throws {
        works.manager.logger = { _ in }
        let observation = works.observe(.lifecycle, works.add)
        try await works.run(\.last) {}
        observation.cancel()
        #expect(works.lines == ["started last", "lifecycleFailed store", "stopped last"])
        #expect(works.failedHooks == [nil])
    }
}
