// A wrapper is `Sendable` if the type of its property is.

import Wiring

final class Ledger: Sendable {}
final class Basket { var count = 0 }

extension Container {
    var ledger: Factory<Ledger> { self { Ledger() } }
    var basket: Factory<Basket> { self { Basket() } }
}

struct OfSendableTypes: Sendable {
    @Injected(\.ledger) var injected
    @LazyInjected(\.ledger) var lazy
    @WeakLazyInjected(\.ledger) var weakLazy
    @DynamicInjected(\.ledger) var dynamic
    @BoundInjected(\.ledger) var bound
    @InjectedType var byType: Ledger?
    @InjectedContainer var container
}

struct OfOtherTypes {
    @Injected(\.basket) var injected
    @LazyInjected(\.basket) var lazy
    @WeakLazyInjected(\.basket) var weakLazy
    @DynamicInjected(\.basket) var dynamic
    @BoundInjected(\.basket) var bound
    @InjectedType var byType: Basket?
}

struct SendableOfOtherTypes: Sendable {
    @Injected(\.basket) var injected  // error: contains non-Sendable type 'Basket'
    @LazyInjected(\.basket) var lazy  // error: contains non-Sendable type 'Basket'
    @WeakLazyInjected(\.basket) var weakLazy  // error: contains non-Sendable type 'Basket'
    @DynamicInjected(\.basket) var dynamic  // error: contains non-Sendable type 'Basket'
    @BoundInjected(\.basket) var bound  // error: contains non-Sendable type 'Basket'
    @InjectedType var byType: Basket?  // error: contains non-Sendable type 'Basket'
}

/// A class stores a wrapper in a `let`.
final class Desk: Sendable {
    let lazy = LazyInjected(\.ledger)
    let bound = BoundInjected(\.ledger)
    let basket = LazyInjected(\.basket)  // error: contains non-Sendable type 'Basket'
    @LazyInjected(\.ledger) var lazyProperty  // error: stored property '_lazyProperty' of 'Sendable'-conforming class
}

func set(_ properties: OfSendableTypes, _ variable: inout OfSendableTypes, to ledger: Ledger) {
    variable.injected = ledger
    properties.lazy = ledger
    properties.weakLazy = ledger
    properties.injected = ledger  // error: 'properties' is a 'let' constant
    variable.dynamic = ledger  // error: cannot assign to property: 'dynamic' is a get-only property
    variable.bound = ledger  // error: cannot assign to property: 'bound' is a get-only property
}
