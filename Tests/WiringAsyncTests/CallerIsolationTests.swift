import Testing
import Wiring
import WiringAsync
import WiringInspection
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// Functions that run a closure, before and after it suspends, as in the table of the article *Using actor isolation*.
@Suite(.container, .container(for: VisitedContainer.self)) struct CallerIsolationTests {
    @Test(arguments: ClosureTaker.allCases, CallerKind.allCases)
    func aClosureRunsOnItsCallersActor(_ function: ClosureTaker, _ caller: CallerKind) async throws {
        let places = try await caller.call { try await function.places() }.output
        #expect(places.count > 1 && places.allSatisfy { $0 == caller.place })
    }

    @Test(arguments: CallerKind.allCases) func aClosureMayNameAnotherActor(_ caller: CallerKind) async throws {
        let places = try await caller.call {
            let (container, places) = (VisitedContainer(), Locked<[ExecutionPlace]>([]))
            let add = { @Sendable (visit: ClosureVisit) in places.withLock { $0 += visit.places } }
            add(try await container.run { @BureauActor in await .suspending() })
            add(try await container.run(\.hooked) { @BureauActor in await .suspending() })
            await container.with { @BureauActor _ in add(await .suspending()) }
            await container { @BureauActor _ in add(await .suspending()) }
            let overrides = AsyncOverrides { @BureauActor _ in add(await .suspending()) }
            add(try await withContainer(overrides) { @BureauActor in await .suspending() })
            let visit = await withChildContainer { @BureauActor _ in
                add(await .suspending())
            } operation: { @BureauActor in
                await ClosureVisit.suspending()
            }
            add(visit)
            return places.withLock { $0 }
        }.output
        #expect(places == Array(repeating: .globalActor, count: 16))
    }

    @Test(arguments: CallerKind.allCases) func aConcurrentClosureRunsOnNoActor(_ caller: CallerKind) async throws {
        let places = try await caller.call {
            let (container, places) = (VisitedContainer(), Locked<[ExecutionPlace]>([]))
            let add = { @Sendable (visit: ClosureVisit) in places.withLock { $0 += visit.places } }
            add(try await container.run { @concurrent in await .suspending() })
            add(try await container.run(\.hooked) { @concurrent in await .suspending() })
            await container.with { @concurrent _ in add(await .suspending()) }
            await container { @concurrent _ in add(await .suspending()) }
            add(await withExistingContainer(container) { @concurrent in await .suspending() })
            return places.withLock { $0 }
        }.output
        #expect(places == Array(repeating: .noActor, count: 10))
    }

    @Test(arguments: CallerKind.allCases) func aBoundClosureRunsOnNoActor(_ caller: CallerKind) async throws {
        let places = try await caller.call {
            let bound = Container.shared.bind { await ClosureVisit.suspending() }
            let throwing = Container.shared.bind { () async throws in
                try Task.checkCancellation()
                return await ClosureVisit.suspending()
            }
            return [await bound(), try await throwing()].flatMap(\.places)
        }.output
        #expect(places == Array(repeating: .noActor, count: 4))
    }

    @Test(arguments: CallerKind.allCases) func aHookRunsOnNoActor(_ caller: CallerKind) async throws {
        let places = Locked<[ExecutionPlace]>([])
        let add = { @Sendable (visit: ClosureVisit) in places.withLock { $0 += visit.places } }
        try await caller.call {
            let (container, ran, stops) = (VisitedContainer(), AsyncGate(), AsyncGate())
            try await container.run {
                let hooked = container.hooked.onStart { _ in
                    add(await .suspending())
                }.onRun { _ in
                    add(await .suspending())
                    ran.open()
                    await stops.pass()
                }.onStop { _ in
                    stops.open()
                    add(await .suspending())
                }
                _ = hooked()
                await ran.pass()
            }
        }.output
        #expect(places.withLock { $0 } == Array(repeating: .noActor, count: 6))
    }

    @MainActor @Test(.container { _ in #expect(await ClosureVisit.suspending().places == [.noActor, .noActor]) })
    func aClosureOfATraitRunsOnNoActor() {}

    // MARK: - Callers that are isolated where they are declared

    @MainActor @Test func closuresUseTheStateOfTheMainActor() async throws {
        let (container, log) = (VisitedContainer(), MainActorLog())
        try await container.run { log.add(await .suspending()) }
        try await container.run(\.hooked) { log.add(await .suspending()) }
        try await container.run(\.hooked, \.plain, \.changed, \.hooked, \.plain) { log.add(await .suspending()) }
        await container.with { _ in log.add(await .suspending()) }
        await container { _ in log.add(await .suspending()) }
        #expect(log.places == Array(repeating: .mainActor, count: 10))
    }

    @Test func closuresUseTheStateOfAnActor() async throws {
        let desk = DeskActor()
        try await desk.use(VisitedContainer())
        #expect(await desk.places == Array(repeating: .actor, count: 10))
    }
}

@MainActor private final class MainActorLog {
    var places: [ExecutionPlace] = []
    func add(_ visit: ClosureVisit) { places += visit.places }
}

extension DeskActor {
    fileprivate func use(_ container: VisitedContainer) async throws {
        try await container.run { self.add(await .suspending()) }
        try await container.run(\.hooked) { self.add(await .suspending()) }
        try await container.run(\.hooked, \.plain, \.changed, \.hooked, \.plain) { self.add(await .suspending()) }
        await container.with { _ in add(await .suspending()) }
        await container { _ in add(await .suspending()) }
    }
}

/// A function that runs an asynchronous closure with its caller's isolation.
enum ClosureTaker: CaseIterable, Sendable {
    case run, runOne, runFive
    case copy, copyOfType, copiesOfTypes, overrides, asyncOverrides, existing, copyOfExisting
    case child, childOfContainer
    case test, testWithChanges, testOfType
    case with, call
    case events, graph, preflight

    /// Where its closures run.
    func places() async throws -> [ExecutionPlace] {
        let (container, log) = (VisitedContainer(), Log())
        switch self {
        case .run:
            try await container.run { await log.add() }
        case .runOne:
            try await container.run(\.hooked) { await log.add() }
        case .runFive:
            try await container.run(\.hooked, \.changed, \.plain, \.hooked, \.hooked) { await log.add() }
        case .copy:
            await withContainer { _ in
                await log.add()
            } operation: {
                await log.add()
            }
        case .copyOfType:
            await withContainer(for: VisitedContainer.self) { _ in
                await log.add()
            } operation: {
                await log.add()
            }
        case .copiesOfTypes:
            await withContainer(for: VisitedContainer.self, Container.self) { _, _ in
            } operation: {
                await log.add()
            }
        case .overrides:
            await withContainer(Overrides { _ in }) { await log.add() }
        case .asyncOverrides:
            let places = Locked<[ExecutionPlace]>([])
            let first = AsyncOverrides { _ in
                let visit = await ClosureVisit.suspending()
                places.withLock { $0 += visit.places }
            }
            let second = AsyncOverrides(VisitedContainer.self) { _ in
                let visit = await ClosureVisit.suspending()
                places.withLock { $0 += visit.places }
            }
            try await withContainer(first, second) { await log.add() }
            return places.withLock { $0 } + log.places
        case .existing:
            await withExistingContainer(container) { await log.add() }
        case .copyOfExisting:
            await withContainer(from: container) { _ in
                await log.add()
            } operation: {
                await log.add()
            }
        case .child:
            await withChildContainer { _ in
                await log.add()
            } operation: {
                await log.add()
            }
        case .childOfContainer:
            await withChildContainer(of: container) { _ in
                await log.add()
            } operation: {
                await log.add()
            }
        case .test:
            await withTestContainer([]) { await log.add() }
        case .testWithChanges:
            await withTestContainer([]) { _ in
                await log.add()
            } operation: {
                await log.add()
            }
        case .testOfType:
            await withTestContainer([], for: VisitedContainer.self) { await log.add() }
        case .with:
            await container.with { _ in await log.add() }
        case .call:
            await container { _ in await log.add() }
        case .events:
            _ = await recordEvents(of: container) { await log.add() }
        case .graph:
            _ = await WiringInspection.graph(of: container) { await log.add() }
        case .preflight:
            let places = Locked<[ExecutionPlace]>([])
            container.changedUnscoped.register {
                let visit = await ClosureVisit.suspending()
                places.withLock { $0 += visit.places }
                return visit
            }
            _ = await container.findFaults(building: \.changedUnscoped, \.changedUnscoped)
            return places.withLock { $0 }
        }
        return log.places
    }
}

/// Not `Sendable`: only its owner's isolation may use it.
private final class Log {
    private(set) var places: [ExecutionPlace] = []

    func add() async { places += await ClosureVisit.suspending().places }
}
