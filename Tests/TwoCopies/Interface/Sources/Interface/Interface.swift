public import Wiring
public import WiringModules

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
    public var registered: Factory<any Tool> { self { NoTool() }.cached }
    public var overridden: Factory<[any Tool]> { self { [NoTool()] }.singleton }
    public var decorated: Factory<(any Tool)?> { self { NoTool() } }
    public var contributed: Collected<any Tool> { collected() }
    public var parameterized: ParameterFactory<Size, String> { self { _ in "none" }.cached }
}

/// What a declaration makes, by its name.
@inline(never)
public func resolve(_ name: String, from container: Container) -> String {
    switch name {
    case "title": container.title()
    case "registered": container.registered().name
    case "overridden": container.overridden()[0].name
    case "decorated": container.decorated()?.name ?? "none"
    case "contributed": container.contributed().first?.name ?? "none"
    case "parameterized": container.parameterized(Size())
    case "contained": PlugInContainer.shared.contained()
    default: fatalError()
    }
}

public final class PlugInContainer: SharedContainer {
    public static let shared = PlugInContainer()
    public let manager = ContainerManager()
    public var contained: Factory<String> { self { "none" } }
}
