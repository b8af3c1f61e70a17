import Observation
import Testing
import WiringTesting

// The model of the examples for SwiftUI, and its test. The views of these examples, in `Tests/SwiftUIStubs/Example.swift`, are
// type-checked by `.ci/platforms`.

private protocol Catalog: Sendable {
    func titles(matching words: String) async throws -> [String]
}

private struct LiveCatalog: Catalog {
    func titles(matching words: String) async throws -> [String] { [] }
}

private struct MockCatalog: Catalog {
    var found: [String] = []
    func titles(matching words: String) async throws -> [String] { found }
}

extension Container {
    fileprivate var catalog: Factory<any Catalog> { self { LiveCatalog() } }
    @MainActor fileprivate var catalogModel: Factory<CatalogModel> { self { CatalogModel() } }
}

@MainActor @Observable
private final class CatalogModel {
    var words = ""
    private(set) var titles: [String] = []
    @ObservationIgnored @Injected(\.catalog) private var catalog

    func search() async {
        titles = (try? await catalog.titles(matching: words)) ?? []
    }
}

@MainActor
struct DocumentedViewModels {
    // SwiftUIAndPreviews.md: func searchShowsTitles
}
