import Interface
import Wiring

struct RealTool: Tool {
    let name = "real"
}

// Each is called twice, and tells once.
private func change(_ body: (Container) -> Void) { for _ in 0..<2 { body(.shared) } }

@_cdecl("title") public func title() { change { $0.title.register { "real" } } }
@_cdecl("registered") public func registered() { change { $0.registered.register { RealTool() } } }
@_cdecl("overridden") public func overridden() { change { $0.overridden.override { [RealTool()] } } }
@_cdecl("decorated") public func decorated() { change { $0.decorated.decorate { _ in RealTool() } } }
@_cdecl("contributed") public func contributed() { change { $0.contributed.contribute { RealTool() } } }
@_cdecl("parameterized") public func parameterized() { change { $0.parameterized.register { _ in "real" } } }
@_cdecl("contained") public func contained() { change { _ in PlugInContainer.shared.contained.register { "real" } } }

// Resolves twice, which is told once.
@_cdecl("resolve") public func resolve(_ name: UnsafePointer<CChar>) {
    for _ in 0..<2 { print(resolve(String(cString: name), from: .shared)) }
}
