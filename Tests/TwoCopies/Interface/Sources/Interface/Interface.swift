public import Wiring

public protocol Tool: Sendable {
    var name: String { get }
}

public struct Size: Hashable, Sendable {
    public init() {}
}

private struct NoTool: Tool {
    let name = "none"
}

extension Container {
    public var title: Factory<String> { self { "none" } }
    public var registered: Factory<any Tool> { self { NoTool() } }
    public var overridden: Factory<[any Tool]> { self { [NoTool()] } }
    public var decorated: Factory<(any Tool)?> { self { NoTool() } }
    public var contributed: Collected<any Tool> { collected() }
    public var parameterized: ParameterFactory<Size, String> { self { _ in "none" } }
}

public final class PlugInContainer: SharedContainer {
    public static let shared = PlugInContainer()
    public let manager = ContainerManager()
    public var contained: Factory<String> { self { "none" } }
}
