// The old name of `dependency(_:)` works, with a warning.

import Wiring

final class PaymentContainer: SharedContainer {
    @TaskLocal static var shared = PaymentContainer()
    let manager = ContainerManager()
}

extension Container {
    var gateway: Factory<String> { self { "" } }
}

extension PaymentContainer {
    var gateway: Factory<String> { self { "" } }
}

func resolveFromKeyPaths() {
    _ = dependency(\.gateway)
    _ = dependency(\PaymentContainer.gateway)
    _ = Container.shared.gateway.resolve()
    _ = resolve(\.gateway)  // warning: renamed to 'dependency(_:)'
    _ = resolve(\PaymentContainer.gateway)  // warning: renamed to 'dependency(_:)'
}
