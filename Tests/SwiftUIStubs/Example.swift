// The examples of WiringSwiftUI's documentation, and what programs written for Factory say.

import Combine
import Observation
import SwiftUI
import WiringSwiftUI

protocol Catalog: Sendable {
    func titles(matching words: String) async throws -> [String]
}

struct LiveCatalog: Catalog {
    func titles(matching words: String) async throws -> [String] { [] }
}

struct MockCatalog: Catalog {
    var found: [String] = []
    func titles(matching words: String) async throws -> [String] { found }
}

extension Container {
    var catalog: Factory<any Catalog> { self { LiveCatalog() } }
    var greeting: ParameterFactory<String, String> { self { "Hello, \($0)" } }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @MainActor var catalogModel: Factory<CatalogModel> { self { CatalogModel() } }
    @MainActor var checkoutModel: Factory<CheckoutModel> { self { CheckoutModel() } }
}

final class PaymentContainer: SharedContainer {
    static let shared = PaymentContainer()
    let manager = ContainerManager()
}

extension PaymentContainer {
    @MainActor var checkoutModel: Factory<CheckoutModel> { self { CheckoutModel() } }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
final class CatalogModel {
    var words = ""
    private(set) var titles: [String] = []
    @ObservationIgnored @Injected(\.catalog) private var catalog

    func search() async {
        titles = (try? await catalog.titles(matching: words)) ?? []
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct CatalogView: View {
    @InjectedObservable(\.catalogModel) private var model

    var body: some View {
        TextField("Search", text: $model.words)
        List(model.titles, id: \.self) { Text($0) }
            .task { await model.search() }
    }
}

@MainActor
final class CheckoutModel: ObservableObject {
    @Published var coupon = ""
}

struct CheckoutView: View {
    @InjectedObject(\.checkoutModel) private var model

    var body: some View {
        TextField("Coupon", text: $model.coupon)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct PaymentView: View {
    @InjectedObject(\PaymentContainer.checkoutModel) private var model
    @InjectedObservable private var search: CatalogModel

    init(_ search: CatalogModel) { _search = InjectedObservable(search) }

    var body: some View {
        Text(model.coupon)
        Text(search.words)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@ViewBuilder @MainActor func previews() -> some View {
    Container.shared.catalog.preview { MockCatalog(found: ["Swift"]) }
    Container.shared.greeting.preview { "Hi, \($0)" }
    Container.preview {
        $0.catalog.register { MockCatalog() }
        $0.greeting.register { "Hey, \($0)" }
    }
    CatalogView()
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@ViewBuilder @MainActor func shortPreviews() -> some View {
    Container.shared.catalog { MockCatalog() }
    Container.shared { $0.catalog.register { MockCatalog() } }
    CatalogView()
}

/// Outside a view builder, nothing is ambiguous.
@MainActor func setUp() {
    Container.shared.catalog { MockCatalog() }
    Container.shared.greeting { "Hi, \($0)" }
    Container.shared { $0.catalog.register { MockCatalog() } }
    let container = Container.shared { $0.catalog.register { MockCatalog() } }
    let containers: [Container] = [container]
    _ = containers
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@MainActor func traits() -> [PreviewTrait<Preview.ViewTraits>] {
    [
        .container { $0.catalog.register { MockCatalog(found: ["Swift"]) } },
        .container(for: PaymentContainer.self) { $0.checkoutModel.register { CheckoutModel() } },
    ]
}
