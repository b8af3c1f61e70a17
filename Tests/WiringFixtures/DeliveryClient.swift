public import Wiring

// An interface that no module implements. Its container type does not conform to `AutoRegistering`.

public final class DeliveryContainer: SharedContainer {
    @TaskLocal public static var shared = DeliveryContainer()
    public let manager = ContainerManager()

    public init() {}
}

extension DeliveryContainer: TaskLocalContainer {
    public static var taskLocal: TaskLocal<DeliveryContainer> { $shared }
}

public struct DeliveryClient: Sendable {
    public var price: @Sendable (String) -> Int

    static let notInstalled = DeliveryClient(price: unimplemented("price", placeholder: 0))
}

extension DeliveryContainer {
    public var delivery: Factory<DeliveryClient> { self { .notInstalled }.onTest { .notInstalled } }
}
