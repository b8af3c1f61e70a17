import Wiring
import WiringAsync

@MainActor public final class ScreenModel {
    public init() {}
}

extension Container {
    // The closures are isolated, and the properties are not.

    public var screenModel: Factory<ScreenModel> { self { @MainActor in ScreenModel() } }
    public var titledModel: ParameterFactory<String, ScreenModel> { self { @MainActor _ in ScreenModel() } }
    public var throwingModel: ThrowingFactory<ScreenModel, any Error> { self { @MainActor () throws in ScreenModel() } }
    public var draftModel: ThrowingParameterFactory<String, ScreenModel, any Error> {
        self { @MainActor (_: String) throws in ScreenModel() }
    }
    public var asyncModel: AsyncFactory<ScreenModel, Never> { self { @MainActor () async in ScreenModel() } }
    public var asyncTitledModel: AsyncParameterFactory<String, ScreenModel, Never> {
        self { @MainActor (_: String) async in ScreenModel() }
    }
}
