// A key path must name a dependency of its container.

import Wiring
import WiringModules

final class PaymentContainer: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = PaymentContainer()
    static var taskLocal: TaskLocal<PaymentContainer> { $shared }
    let manager = ContainerManager()
}

extension Container {
    var gateway: Factory<String> { self { "" } }
    var page: ParameterFactory<Int, String> { self { "page \($0)" } }
}

extension PaymentContainer {
    var gateway: Factory<String> { self { "" } }
    var card: Factory<String> { self { "" } }
    var methods: Collected<String> { collected() }
    var methodsByName: KeyedCollected<String, String> { collected() }
}

// Without a root, the compiler tries several container types. It asks for the root, and with that it names the mistake.

struct WithInjected {
    @Injected(\Container.gateway) var gateway
    @Injected(\.gatway) var misspelt  // error: consider explicitly specifying a root type
    @Injected(\.gatway) var withType: String  // error: consider explicitly specifying a root type
    @Injected(\Container.gatway) var withRoot  // error: has no member 'gatway'
    @Injected(\PaymentContainer.gatway) var payments  // error: has no member 'gatway'
}

struct WithLazyInjected {
    @LazyInjected(\Container.gateway) var gateway
    @LazyInjected(\.gatway) var misspelt  // error: consider explicitly specifying a root type
    @LazyInjected(\.gatway) var withType: String  // error: consider explicitly specifying a root type
    @LazyInjected(\Container.gatway) var withRoot  // error: has no member 'gatway'
    @LazyInjected(\PaymentContainer.gatway) var payments  // error: has no member 'gatway'
}

struct WithWeakLazyInjected {
    @WeakLazyInjected(\Container.gateway) var gateway
    @WeakLazyInjected(\.gatway) var misspelt  // error: consider explicitly specifying a root type
    @WeakLazyInjected(\.gatway) var withType: String?  // error: consider explicitly specifying a root type
    @WeakLazyInjected(\Container.gatway) var withRoot  // error: has no member 'gatway'
    @WeakLazyInjected(\PaymentContainer.gatway) var payments  // error: has no member 'gatway'
}

struct WithDynamicInjected {
    @DynamicInjected(\Container.gateway) var gateway
    @DynamicInjected(\.gatway) var misspelt  // error: consider explicitly specifying a root type
    @DynamicInjected(\.gatway) var withType: String  // error: consider explicitly specifying a root type
    @DynamicInjected(\Container.gatway) var withRoot  // error: has no member 'gatway'
    @DynamicInjected(\PaymentContainer.gatway) var payments  // error: has no member 'gatway'
}

struct WithBoundInjected {
    @BoundInjected(\Container.gateway) var gateway
    @BoundInjected(\.gatway) var misspelt  // error: consider explicitly specifying a root type
    @BoundInjected(\.gatway) var withType: String  // error: consider explicitly specifying a root type
    @BoundInjected(\Container.gatway) var withRoot  // error: has no member 'gatway'
    @BoundInjected(\PaymentContainer.gatway) var payments  // error: has no member 'gatway'
}

func resolveFromKeyPaths() {
    _ = dependency(\Container.gateway)
    _ = dependency(\.gatway)  // error: consider explicitly specifying a root type
    _ = dependency(\Container.gatway)  // error: has no member 'gatway'
    _ = dependency(\PaymentContainer.gatway)  // error: has no member 'gatway'
    _ = dependency(\Container.pag, parameter: 1) as String  // error: has no member 'pag'
}

// A collection takes a key path without a root for one of `Container`.

func contribute(to container: PaymentContainer) {
    container.methods.contribute(\Container.gateway)
    container.methods.contribute(\PaymentContainer.card)
    container.methodsByName.contribute(\PaymentContainer.card, forKey: "card")
    container.methods.contribute(\.card)  // error: consider explicitly specifying a root type
    container.methodsByName.contribute(\.card, forKey: "card")  // error: consider explicitly specifying a root type
}
