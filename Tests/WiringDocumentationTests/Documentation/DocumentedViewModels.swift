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

// SwiftUIAndPreviews.md: final class CatalogModel

@MainActor
struct DocumentedViewModels {
    // SwiftUIAndPreviews.md: func searchShowsTitles
}
