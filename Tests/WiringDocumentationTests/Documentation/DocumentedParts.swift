import Testing
import WiringAsync
import WiringModules
import WiringTesting

// Code of doc comments and articles.

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
    // DeclaredDependency.swift: var session
}

extension Container {
    fileprivate var date: Factory<Moment> { self { Moment(now: 1) } }
    fileprivate var index: AsyncFactory<SearchIndex, any Error> { self { SearchIndex() }.singleton }
    fileprivate var ranking: ParameterFactory<String, (Row, Row) -> Bool> { self { _ in { _, _ in false } } }
    fileprivate var imageCache: AsyncFactory<any Cache, any Error> { self { ImageCache() } }
}

extension Container {
    // Collected+Effects.swift: var caches
}

private struct Model {
    // DeclaringDependencies.md: @DynamicInjected

    var text: String { "\(letter.name), it is \(now)" }
}

// Injected.swift: final class Search {

@Suite(.container) struct DocumentedPartsTests {
    @Test func aModelTakesPartsAndParameters() {
        #expect(Model().text == "Ada, it is 1")
    }

    @Test func aSearchAwaitsItsDatabase() async throws {
        #expect(try await Search().results(for: "swift").count == 2)
    }

    @Test func cachesAreResolvedInOneCall() async throws {
        let container = Container.shared
        // Collected+Effects.swift: container.caches.contribute
        #expect(caches.count == 1)
    }

    private class Base {
        func tearDown() {}
    }

    private final class ModelTests: Base {
        // Container.swift: override func tearDown
    }

    @Test func tearingDownResetsEverything() {
        Container.shared.date.register { Moment(now: 2) }
        ModelTests().tearDown()
        #expect(Container.shared.date().now == 1)
    }
}
