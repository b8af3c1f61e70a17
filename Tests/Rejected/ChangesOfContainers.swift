// The compiler names a mistake in a closure that changes a container, whichever overload the closure is for.

import Testing
import Wiring
import WiringTesting

final class PaymentContainer: TaskLocalContainer {
    @TaskLocal static var shared = PaymentContainer()
    static var taskLocal: TaskLocal<PaymentContainer> { $shared }
    let manager = ContainerManager()
}

struct Client: Sendable { var load: @Sendable () -> Int = { 1 } }

extension Container {
    var client: Factory<Client> { self { Client() } }
}

extension PaymentContainer {
    var gateway: Factory<String> { self { "" } }
}

func run() {
    withContainer {
        $0.clent.reset()  // error: value of type 'Container' has no member 'clent'
    } operation: {
    }
    withContainer {
        $0.client = Client()  // error: 'client' is a get-only property // error: cannot assign value of type 'Client'
    } operation: {
    }
    withContainer {
        $0.client.modify { $0.laod = { 2 } }  // error: value of type 'Client' has no member 'laod'
    } operation: {
    }
    withContainer {
        $0.client.override(with: 3)  // error: cannot convert value of type 'Int' to expected argument type 'Client'
    } operation: {
    }
    withContainer(for: PaymentContainer.self) {
        $0.gatway.reset()  // error: value of type 'PaymentContainer' has no member 'gatway'
    } operation: {
    }
    withContainer(for: Container.self, PaymentContainer.self) { container, payments in
        container.clent.reset()  // error: value of type 'Container' has no member 'clent'
        payments.gateway.reset()
    } operation: {
    }
    withContainer(from: Container()) {
        $0.clent.reset()  // error: value of type 'Container' has no member 'clent'
    } operation: {
    }
}

/// A closure without a parameter is not one for no container.
func runWithoutParameter() {
    withContainer {  // error: expects 1 argument, which cannot be implicitly ignored
        Container.shared.client.reset()
    } operation: {
    }
    withContainer {  // error: expects 1 argument, which cannot be implicitly ignored
    } operation: {
    }
}

func runAsynchronously() async {
    await withContainer {
        $0.clent.reset()  // error: value of type 'Container' has no member 'clent'
    } operation: {
        await Task.yield()
    }
    await withContainer(for: PaymentContainer.self) {
        $0.gatway.reset()  // error: value of type 'PaymentContainer' has no member 'gatway'
    } operation: {
        await Task.yield()
    }
}

/// Takes what `@Test` and `@Suite` take.
func take(_ trait: any SuiteTrait) {}

func test() {
    take(.container { $0.clent.reset() })  // error: value of type 'Container' has no member 'clent'
    take(.container(.strict) { $0.clent.reset() })  // error: value of type 'Container' has no member 'clent'
    take(.container { $0.client.modify { $0.laod = { 2 } } })  // error: value of type 'Client' has no member 'laod'
    take(.container(.stict))  // error: type 'ContainerTraitOptions' has no member 'stict'
    take(.container { Container.shared.client.reset() })  // error: expects 1 argument, which cannot be
    take(.container())  // error: missing argument for parameter #1 in call
    take(.container(for: PaymentContainer.self) { $0.gatway.reset() })  // error: has no member 'gatway'
    take(
        .container(for: Container.self, PaymentContainer.self) { container, payments in
            container.clent.reset()  // error: value of type 'Container' has no member 'clent'
            payments.gateway.reset()
        }
    )
}
