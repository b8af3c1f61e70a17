import Testing
import WiringTesting

// Code of doc comments and articles, verbatim. `SnippetTests` compares them.

private struct Session: Sendable {}

private struct Rates: Sendable {
    static func load() -> Rates { Rates() }
}

private struct Moment: Sendable {
    var now: Int
}

struct Row: Sendable {}

struct SearchIndex: Sendable {
    func rows(matching words: String) async throws -> [Row] { [Row(), Row()] }
}

protocol Cache: Sendable {}
private struct ImageCache: Cache {}

private final class Lifetimes: ManagedContainer {
    let manager = ContainerManager()
}

extension Lifetimes {
    var session: Factory<Session> { self { Session() }.cached.timeToLive(600) }
    var rates: Factory<Rates> { self { Rates.load() }.cached.timeToLive(3600, sliding: false) }
}

extension Container {
    fileprivate var date: Factory<Moment> { self { Moment(now: 1) } }
    fileprivate var index: AsyncFactory<SearchIndex, any Error> { self { SearchIndex() }.singleton }
    fileprivate var ranking: ParameterFactory<String, (Row, Row) -> Bool> { self { _ in { _, _ in false } } }
    fileprivate var imageCache: AsyncFactory<any Cache, any Error> { self { ImageCache() } }
}

extension Container {
    var caches: Collected<AsyncProvider<any Cache, any Error>> { collected() }
}

private struct Model {
    @DynamicInjected(\.date[\.now]) private var now
    @Injected(\.letter["Ada"]) private var letter

    var text: String { "\(letter.name), it is \(now)" }
}

final class Search {
    @InjectedFactory(\.index) private var index
    @InjectedFactory(\.ranking) private var ranking

    func results(for words: String) async throws -> [Row] {
        try await index().rows(matching: words).sorted(by: ranking("relevance"))
    }
}

@Suite(.container) struct DocumentedPartsTests {
    @Test func aModelTakesPartsAndParameters() {
        #expect(Model().text == "Ada, it is 1")
    }

    @Test func aSearchAwaitsItsDatabase() async throws {
        #expect(try await Search().results(for: "swift").count == 2)
    }

    @Test func cachesAreResolvedInOneCall() async throws {
        let container = Container.shared
        container.caches.contribute(\.imageCache)
        let caches = try await container.caches.resolveAll()
        #expect(caches.count == 1)
    }

    private class Base {
        func tearDown() {}
    }

    private final class ModelTests: Base {
        override func tearDown() { Container.resetAll() }
    }

    @Test func tearingDownResetsEverything() {
        Container.shared.date.register { Moment(now: 2) }
        ModelTests().tearDown()
        #expect(Container.shared.date().now == 1)
    }
}
