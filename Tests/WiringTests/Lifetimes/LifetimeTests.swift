import Testing
import WiringTestSupport
import WiringTesting

private final class House: ManagedContainer {
    let manager = ContainerManager()
    let tracker: Tracker

    init(_ tracker: Tracker) { self.tracker = tracker }
}

/// A parameter that a tracker counts.
private struct Parameter: Hashable {
    let number: Int
    let tracked: Tracked

    static func == (left: Parameter, right: Parameter) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Scope {
    fileprivate static let custom = Cached()
}

extension House {
    func make() -> Tracked { Tracked(tracker) }

    var plain: Factory<Tracked> { self { [tracker] in Tracked(tracker) } }
    var cached: Factory<Tracked> { self { [tracker] in Tracked(tracker) }.cached }
    var shared: Factory<Tracked> { self { [tracker] in Tracked(tracker) }.shared }
    var graph: Factory<Tracked> { self { [tracker] in Tracked(tracker) }.graph }
    var custom: Factory<Tracked> { self { [tracker] in Tracked(tracker) }.scope(.custom) }
    var single: Factory<Tracked> { self { [tracker] in Tracked(tracker) }.singleton }
    var each: ParameterFactory<Int, Tracked> { self { [tracker] _ in Tracked(tracker) }.scopeOnParameters.cached }
    fileprivate var byTracked: ParameterFactory<Parameter, Int> { self { $0.number }.scopeOnParameters.cached }
    fileprivate var singlePerParameter: ParameterFactory<Parameter, Int> {
        self { $0.number }.scopeOnParameters.singleton
    }
    var list: Factory<[Tracked]> { self { [self.graph(), self.graph(), self.shared(), self.plain()] } }
}

@Suite(.container) struct LifetimeTests {
    private let tracker = Tracker()
    private let house: House

    init() { house = House(tracker) }

    @Test func aReleasedContainerLeavesNothing() {
        weak var dropped: House?
        do {
            let house = House(tracker)
            dropped = house
            let held = house.shared()
            _ = (
                house.plain(), house.cached(), house.graph(), house.custom(), house.each(1), house.each(2), house.list()
            )
            house.manager.push()
            _ = (house.cached(), house.each(3))
            house.reset()
            _ = (house.cached(), house.each(4))
            let registered = house.make()
            house.plain.register { registered }
            house.cached.onDevice { registered }
            house.custom.decorator { _ in _ = registered }
            house.decorator { _ in _ = registered }
            house.manager.logger = { _ in _ = registered }
            _ = (house.plain(), house.custom(), held)
            #expect(tracker.alive > 0)
        }
        #expect(dropped == nil)
        #expect(tracker.alive == 0)
    }

    @Test func anUnscopedInstanceIsOwnedOnlyByItsCaller() {
        _ = house.plain()
        #expect(tracker.made == 1)
        #expect(tracker.alive == 0)
    }

    @Test func aGraphInstanceIsReleasedAfterItsResolution() {
        withExtendedLifetime(house.list()) { list in
            #expect(list[0] === list[1])
            #expect(tracker.alive == 3)
        }
        #expect(tracker.alive == 0)
    }

    @Test(arguments: [FactoryResetOptions.all, .scope])
    func aFactoryResetReleasesItsInstances(_ options: FactoryResetOptions) {
        _ = (house.cached(), house.single(), house.each(1), house.each(2))
        #expect(tracker.alive == 4)
        house.cached.reset(options)
        #expect(tracker.alive == 3)
        house.single.reset(options)
        #expect(tracker.alive == 2)
        house.each.reset(options)
        #expect(tracker.alive == 0)
    }

    @Test(arguments: [FactoryResetOptions.all, .scope])
    func aContainerResetReleasesItsInstances(_ options: FactoryResetOptions) {
        _ = (house.cached(), house.custom(), house.each(1), house.each(2), house.single())
        house.reset(options: options)
        #expect(tracker.alive == 1)
        Scope.singleton.reset()
        #expect(tracker.alive == 0)
    }

    @Test func aScopeResetReleasesItsInstances() {
        _ = (house.cached(), house.custom())
        house.manager.reset(scope: .custom)
        #expect(tracker.alive == 1)
        house.manager.reset(scope: .cached)
        #expect(tracker.alive == 0)
    }

    @Test func aRegistrationReleasesStoredInstances() {
        _ = (house.cached(), house.each(1), house.each(2), house.single())
        let other = Tracker()
        house.cached.register { Tracked(other) }
        house.each.register { _ in Tracked(other) }
        house.single.register { Tracked(other) }
        #expect(tracker.alive == 0)
        #expect(other.made == 0)
    }

    @Test func aRegistrationReleasesThePreviousClosure() {
        do {
            let captured = house.make()
            house.plain.register { captured }
        }
        #expect(tracker.alive == 1)
        let other = Tracker()
        house.plain.register { Tracked(other) }
        #expect(tracker.alive == 0)
    }

    @Test func resetsReleaseClosures() {
        func capture() {
            let captured = house.make()
            house.plain.register { captured }
            house.cached.onDevice { captured }
            house.custom.decorator { _ in _ = captured }
        }
        capture()
        #expect(tracker.alive == 1)
        house.plain.reset(.registration)
        house.cached.reset(.context)
        house.custom.reset()
        #expect(tracker.alive == 0)
        capture()
        house.reset()
        #expect(tracker.alive == 0)
    }

    @Test func popReleasesLaterInstancesAndRegistrations() {
        _ = house.cached()
        house.manager.push()
        _ = (house.custom(), house.each(1))
        do {
            let captured = house.make()
            house.plain.register { captured }
            house.manager.logger = { _ in _ = captured }
        }
        #expect(tracker.alive == 4)
        house.manager.pop()
        #expect(tracker.alive == 1)
        house.reset()
        #expect(tracker.alive == 0)
    }

    @Test func aSavedStateRetainsItsInstancesUntilItIsRestored() {
        _ = house.cached()
        house.manager.push()
        house.reset()
        #expect(tracker.alive == 1)
        house.manager.pop()
        #expect(tracker.alive == 1)
        house.reset()
        #expect(tracker.alive == 0)
    }

    @Test func aChangeOfScopeReleasesTheInstance() {
        _ = house.plain.cached()
        #expect(tracker.alive == 1)
        _ = house.plain.unique
        #expect(tracker.alive == 0)
    }

    @Test func aBoundSingletonScopeLeavesNothing() {
        Scope.$singleton.withValue(Scope.Singleton()) {
            _ = house.single()
            #expect(tracker.alive == 1)
        }
        #expect(tracker.alive == 0)
    }

    @Test func resetsReleaseParameters() {
        func resolve(_ factory: ParameterFactory<Parameter, Int>) {
            for number in 1...3 { _ = factory(Parameter(number: number, tracked: house.make())) }
            #expect(tracker.alive == 3)
        }
        resolve(house.byTracked)
        house.byTracked.reset(.scope)
        #expect(tracker.alive == 0)
        resolve(house.byTracked)
        house.byTracked.register { $0.number }
        #expect(tracker.alive == 0)
        resolve(house.byTracked)
        house.reset(options: .scope)
        #expect(tracker.alive == 0)
        resolve(house.byTracked)
        house.manager.reset(scope: .cached)
        #expect(tracker.alive == 0)
        house.manager.push()
        resolve(house.byTracked)
        house.manager.pop()
        #expect(tracker.alive == 0)
        resolve(house.singlePerParameter)
        house.singlePerParameter.reset(.scope)
        #expect(tracker.alive == 0)
        resolve(house.singlePerParameter)
        Scope.singleton.reset()
        #expect(tracker.alive == 0)
    }

    @Test func anUnscopedParameterIsNotRetained() {
        let doubled: ParameterFactory<Parameter, Int> = house { $0.number * 2 }
        #expect(doubled(Parameter(number: 2, tracked: house.make())) == 4)
        #expect(tracker.alive == 0)
    }
}
