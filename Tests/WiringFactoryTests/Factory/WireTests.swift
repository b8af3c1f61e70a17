import Testing
import Wiring
import WiringAsync
import WiringModules
import WiringTesting

/// Has the name of each part, in the order in which they were made.
private final class Log: Sendable {
    let names: [String]

    init(_ names: String...) { self.names = names }
    init(_ a: String, _ b: String, later: String) async throws { names = [a, b, later] }
    init(throwing a: String, _ b: String) throws(Refusal) {
        if a == b { throw Refusal() }
        names = [a, b]
    }
    init(_ a: String, _ b: String, _ c: String, _ d: String, _ e: String, _ f: String, _ g: String, _ h: String) {
        names = [a, b, c, d, e, f, g, h]
    }
}

private struct Refusal: Error {}

@MainActor private final class Screen {
    let title: Title

    init(_ title: Title) { self.title = title }
}

@MainActor private final class Title {}

extension Container {
    fileprivate var a: Factory<String> { self { "a" } }
    fileprivate var b: Factory<String> { self { "b" } }
    fileprivate var c: Factory<String> { self { "c" } }
    fileprivate var d: Factory<String> { self { "d" } }
    fileprivate var list: Collected<String> { collected() }
    fileprivate var loaded: ThrowingFactory<String, Refusal> { self { () throws(Refusal) in "loaded" } }
    fileprivate var openedLater: AsyncFactory<String, any Error> { self { () async throws in "opened" } }
    fileprivate var awaited: AsyncFactory<String, Never> { self { () async in "awaited" } }

    fileprivate var one: Factory<Log> { wire({ Log($0) }) { $0.a } }
    fileprivate var two: Factory<Log> { wire({ Log($0, $1) }) { ($0.a, $0.b) }.cached }
    fileprivate var eight: Factory<Log> {
        wire(Log.init(_:_:_:_:_:_:_:_:)) { ($0.a, $0.b, $0.a, $0.b, $0.a, $0.b, $0.a, $0.b) }
    }
    fileprivate var nine: Factory<String> {
        wire({ (a: String, b, c, d, e, f, g, h, i) -> String in a + b + c + d + e + f + g + h + i }) {
            ($0.a, $0.b, $0.a, $0.b, $0.a, $0.b, $0.a, $0.b, $0.a)
        }
    }
    fileprivate var numbered1: ParameterFactory<Int, String> { wire({ "\($0)\($1)" }) { $0.a } }
    fileprivate var numbered2: ParameterFactory<Int, String> { wire({ "\($0)\($1)\($2)" }) { ($0.a, $0.b) } }
    fileprivate var numbered3: ParameterFactory<Int, String> { wire({ "\($0)\($1)\($2)\($3)" }) { ($0.a, $0.b, $0.c) } }
    fileprivate var numbered4: ParameterFactory<Int, String> {
        wire({ "\($0)\($1)\($2)\($3)\($4)" }) { ($0.a, $0.b, $0.c, $0.d) }
    }
    fileprivate var numbered5: ParameterFactory<Int, String> {
        wire({ "\($0)\($1)\($2)\($3)\($4)\($5)" }) { ($0.a, $0.b, $0.c, $0.d, $0.a) }
    }
    fileprivate var throwing1: ThrowingFactory<String, any Error> { wire(checked) { $0.a } }
    fileprivate var throwing2: ThrowingFactory<String, any Error> { wire(checked) { ($0.a, $0.b) } }
    fileprivate var throwing3: ThrowingFactory<String, any Error> { wire(checked) { ($0.a, $0.b, $0.c) } }
    fileprivate var throwing4: ThrowingFactory<String, any Error> { wire(checked) { ($0.a, $0.b, $0.c, $0.d) } }
    fileprivate var throwing5: ThrowingFactory<String, any Error> { wire(checked) { ($0.a, $0.b, $0.c, $0.d, $0.a) } }
    fileprivate var throwingOfThrowing: ThrowingFactory<String, any Error> { wire(checked) { $0.loaded } }
    fileprivate var listed: Factory<String> { wire({ $0.joined() + $1 }) { ($0.list, $0.b) } }
    fileprivate var greeting: ParameterFactory<Int, String> { wire({ "\($0)\($1)" }) { $0.a } }
    fileprivate var throwing: ThrowingFactory<Log, any Error> { wire(Log.init(throwing:_:)) { ($0.a, $0.loaded) } }
    fileprivate var throwingFor: ThrowingParameterFactory<String, Log, any Error> {
        wire(Log.init(throwing:_:)) { $0.a }
    }
    fileprivate var later: AsyncFactory<Log, any Error> {
        wire(Log.init(_:_:later:)) { ($0.a, $0.awaited, $0.openedLater) }.singleton
    }
    fileprivate var laterPlain: AsyncFactory<Log, any Error> { wire({ Log($0, $1) }) { ($0.loaded, $0.openedLater) } }
    fileprivate var laterFor: AsyncParameterFactory<String, Log, any Error> {
        wire(Log.init(_:_:later:)) { ($0.a, $0.openedLater) }
    }
    fileprivate var unfailing: AsyncFactory<Log, Never> { wire({ Log($0, $1) }) { ($0.a, $0.awaited) } }
    fileprivate var unfailingFor: AsyncParameterFactory<Int, String, Never> { wire({ "\($0)\($1)" }) { $0.awaited } }
    @MainActor fileprivate var title: Factory<Title> { self { Title() }.cached }
    @MainActor fileprivate var screen: Factory<Screen> { wire(Screen.init) { $0.title } }
}

private func checked(_ a: String) throws(Refusal) -> String { if a == "x" { throw Refusal() } else { a } }
private func checked(_ a: String, _ b: String) throws(Refusal) -> String { try checked(a) + b }
private func checked(_ a: String, _ b: String, _ c: String) throws(Refusal) -> String { try checked(a) + b + c }
private func checked(_ a: String, _ b: String, _ c: String, _ d: String) throws(Refusal) -> String {
    try checked(a) + b + c + d
}
private func checked(_ a: String, _ b: String, _ c: String, _ d: String, _ e: String) throws(Refusal) -> String {
    try checked(a) + b + c + d + e
}

@Suite struct WireTests {
    private let container = Container()

    @Test func plainFactoriesPassTheirDependenciesInOrder() {
        #expect(container.one().names == ["a"])
        #expect(container.two().names == ["a", "b"])
        #expect(container.eight().names == ["a", "b", "a", "b", "a", "b", "a", "b"])
        #expect(container.nine() == "ababababa")
    }

    @Test func scopesAndReplacementsApply() {
        #expect(container.two() === container.two())
        #expect(container.one() !== container.one())
        container.a.register { "A" }
        #expect(container.one().names == ["A"])
        container.one.override { Log("override") }
        #expect(container.one().names == ["override"])
    }

    /// The closure of `wire` does not retain the container, because the factory does.
    @Test func theFactoryKeepsItsContainerAlive() {
        let factory = Container().two
        #expect(factory().names == ["a", "b"])
        #expect(Container().eight().names == ["a", "b", "a", "b", "a", "b", "a", "b"])
        let greet = Container().greeting.resolve(_:)
        #expect(greet(1) == "1a")
    }

    @Test func collectionsAndParametersAreDependencies() {
        container.list.contribute(\.a)
        container.list.contribute(\.b)
        #expect(container.listed() == "abb")
        #expect(container.greeting(1) == "1a")
    }

    @Test func eachNumberOfDependenciesFollowsTheParameter() {
        #expect(container.numbered1(1) == "1a")
        #expect(container.numbered2(2) == "2ab")
        #expect(container.numbered3(3) == "3abc")
        #expect(container.numbered4(4) == "4abcd")
        #expect(container.numbered5(5) == "5abcda")
    }

    @Test func throwingFunctionsTakeEachNumberOfDependencies() throws {
        let factories = [
            container.throwing1, container.throwing2, container.throwing3, container.throwing4, container.throwing5,
        ]
        #expect(try factories.map { try $0() } == ["a", "ab", "abc", "abcd", "abcda"])
        #expect(try container.throwingOfThrowing() == "loaded")
        container.a.register { "x" }
        for factory in factories { #expect(throws: Refusal.self) { try factory() } }
    }

    @Test func throwingFactoriesThrowWhatTheirFunctionsAndDependenciesThrow() throws {
        #expect(try container.throwing().names == ["a", "loaded"])
        #expect(try container.throwingFor("b").names == ["b", "a"])
        #expect(throws: Refusal.self) { try container.throwingFor("a") }
        container.loaded.register { () throws(Refusal) in throw Refusal() }
        #expect(throws: Refusal.self) { try container.throwing() }
    }

    @Test func asynchronousFactoriesTakeDependenciesOfEachKind() async throws {
        #expect(try await container.later().names == ["a", "awaited", "opened"])
        #expect(try await container.later() === container.later())
        #expect(try await container.laterPlain().names == ["loaded", "opened"])
        #expect(try await container.laterFor("p").names == ["p", "a", "opened"])
        #expect(await container.unfailing().names == ["a", "awaited"])
        #expect(await container.unfailingFor(2) == "2awaited")
    }

    @MainActor @Test func isolatedDeclarationsNameIsolatedDependencies() {
        #expect(container.screen().title === container.title())
    }
}
