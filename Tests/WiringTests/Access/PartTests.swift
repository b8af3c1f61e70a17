import Testing
import WiringAsync
import WiringFixtures
import WiringTestSupport
import WiringTesting

private struct Watch: Sendable {
    let now: Int
    let zone: Zone

    struct Zone: Sendable {
        let offset: Int
    }
}

private struct Node: Sendable {
    let value: Int
    var next: [Node] = []
    var first: Node { next[0] }
}

private final class WebSite: Sendable {
    let host = "host"
    var address: String { "http://" + dependency(\.site[\.host]) }
}

private final class Registry: Resolving {
    let manager = ContainerManager()
}

extension String {
    fileprivate var doubled: String { self + self }
}

private final class Depot: SharedContainer {
    @TaskLocal static var shared = Depot()
    let manager = ContainerManager()
}

extension Depot {
    var clock: Factory<Watch> { self { Watch(now: 7, zone: Watch.Zone(offset: 70)) } }
}

extension Container {
    fileprivate var watch: Factory<Watch> { self { Watch(now: 1, zone: Watch.Zone(offset: 10)) } }
    fileprivate var node: Factory<Node> { self { Node(value: 1, next: [Node(value: 2)]) } }
    fileprivate var model: Factory<LiveService> { self { LiveService() }.cached }
    fileprivate var word: Factory<String> { self { "word" } }
    fileprivate var factorial: ParameterFactory<Int, Int> {
        self { number in number < 2 ? 1 : number * dependency(\.factorial[number - 1]) }
    }
    fileprivate var site: Factory<WebSite> { self { WebSite() }.cached }
    fileprivate var greeting: ParameterFactory<String, String> { self { "Dear \($0)" } }
    fileprivate var serviceOf: ParameterFactory<Int, LiveService> {
        self { _ in LiveService() }.scopeOnParameters.cached
    }
    fileprivate var opened: AsyncFactory<LiveService, any Error> { self { LiveService() }.cached }
    fileprivate var refusal: ThrowingFactory<String, Refused> { self { () throws(Refused) in throw Refused() } }
}

private struct Refused: Error {}

@Suite(.failuresOnly, .container) struct PartTests {
    private struct Owner {
        @Injected(\.watch[\.now]) var atFirst
        @LazyInjected(\.watch[\.now]) var atFirstUse
        @DynamicInjected(\.watch[\.now]) var now
        @BoundInjected(\.watch[\.zone.offset]) var offset
        @DynamicInjected(\Depot.clock[\.now]) var depot
    }

    private func set(_ now: Int) {
        Container.shared.watch.register { Watch(now: now, zone: Watch.Zone(offset: now * 10)) }
    }

    @Test func eachWrapperTakesAPart() {
        let owner = Owner()
        set(2)
        #expect(owner.atFirst == 1)
        #expect(owner.atFirstUse == 2)
        set(3)
        #expect(owner.atFirstUse == 2)
        #expect(owner.now == 3)
        #expect(owner.offset == 30)
        #expect(owner.depot == 7)
        #expect(dependency(\.watch[\.now]) == 3)
    }

    @Test func aPartOfTheSameTypeIsNotTheDependency() {
        #expect(Container.shared.node[\.first]().value == 2)
        Container.shared.node.register { Node(value: 3, next: [Node(value: 4)]) }
        #expect(Container.shared.node[\.first]().value == 4)
        #expect(Container.shared.node[\.first][\.value]() == 4)
    }

    @Test func aPartOfAPartOfTheSameTypeIsNoCycle() {
        #expect(dependency(\.word[\.doubled][\.doubled]) == "wordwordwordword")
        #expect(dependency(\.greeting["Ada"][\.doubled]) == "Dear AdaDear Ada")
    }

    @Test func whatAPartNeedsMayBeAPartOfTheSameDeclaration() {
        #expect(dependency(\.factorial[4]) == 24)
        #expect(dependency(\.site[\.address]) == "http://host")
    }

    @Test func aPartOfWhatIsRegisteredByTypeIsNotThat() {
        let registry = Registry()
        registry.register(String.self) { "word" }
        #expect(registry.factory(String.self)?[\.doubled]() == "wordword")
    }

    @Test func aPartKeepsNothing() {
        let container = Container()
        container.manager.defaultScope = .cached
        container.watch.register { Watch(now: 2, zone: Watch.Zone(offset: 20)) }
        #expect(container.watch[\.now]() == 2)
        container.watch.register { Watch(now: 3, zone: Watch.Zone(offset: 20)) }
        #expect(container.watch[\.now]() == 3)
    }

    @Test(.container(.strict), .override(\.watch) { Watch(now: 5, zone: Watch.Zone(offset: 5)) })
    func aStrictTestChecksTheDependencyAndNotItsPart() {
        #expect(dependency(\.watch[\.now]) == 5)
    }

    @Test(.container(.strict)) func aPartOfARealDependencyFailsAStrictTest() {
        withKnownIssue { #expect(dependency(\.watch[\.now]) == 1) }
    }

    @Test(
        .container(.strict),
        .allow(\.watch[\.zone][\.offset], \.greeting["Ada"]),
        .allow { $0.site[\.host] }
    ) func allowingAPartAllowsWhatItIsMadeFrom() {
        #expect(dependency(\.watch[\.now]) == 1)
        #expect(dependency(\.greeting["Bob"]) == "Dear Bob")
        #expect(dependency(\.site[\.host]) == "host")
        withTestContainer(.strict, allowing: \.node[\.first]) { #expect(dependency(\.node[\.first]).value == 2) }
    }

    @Test func aChangeOfAPartStopsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container.shared.watch[\.now].register { 9 }
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("a part of Container.watch<Int> cannot be changed"))
    }
}

@Suite(.container) struct ParameterWrapperTests {
    private struct Owner {
        @Injected(\.greeting["Ada"]) var letter
        @LazyInjected(\.serviceOf[7]) var page
        @WeakLazyInjected(\.serviceOf[8]) var weak
    }

    @Test func wrappersTakeAParameter() {
        let owner = Owner()
        #expect(owner.letter == "Dear Ada")
        #expect(owner.page === Container.shared.serviceOf(7))
        #expect(owner.weak === Container.shared.serviceOf(8))
    }

    @Test func theScopeOfTheDeclarationKeepsTheInstance() {
        let first = Container.shared.serviceOf[1]()
        #expect(Container.shared.serviceOf[1]() === first)
        #expect(Container.shared.serviceOf[2]() !== first)
        #expect(Container.shared.serviceOf(1) === first)
    }
}

@Suite(.container) struct InjectedFactoryTests {
    private final class Owner: Sendable {
        private let lazyOpened = InjectedFactory(\.opened)
        var opened: AsyncFactory<LiveService, any Error> { lazyOpened.wrappedValue }
    }

    private struct Model {
        @InjectedFactory(\.opened) var opened
        @InjectedFactory(\.refusal) var key
        @InjectedFactory(\.greeting) var letter
        @InjectedFactory(\Depot.clock) var clock
    }

    @Test func aFactoryOfAnyKindIsCalled() async throws {
        let model = Model()
        #expect(try await model.opened() === (try await Container.shared.opened()))
        #expect(throws: Refused.self) { try model.key() }
        #expect(model.letter("Ada") == "Dear Ada")
        #expect(model.clock().now == 7)
        #expect(try await Owner().opened() === (try await model.opened()))
    }

    @Test func eachReadUsesTheCurrentContainer() async throws {
        let model = Model()
        let other = LiveService()
        let found = try await withContainer {
            $0.opened.override { other }
        } operation: {
            try await model.opened()
        }
        #expect(found === other)
        #expect(try await model.opened() !== other)
    }
}
