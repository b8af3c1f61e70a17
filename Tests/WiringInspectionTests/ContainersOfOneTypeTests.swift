import Testing
import Wiring
import WiringInspection
import WiringModules
import WiringTesting

extension Container {
    fileprivate var setting: Factory<Service> { self { Service() } }
    fileprivate var store: Factory<Service> { wire({ (setting: Service) in setting }) { $0.setting }.singleton }
    fileprivate var user: Factory<Service> { wire({ (store: Service) in store }) { $0.store }.singleton }
    fileprivate var ofSession: Factory<Service> { self { Session(parent: self).only() } }
    fileprivate var ofFlawed: Factory<Service> { wire({ (service: Service) in service }) { _ in Flawed.flawed.plain } }
    fileprivate var ofFlawedClosure: Factory<Service> { self { Flawed.flawed.plain() } }
}

extension ManagedContainer {
    fileprivate var label: Factory<Service> { self { Service() } }
}

extension Container {
    fileprivate var labelled: Factory<Service> { wire({ (label: Service) in label }) { $0.label }.singleton }
}

private final class Session: ChildContainer {
    let manager = ContainerManager()
    let parent: Container

    init(parent: Container) { self.parent = parent }
}

extension Session {
    fileprivate var only: Factory<Service> { self { Service() }.singleton }
    fileprivate var ofLabelled: Factory<Service> { wire({ (service: Service) in service }) { $0.parent.labelled } }
}

/// A container whose `autoRegister()` makes a mistake.
private final class Flawed: ManagedContainer, AutoRegistering {
    static let flawed = Flawed()
    let manager = ContainerManager()
    let runs = Protected(0)

    func autoRegister() {
        runs.withLock { $0 += 1 }
        for _ in 0..<2 { parts.contribute(forKey: "one") { Service() } }
    }
}

extension Flawed {
    fileprivate var parts: KeyedCollected<String, Service> { collected() }
    fileprivate var plain: Factory<Service> { self { Service() } }
}

/// A container whose `autoRegister()` resolves a singleton of a child.
private final class Resolving: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()

    func autoRegister() { _ = Session(parent: Container()).only() }
}

extension Resolving {
    fileprivate var plain: Factory<Service> { self { Service() } }
}

/// A container whose `autoRegister()` replaces what its singleton needs. Each child runs it, too.
private final class Replacing: SharedContainer, TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Replacing()
    static var taskLocal: TaskLocal<Replacing> { $shared }
    let manager = ContainerManager()

    func autoRegister() {
        table.override { Service() }
        lamp.onTest { Service() }
    }
}

extension Replacing {
    fileprivate var table: Factory<Service> { self { Service() } }
    fileprivate var lamp: Factory<Service> { self { Service() } }
    fileprivate var house: Factory<[Service]> { wire({ [$0, $1] }) { ($0.table, $0.lamp) }.singleton }
}

/// Containers that need others of their type.
private final class Link: ManagedContainer {
    let manager = ContainerManager()
    let next: Link?

    init(_ next: Link? = nil) { self.next = next }
}

extension Link {
    fileprivate var zero: Factory<Int> { self { 0 } }
    fileprivate var depth: Factory<Int> { wire({ $0 + 1 }) { $0.next?.depth ?? $0.zero } }
}

private protocol Furnished: ManagedContainer {}

extension Furnished {
    fileprivate var kept: Factory<Service> { self { Service() }.cached }
    fileprivate var lamp: Factory<Service> { self { self.kept() } }
    fileprivate var single: Factory<Service> { self { self.lamp() }.singleton }
}

private func room() -> any Furnished {
    final class Room: Furnished { let manager = ContainerManager() }
    return Room()
}

private func roomOfTheSameName() -> any Furnished {
    final class Room: Furnished { let manager = ContainerManager() }
    return Room()
}

/// Checks of containers whose parents, children or dependencies have the same type, or another type with the same declarations.
@Suite(.container) struct ContainersOfOneTypeTests {
    private let container = Container.shared

    @Test func aClosureForAContextThatASingletonCannotUseIsFound() {
        let child = container.child()
        child.setting.onTest { Service() }
        #expect(
            child.findFaults(\.user).map { "\($0)".split(separator: "\n")[0] } == [
                """
                Container.store<Service> is a singleton and cannot use onTest of Container.setting<Service> that a child sets
                """
            ]
        )
        #expect(container.findFaults(\.user).isEmpty)
    }

    @Test func whatAutoRegisterSetsInAChildIsNoFault() {
        #expect(Replacing().child().findFaults(\.house).isEmpty)
    }

    @Test func aBuildingPreflightOfAChildFindsWhatAPreflightFinds() async {
        let child = container.child()
        child.setting.override { Service() }
        let faults = child.findFaults(\.user)
        #expect(faults.map(\.kind) == [.unusableReplacement])
        #expect(await child.findFaults(building: \.user) == faults)
    }

    @Test func theSameDeclarationOfAnotherContainerTypeIsAnother() {
        let session = Session(parent: container)
        session.label.override { Service() }
        #expect(session.findFaults(\.ofLabelled).isEmpty)
        let child = container.child()
        child.label.override { Service() }
        #expect(child.findFaults(\.labelled).map(\.kind) == [.unusableReplacement])
    }

    @Test func aSingletonOfAChildContainerThatAClosureBuildsIsFound() async {
        #expect(await container.findFaults(building: \.ofSession).map(\.kind) == [.captiveDependency])
    }

    @Test func containerTypesOfTheSameNameAreApartInARecording() {
        let (room, other) = (room(), roomOfTheSameName())
        other.lamp.override { Service() }
        let recorded = graph(of: room, other) { _ = (other.single(), room.lamp()) }
        #expect(Set(recorded.nodes.map(\.container)) == ["Room"])
        #expect(recorded.edges.count == 2)
        // The singleton needs the override of one room, and the other room's closure needs an instance that is kept.
        #expect(container.findFaults(recorded: recorded).isEmpty)
    }

    @Test func aSingletonOfAChildContainerIsDrawn() {
        #expect(Session(parent: container).declaredGraph(from: \.only).nodes.map(\.scope) == ["singleton"])
    }

    @Test func drawingDoesNotLetASingletonOfAChildContainerBeBuilt() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Resolving().declaredGraph(from: \.plain)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Session.only<Service> is a singleton of a child container"))
    }

    @Test func whatAFailedRegistrationOfAnotherContainerSetIsDropped() async {
        let flawed = Flawed.flawed
        for runs in 1...2 {
            #expect(container.findFaults(\.ofFlawed).map(\.kind) == [.duplicateKey])
            #expect(flawed.runs.withLock { $0 } == runs)
        }
        for runs in 3...4 {
            #expect(await container.findFaults(building: \.ofFlawedClosure).map(\.kind) == [.duplicateKey])
            #expect(flawed.runs.withLock { $0 } == runs)
        }
    }

    @Test func containersOfOneTypeThatNeedEachOtherAreNoCycle() {
        let link = Link(Link())
        #expect(link.findFaults(\.depth).isEmpty)
        #expect(link.declaredGraph(from: \.depth).nodes.map(\.name) == ["depth", "depth", "zero"])
        #expect(link.depth() == 2)
    }

    @Test func theScopeThatAChildSetsIsExplained() {
        let child = container.child()
        child.setting.scope(.singleton)
        #expect(child.explain(\.setting).scopeOrigin == .container)
        let other = container.child()
        other.manager.defaultScope = .singleton
        #expect(other.explain(\.setting).scopeOrigin == .defaultScope)
    }

    @Test func whatADecorationNeedsIsUnknown() throws {
        container.store.decorate { [container] store in
            _ = container.label()
            return store
        }
        let node = try #require(container.declaredGraph(from: \.store).nodes.first { $0.name == "store" })
        #expect(node.hasUnknownNeeds)
    }
}
