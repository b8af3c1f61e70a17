import Wiring

@MainActor public final class ScreenModel {
    public init() {}
}

extension Container {
    /// Its closure is isolated, and the property is not.
    public var screenModel: Factory<ScreenModel> { self { @MainActor in ScreenModel() } }
}
