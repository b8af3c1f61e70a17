public import Wiring

public final class CheckoutContainer: SharedContainer {
    @TaskLocal public static var shared = CheckoutContainer()
    public let manager = ContainerManager()

    public init() {}
}

extension CheckoutContainer: TaskLocalContainer {
    public static var taskLocal: TaskLocal<CheckoutContainer> { $shared }
}
