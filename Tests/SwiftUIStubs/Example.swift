// The examples of WiringSwiftUI's documentation, and what programs written for Factory say. `.ci/platforms` type-checks them.

import Combine
import Observation
import SwiftUI
import WiringSwiftUI

// SwiftUIAndPreviews.md: protocol Catalog

final class PaymentContainer: SharedContainer {
    static let shared = PaymentContainer()
    let manager = ContainerManager()
}

extension PaymentContainer {
    @MainActor var checkoutModel: Factory<CheckoutModel> { self { CheckoutModel() } }
}

// SwiftUIAndPreviews.md: final class CatalogModel

// SwiftUIAndPreviews.md: struct CatalogView

enum Readme {
    // README.md: struct CatalogView
}

// SwiftUIAndPreviews.md: final class CheckoutModel

// SwiftUIAndPreviews.md: struct PaymentView

extension Container {
    @MainActor var searchModel: Factory<CatalogModel> { self { CatalogModel() } }
}

// InjectedObservable.swift: struct SearchView

@ViewBuilder @MainActor func previews() -> some View {
    // SwiftUIAndPreviews.md: Container.shared.catalog.preview
}

@ViewBuilder @MainActor func shortPreviews() -> some View {
    // SwiftUIAndPreviews.md: Container.shared.catalog { MockCatalog() }
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

@MainActor func traits() -> [PreviewTrait<Preview.ViewTraits>] {
    [
        .container { $0.catalog.register { MockCatalog(found: ["Swift"]) } },
        .container(for: PaymentContainer.self) {
            $0.checkoutModel.register { CheckoutModel() }
        },
    ]
}
