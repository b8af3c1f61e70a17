// A key path of a wrapper or of `dependency(_:)` must lead to a `Factory`.

import Wiring
import WiringAsync
import WiringModules

final class PaymentContainer: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = PaymentContainer()
    static var taskLocal: TaskLocal<PaymentContainer> { $shared }
    let manager = ContainerManager()
}

final class ShopContainer: SharedContainer {
    static let shared = ShopContainer()
    let manager = ContainerManager()
}

final class Ledger: Sendable {}

extension Container {
    var ledger: Factory<Ledger> { self { Ledger() } }
    var page: ParameterFactory<Int, String> { self { "page \($0)" } }
    var archive: AsyncFactory<Ledger, any Error> { self { Ledger() } }
    var sheet: AsyncParameterFactory<Int, String, any Error> { self { "sheet \($0)" } }
    var license: ThrowingFactory<Ledger, any Error> { self { Ledger() } }
    var draft: ThrowingParameterFactory<Int, String, any Error> { self { "draft \($0)" } }
    var parts: Collected<Int> { collected() }
    var limit: Int { 3 }
}

extension PaymentContainer {
    var ledger: Factory<Ledger> { self { Ledger() } }
    var page: ParameterFactory<Int, String> { self { "page \($0)" } }
    var archive: AsyncFactory<Ledger, any Error> { self { Ledger() } }
    var license: ThrowingFactory<Ledger, any Error> { self { Ledger() } }
    var limit: Int { 3 }
}

extension ShopContainer {
    var ledger: Factory<Ledger> { self { Ledger() } }
}

struct WithInjected {
    @Injected(\.ledger) var ledger
    @Injected(\.ledger) var ledgerWithType: Ledger
    @Injected(\PaymentContainer.ledger) var payments
    @Injected(\.page) var page  // error: The key path must lead to a Factory
    @Injected(\.archive) var archive  // error: The key path must lead to a Factory
    @Injected(\.sheet) var sheet  // error: The key path must lead to a Factory
    @Injected(\.license) var license  // error: The key path must lead to a Factory
    @Injected(\.draft) var draft  // error: The key path must lead to a Factory
    @Injected(\.parts) var parts  // error: For a collection, an
    @Injected(\.limit) var limit  // error: The key path must lead to a Factory
    @Injected(\PaymentContainer.page) var otherPage  // error: The key path must lead to a Factory
    @Injected(\PaymentContainer.archive) var otherArchive  // error: The key path must lead to a Factory
    @Injected(\PaymentContainer.license) var otherLicense  // error: The key path must lead to a Factory
    @Injected(\PaymentContainer.limit) var otherLimit  // error: The key path must lead to a Factory
    @Injected(\.page) var pageWithType: String  // error: 'KeyPath<Container, ParameterFactory<Int, String>>'
    @Injected(\.ledger) var ledgerOfOtherType: Int  // error: 'KeyPath<Container, Factory<Ledger>>'
}

struct WithLazyInjected {
    @LazyInjected(\.ledger) var ledger
    @LazyInjected(\.ledger) var ledgerWithType: Ledger
    @LazyInjected(\PaymentContainer.ledger) var payments
    @LazyInjected(\.page) var page  // error: The key path must lead to a Factory
    @LazyInjected(\.archive) var archive  // error: The key path must lead to a Factory
    @LazyInjected(\.sheet) var sheet  // error: The key path must lead to a Factory
    @LazyInjected(\.license) var license  // error: The key path must lead to a Factory
    @LazyInjected(\.draft) var draft  // error: The key path must lead to a Factory
    @LazyInjected(\.limit) var limit  // error: The key path must lead to a Factory
    @LazyInjected(\PaymentContainer.page) var otherPage  // error: The key path must lead to a Factory
    @LazyInjected(\PaymentContainer.archive) var otherArchive  // error: The key path must lead to a Factory
    @LazyInjected(\PaymentContainer.license) var otherLicense  // error: The key path must lead to a Factory
    @LazyInjected(\PaymentContainer.limit) var otherLimit  // error: The key path must lead to a Factory
    @LazyInjected(\.page) var pageWithType: String  // error: 'KeyPath<Container, ParameterFactory<Int, String>>'
    @LazyInjected(\.ledger) var ledgerOfOtherType: Int  // error: 'KeyPath<Container, Factory<Ledger>>'
}

struct WithWeakLazyInjected {
    @WeakLazyInjected(\.ledger) var ledger
    @WeakLazyInjected(\.ledger) var ledgerWithType: Ledger?
    @WeakLazyInjected(\PaymentContainer.ledger) var payments
    @WeakLazyInjected(\.page) var page  // error: The key path must lead to a Factory
    @WeakLazyInjected(\.archive) var archive  // error: The key path must lead to a Factory
    @WeakLazyInjected(\.sheet) var sheet  // error: The key path must lead to a Factory
    @WeakLazyInjected(\.license) var license  // error: The key path must lead to a Factory
    @WeakLazyInjected(\.draft) var draft  // error: The key path must lead to a Factory
    @WeakLazyInjected(\.limit) var limit  // error: The key path must lead to a Factory
    @WeakLazyInjected(\PaymentContainer.page) var otherPage  // error: The key path must lead to a Factory
    @WeakLazyInjected(\PaymentContainer.archive) var otherArchive  // error: The key path must lead to a Factory
    @WeakLazyInjected(\PaymentContainer.license) var otherLicense  // error: The key path must lead to a Factory
    @WeakLazyInjected(\PaymentContainer.limit) var otherLimit  // error: The key path must lead to a Factory
    @WeakLazyInjected(\.page) var pageWithType: String?  // error: 'KeyPath<Container, ParameterFactory<Int, String>>'
    @WeakLazyInjected(\.ledger) var ledgerOfOtherType: Int?  // error: 'KeyPath<Container, Factory<Ledger>>'
}

struct WithDynamicInjected {
    @DynamicInjected(\.ledger) var ledger
    @DynamicInjected(\.ledger) var ledgerWithType: Ledger
    @DynamicInjected(\PaymentContainer.ledger) var payments
    @DynamicInjected(\.page) var page  // error: The key path must lead to a Factory
    @DynamicInjected(\.archive) var archive  // error: The key path must lead to a Factory
    @DynamicInjected(\.sheet) var sheet  // error: The key path must lead to a Factory
    @DynamicInjected(\.license) var license  // error: The key path must lead to a Factory
    @DynamicInjected(\.draft) var draft  // error: The key path must lead to a Factory
    @DynamicInjected(\.limit) var limit  // error: The key path must lead to a Factory
    @DynamicInjected(\PaymentContainer.page) var otherPage  // error: The key path must lead to a Factory
    @DynamicInjected(\PaymentContainer.archive) var otherArchive  // error: The key path must lead to a Factory
    @DynamicInjected(\PaymentContainer.license) var otherLicense  // error: The key path must lead to a Factory
    @DynamicInjected(\PaymentContainer.limit) var otherLimit  // error: The key path must lead to a Factory
    @DynamicInjected(\.page) var pageWithType: String  // error: 'KeyPath<Container, ParameterFactory<Int, String>>'
    @DynamicInjected(\.ledger) var ledgerOfOtherType: Int  // error: 'KeyPath<Container, Factory<Ledger>>'
}

struct WithBoundInjected {
    @BoundInjected(\.ledger) var ledger
    @BoundInjected(\.ledger) var ledgerWithType: Ledger
    @BoundInjected(\PaymentContainer.ledger) var payments
    @BoundInjected(\.page) var page  // error: The key path must lead to a Factory
    @BoundInjected(\.archive) var archive  // error: The key path must lead to a Factory
    @BoundInjected(\.sheet) var sheet  // error: The key path must lead to a Factory
    @BoundInjected(\.license) var license  // error: The key path must lead to a Factory
    @BoundInjected(\.draft) var draft  // error: The key path must lead to a Factory
    @BoundInjected(\.limit) var limit  // error: The key path must lead to a Factory
    @BoundInjected(\PaymentContainer.page) var otherPage  // error: The key path must lead to a Factory
    @BoundInjected(\PaymentContainer.archive) var otherArchive  // error: The key path must lead to a Factory
    @BoundInjected(\PaymentContainer.license) var otherLicense  // error: The key path must lead to a Factory
    @BoundInjected(\PaymentContainer.limit) var otherLimit  // error: The key path must lead to a Factory
    @BoundInjected(\.page) var pageWithType: String  // error: 'KeyPath<Container, ParameterFactory<Int, String>>'
    @BoundInjected(\.ledger) var ledgerOfOtherType: Int  // error: 'KeyPath<Container, Factory<Ledger>>'
}

struct WithRequirements {
    @Injected(\ShopContainer.ledger) var ledger
    @BoundInjected(\ShopContainer.ledger) var bound  // error: no exact matches in call to initializer
    @WeakLazyInjected(\.ledger) var notOptional: Ledger  // error: does not match 'wrappedValue' type 'Ledger?'
    @InjectedType var byType: Ledger?
    @InjectedType var byTypeNotOptional: Ledger  // error: does not match 'wrappedValue' // error: could not be inferred
    @InjectedContainer var container
    @InjectedContainer(ShopContainer.self) var shop
    @InjectedContainer(Ledger.self) var noContainer  // error: conform to 'SharedContainer'
}

func resolveFromKeyPaths() {
    _ = dependency(\.ledger)
    _ = dependency(\PaymentContainer.ledger)
    _ = dependency(\.page, parameter: 1)
    _ = dependency(\PaymentContainer.page, parameter: 1)
    _ = dependency(\.page)  // error: The key path must lead to a Factory
    _ = dependency(\.archive)  // error: The key path must lead to a Factory
    _ = dependency(\.sheet)  // error: The key path must lead to a Factory
    _ = dependency(\.license)  // error: The key path must lead to a Factory
    _ = dependency(\.draft)  // error: The key path must lead to a Factory
    _ = dependency(\.limit)  // error: The key path must lead to a Factory
    _ = dependency(\PaymentContainer.page)  // error: The key path must lead to a Factory
    _ = dependency(\PaymentContainer.archive)  // error: The key path must lead to a Factory
    _ = dependency(\PaymentContainer.license)  // error: The key path must lead to a Factory
    _ = dependency(\PaymentContainer.limit)  // error: The key path must lead to a Factory
    _ = dependency(Container.shared.ledger)  // error: Name the dependency: `dependency(\.name)`.
    _ = dependency(\.page) as String  // error: 'KeyPath<Container, ParameterFactory<Int, String>>'
    _ = dependency(\.page, parameter: "one")  // error: cannot convert value of type 'String'
}
