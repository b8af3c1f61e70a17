import Foundation
import Testing
import Wiring
import WiringAsync
import WiringInspection
import WiringLifecycle
import WiringModules
import WiringTesting

private struct Refused: Error, CustomStringConvertible { let description = "refused" }

extension Container {
    fileprivate var engine: Factory<Service> { self { Service() }.cached }
    fileprivate var car: Factory<Service> {
        self {
            _ = self.engine()
            return Service()
        }
    }
    fileprivate var parts: Collected<Service> { collected() }
    fileprivate var refused: ThrowingFactory<Service, any Error> { self { throw Refused() } }
    fileprivate var passedOn: ThrowingFactory<Service, any Error> { self { try self.refused() } }
    fileprivate var cancelled: ThrowingFactory<Service, any Error> { self { throw CancellationError() } }
    fileprivate var optional: Factory<Service?> { promised() }
    fileprivate var ignition: Factory<Void> { self { _ = self.engine() } }
    fileprivate var oil: Factory<Void> { self {}.singleton.onStart {} }
}

/// A container of another type than its parent.
private final class Garage: ChildContainer {
    let manager = ContainerManager()
    let parent: Container

    init(parent: Container) { self.parent = parent }
}

extension Garage {
    fileprivate var lift: Factory<Service> { self { self.engine() }.cached }
}

/// The events of a test, as words.
private final class Log: Sendable {
    private let events = Protected<[ContainerEvent]>([])

    @Sendable func add(_ event: ContainerEvent) { events.withLock { $0.append(event) } }

    var all: [ContainerEvent] { events.withLock { $0 } }

    /// What happened to what.
    var lines: [String] { all.map(\.words) }
}

extension ContainerEvent {
    fileprivate var words: String {
        "\(kind)".prefix { $0 != "(" } + (dependency.map { " \($0.name)" } ?? "")
    }
}

@Suite struct EventTests {
    private let container = Container()
    private let log = Log()

    @Test func aListenerHearsEachResolutionWithItsSource() {
        let observation = container.observe(.resolutions, log.add)
        _ = (container.car(), container.engine())
        container.engine.register { Service() }
        _ = container.engine()
        container.engine.override { Service() }
        _ = container.engine()
        withExtendedLifetime(observation) {}
        #expect(
            log.lines == ["resolved engine", "resolved car", "resolved engine", "resolved engine", "resolved engine"]
        )
        let sources = log.all.map { event in
            if case .resolved(let source, _) = event.kind { source } else { ClosureSource?.none }
        }
        #expect(sources == [.declaration, .declaration, nil, .registration, .override])
        #expect(log.all.map(\.dependent?.name) == ["car", nil, nil, nil, nil])
    }

    @Test func anEventNamesTheDependencyTheCallAndTheTime() throws {
        let observation = container.observe(.builds, log.add)
        let before = ContinuousClock.now
        _ = container.engine()
        let line = #line - 1
        observation.cancel()
        let event = try #require(log.all.first)
        #expect(event.dependency?.description == "Container.engine<Service>")
        #expect(event.dependency?.location.hasSuffix("EventTests.swift:13") == true)
        #expect(event.call?.hasSuffix("EventTests.swift:\(line)") == true)
        #expect(event.container == "Container")
        let duration = try #require(event.duration)
        #expect(before <= event.time - duration && event.time <= .now)
        #expect(event.description.hasPrefix("built Container.engine<Service> from the declaration in "))
    }

    @Test func aDependencyWithoutAValueIsNamed() async throws {
        let observation = container.observe([.builds, .lifecycle], log.add)
        container.ignition()
        try await container.run(\.oil) {}
        observation.cancel()
        #expect(log.lines == ["built engine", "built ignition", "built oil", "started oil", "stopped oil"])
        #expect(log.all.map(\.dependent?.name) == ["ignition", nil, nil, nil, nil])
    }

    @Test func aListenerOfBuildsDoesNotHearHits() {
        let observation = container.observe(.builds, log.add)
        for _ in 1...3 { _ = container.car() }
        for _ in 1...3 { _ = container.plain() }
        for parameter in [1, 2, 1] { _ = container.counted(parameter) }
        observation.cancel()
        #expect(log.lines.filter { $0 == "built engine" }.count == 1)
        #expect(log.lines.filter { $0 == "built car" }.count == 3)
        #expect(log.lines.filter { $0 == "built plain" }.count == 3)
        #expect(log.lines.filter { $0 == "built counted" }.count == 2)
        #expect(log.all.count == 9)
    }

    @Test func changesAreEvents() {
        let observation = container.observe(.changes, log.add)
        container.engine.register { Service() }
        container.engine.override { Service() }
        container.engine.decorate { $0 }
        container.parts.contribute(\.engine)
        container.manager.push()
        container.engine.reset(.scope)
        container.manager.pop()
        container.manager.pop()
        container.manager.reset(scope: .cached)
        container.manager.reset(options: .all)
        container.manager.reset(options: .none)
        observation.cancel()
        container.engine.register { Service() }
        #expect(
            log.lines == [
                "registered engine", "overridden engine", "decorated engine", "contributed parts", "pushed",
                "reset engine", "popped", "cleared", "reset",
            ]
        )
        #expect(log.all[0].call?.contains("EventTests.swift:") == true)
        #expect(log.all.last?.description.hasPrefix("reset Container") == true)
        #expect(log.all.last?.description.contains(": all") == true)
    }

    @Test func aChangeHasBeenMadeWhenItIsHeardOf() {
        let first = Service()
        let seen = Protected<Bool?>(nil)
        let observation = container.observe(.changes) { [container] _ in
            seen.withLock { $0 = container.engine() === first }
        }
        container.engine.register { first }
        observation.cancel()
        #expect(seen.withLock { $0 } == true)
    }

    // MARK: - Listeners

    @Test func listenersDoNotKnowOfEachOther() {
        let (first, second) = (Log(), Log())
        let one = container.observe(.builds) { [container] event in
            first.add(event)
            _ = container.plain()
        }
        let two = container.observe(.all, second.add)
        _ = container.engine()
        one.cancel()
        _ = container.kept()
        two.cancel()
        _ = container.kept()
        #expect(first.lines == ["built engine"], "not what it resolves itself")
        #expect(
            second.lines == [
                "built plain", "resolved plain", "built engine", "resolved engine", "built kept", "resolved kept",
            ]
        )
    }

    @Test func aListenerWaitsForTheEndOfTheOutermostResolution() {
        let words = Protected<[String]>([])
        @Sendable func note(_ word: String) { words.withLock { $0.append(word) } }
        container.car.register { [unowned container] in
            _ = container.engine()
            container.plain.register { Service() }
            note("closure ends")
            return Service()
        }
        let observation = container.observe([.builds, .changes]) { event in note(event.words) }
        _ = container.car()
        observation.cancel()
        #expect(words.withLock { $0 } == ["closure ends", "built engine", "registered plain", "built car"])
    }

    @Test func aListenerMayUseTheContainerAtEachEvent() {
        let heard = Protected<Set<String>>([])
        let observation = container.observe { [container] event in
            heard.withLock { _ = $0.insert("\(event.kind)".prefix { $0 != "(" }.description) }
            _ = (container.kept(), container.explain(\.kept))
            container.kept.register { Service() }
            container.manager.reset(scope: .cached)
            container.manager.push()
            container.manager.pop()
            withChildContainer(of: container) {
                $0.kept.override { Service() }
            } operation: {
            }
        }
        container.engine.register { Service() }
        container.engine.override { Service() }
        container.engine.decorate { $0 }
        container.parts.contribute(\.engine)
        container.manager.push()
        container.engine.reset(.scope)
        container.manager.pop()
        container.manager.reset(scope: .cached)
        withChildContainer(of: container) { _ in
        } operation: {
            _ = Container.shared.engine()
        }
        _ = try? container.refused()
        observation.cancel()
        #expect(
            heard.withLock { $0 } == [
                "registered", "overridden", "decorated", "contributed", "pushed", "reset", "popped", "cleared",
                "childMade", "childEnded", "built", "resolved", "failed",
            ]
        )
    }

    @Test func aListenerMayResolveWhatIsBeingResolved() {
        let instances = Protected<[ObjectIdentifier]>([])
        let observation = container.observe([.builds, .resolutions]) { [container] _ in
            let (engine, _) = (container.engine(), container.car())
            instances.withLock { $0.append(ObjectIdentifier(engine)) }
        }
        _ = container.car()
        observation.cancel()
        let engine = ObjectIdentifier(container.engine())
        #expect(instances.withLock { $0 } == [engine, engine, engine, engine])
    }

    @Test func aListenerMayRegisterAndResetAndEndItself() {
        let observation = Protected<EventObservation?>(nil)
        let new = container.observe(.all) { [container, log] event in
            log.add(event)
            container.engine.register { Service() }
            container.manager.reset(options: .scope)
            observation.withLock { $0 }?.cancel()
        }
        observation.withLock { $0 = new }
        _ = container.car()
        #expect(log.lines == ["built engine"])
        _ = observation.withLock { $0.take() }
    }

    @Test func aListenerMayBeginAnother() {
        let second = Protected<EventObservation?>(nil)
        let first = container.observe(.builds) { [container, log] event in
            log.add(event)
            second.withLock { if $0 == nil { $0 = container.observe(.builds, log.add) } }
        }
        _ = container.plain()
        _ = container.plain()
        withExtendedLifetime(first) {}
        #expect(log.lines == ["built plain", "built plain", "built plain"])
        _ = second.withLock { $0.take() }
    }

    @Test func tasksOfAListenerAreNotReportedToIt() async {
        let (events, continuation) = AsyncStream.makeStream(of: Void.self)
        let observation = container.observe(.builds) { [container, log] event in
            log.add(event)
            Task {
                _ = container.plain()
                continuation.yield()
            }
        }
        _ = container.plain()
        for await _ in events { break }
        observation.cancel()
        #expect(log.lines == ["built plain"])
    }

    @Test func releasingOrCancellingTheObservationReleasesTheClosure() {
        weak var captured: Service?
        do {
            let service = Service()
            captured = service
            let observation = container.observe { _ in _ = service }
            #expect(captured != nil)
            observation.cancel()
        }
        #expect(captured == nil)
        do {
            let service = Service()
            captured = service
            _ = container.observe { _ in _ = service }
        }
        #expect(captured == nil)
    }

    /// On a small stack, on which a closure that grows with each event would not fit.
    @Test func manyEventsCostNoMoreThanFew() {
        let container = container
        let (end, heard) = (DispatchSemaphore(value: 0), Protected(0))
        let thread = Thread {
            let observation = container.observe(.builds) { _ in heard.withLock { $0 += 1 } }
            for _ in 0..<5000 { _ = container.plain() }
            observation.cancel()
            end.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        end.wait()
        #expect(heard.withLock { $0 } == 5000)
    }

    @Test func resolutionsAfterTheEndTakeTheFastPathAgain() {
        var observation: EventObservation? = container.observe(.all, log.add)
        _ = container.engine()
        withExtendedLifetime(observation) {}
        observation = nil
        let child = container.child()
        _ = child.engine()
        #expect(container.manager.observers.isEmpty && child.manager.observers.isEmpty)
        #expect(log.lines == ["built engine", "resolved engine"])
    }

    @Test func anObservationDoesNotRetainTheContainer() {
        weak var manager: ContainerManager?
        let observation: EventObservation
        do {
            let container = Container()
            manager = container.manager
            observation = container.observe { _ in }
        }
        #expect(manager == nil)
        observation.cancel()
    }

    @Test func resettingAndPoppingEndNoListener() {
        container.manager.push()
        let observation = container.observe(.builds, log.add)
        container.manager.pop()
        container.manager.reset(options: .all)
        _ = container.plain()
        observation.cancel()
        #expect(log.lines == ["built plain"])
    }

    // MARK: - Children and copies

    @Test func childrenReportToTheListenersOfTheirParents() {
        let earlier = container.child()
        let observation = container.observe([.builds, .children, .changes], log.add)
        _ = earlier.engine()
        withChildContainer(of: container) {
            $0.engine.override { Service() }
        } operation: {
            _ = Container.shared.engine()
        }
        let garage = Garage(parent: container)
        _ = garage.lift()
        observation.cancel()
        #expect(
            log.lines == [
                "built engine", "childMade", "overridden engine", "built engine", "childEnded", "childMade",
                "built engine", "built lift",
            ]
        )
        #expect(log.all[5...].map(\.container) == ["Garage", "Container", "Garage"])
        #expect(Set(log.all.map(\.containerNumber)).count == 4)
    }

    @Test func theListenerOfAChildDoesNotHearItsParent() {
        let child = container.child()
        let observation = child.observe(.all, log.add)
        _ = container.engine()
        container.engine.register { Service() }
        _ = child.plain()
        observation.cancel()
        #expect(log.lines == ["built plain", "resolved plain"])
    }

    @Test func copiesReportToTheListenersOfTheirOriginal() {
        withExistingContainer(container) {
            var observation: EventObservation? = container.observe(.builds, log.add)
            withContainer {
                $0.engine.override { Service() }
            } operation: {
                #expect(Container.shared !== container)
                _ = Container.shared.engine()
                withExtendedLifetime(observation) {}
                observation = nil
                _ = Container.shared.plain()
                #expect(Container.shared.manager.observers.isEmpty)
            }
        }
        #expect(log.lines == ["built engine"])
        #expect(log.all.map(\.container) == ["Container"])
    }

    // MARK: - Failures

    @Test func eachClosureThatFailsIsAnEvent() throws {
        let observation = container.observe([.failures, .builds], log.add)
        #expect(throws: Refused.self) { try container.passedOn() }
        #expect(throws: CancellationError.self) { try container.cancelled() }
        observation.cancel()
        #expect(log.lines == ["failed refused", "failed passedOn"])
        guard case .failed(let error, _) = log.all[0].kind else { return }
        #expect(error is Refused)
    }

    @Test func anUnkeptPromiseIsResolved() {
        container.manager.promiseTriggersError = false
        let observation = container.observe(.all, log.add)
        #expect(container.optional() == nil)
        observation.cancel()
        #expect(log.lines == ["built optional", "resolved optional"])
    }

    // MARK: - Sequences

    @Test func aSequenceReceivesEventsUntilTheContainerIsReleased() async {
        var container: Container? = Container()
        let events = container?.events(.builds)
        _ = (container?.plain(), container?.engine(), container?.engine())
        container = nil
        var lines: [String] = []
        if let events { for await event in events { lines.append(event.words) } }
        #expect(lines == ["built plain", "built engine"])
    }

    @Test func aSequenceKeepsTheLastEventsOnly() async {
        var container: Container? = Container()
        let events = container?.events(.builds, bufferingPolicy: .bufferingNewest(1))
        _ = (container?.plain(), container?.engine())
        container = nil
        var lines: [String] = []
        if let events { for await event in events { lines.append(event.words) } }
        #expect(lines == ["built engine"])
    }

    @Test func releasingASequenceEndsIt() {
        _ = container.events(.all)
        _ = container.plain()
        #expect(container.manager.observers.isEmpty)
    }
}
