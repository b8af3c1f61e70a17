import Testing
import WiringTestSupport
import WiringTesting

private final class Studio: ManagedContainer {
    let manager = ContainerManager()
    let events = Collection<String>()
}

private final class Frame: Sendable {
    let picture: any Service

    init(_ picture: any Service) { self.picture = picture }
}

extension Studio {
    var plain: Factory<LiveService> { self { LiveService() } }
    var cached: Factory<LiveService> { self { LiveService() }.cached }
    var decorated: Factory<LiveService> { self { LiveService() }.decorator { _ in self.events.add("own") } }
    var decoratedWithIsNew: Factory<LiveService> {
        self { LiveService() }.cached.decorator { _, isNew in self.events.add("isNew \(isNew)") }
    }
    var picture: Factory<LiveService> { self { LiveService() }.decorator { _ in self.events.add("picture") } }
    fileprivate var frame: Factory<Frame> {
        self { Frame(self.picture()) }.decorator { _ in self.events.add("frame") }
    }
    var parameterized: ParameterFactory<Int, Int> {
        self { $0 }.decorator { instance in self.events.add("\(instance)") }
    }
    var replaced: Factory<LiveService> {
        self { LiveService() }.decorator { _ in self.events.add("first") }.decorator { _ in self.events.add("second") }
    }
}

@Suite struct DecoratorTests {
    private let studio = Studio()

    @Test func aContainersDecoratorSeesEachResolution() {
        var seen: [ObjectIdentifier] = []
        studio.decorator { seen.append(ObjectIdentifier($0 as AnyObject)) }
        let (plain, cached) = (studio.plain(), studio.cached())
        _ = studio.cached()
        #expect(seen == [plain, cached, cached].map(ObjectIdentifier.init))
    }

    @Test func onResolveSetsTheDecorator() {
        let events = studio.events
        studio.onResolve { _ in events.add("container") }
        _ = studio.plain()
        studio.plain.onResolve { _ in events.add("instance") }
        _ = studio.plain()
        studio.plain.onResolve { _, isNew in events.add("isNew \(isNew)") }
        _ = studio.plain()
        studio.plain.decorator { _ in events.add("decorator") }
        _ = studio.plain()
        #expect(events.values == ["container", "instance", "isNew true", "decorator"])
    }

    @Test func aContainersDecoratorCanBeReplacedAndRemoved() {
        let events = studio.events
        studio.decorator { _ in events.add("first") }
        studio.decorator { _ in events.add("second") }
        _ = studio.plain()
        studio.decorator(nil)
        _ = studio.plain()
        #expect(events.values == ["second"])
    }

    @Test func aFactorysDecoratorReplacesTheContainers() {
        let events = studio.events
        studio.decorator { _ in events.add("container") }
        _ = studio.decorated()
        #expect(events.values == ["own"])
    }

    @Test func aDecoratorIsToldWhetherTheInstanceIsNew() {
        _ = (studio.decoratedWithIsNew(), studio.decoratedWithIsNew())
        studio.decoratedWithIsNew.reset(.scope)
        _ = studio.decoratedWithIsNew()
        #expect(studio.events.values == ["isNew true", "isNew false", "isNew true"])
    }

    @Test func aDecoratorIsGivenTheInstance() {
        let seen = Collection<LiveService>()
        studio.plain.decorator { seen.add($0) }
        let instance = studio.plain()
        #expect(seen.values.count == 1)
        #expect(seen.values.first === instance)
    }

    @Test func decoratorsOfDependenciesRunFirst() {
        _ = studio.frame()
        #expect(studio.events.values == ["picture", "frame"])
    }

    @Test func aContainersDecoratorRunsForDependenciesFirst() {
        let events = studio.events
        studio.picture.reset()
        studio.decorator { events.add("\(type(of: $0))") }
        let nested: Factory<Frame> = studio { Frame(studio.plain()) }
        _ = nested()
        #expect(events.values == ["LiveService", "Frame"])
    }

    @Test func instancesOfAParameterFactoryAreDecorated() {
        _ = (studio.parameterized(1), studio.parameterized(2))
        #expect(studio.events.values == ["1", "2"])
    }

    @Test func anExternalDecoratorSeesAStoredInstance() {
        let events = studio.events
        let factory = studio.cached
        _ = factory()
        studio.cached.decorator { _, isNew in events.add("isNew \(isNew)") }
        _ = (studio.cached(), factory())
        #expect(events.values == ["isNew false", "isNew false"])
    }

    @Test func aFactoryValueKeepsItsDecoratorAfterAReset() {
        let events = studio.events
        let factory = studio.cached.decorator { _ in events.add("own") }
        studio.reset()
        _ = (studio.cached(), factory(), studio.cached())
        #expect(events.values == ["own"])
    }

    @Test func aLaterDecoratorReplacesAnEarlierOne() {
        _ = studio.replaced()
        #expect(studio.events.values == ["second"])
    }

    @Test func instancesOfARegistrationAreDecorated() {
        studio.decorated.register { LiveService() }
        _ = studio.decorated()
        #expect(studio.events.values == ["own"])
    }
}
