import Wiring
import WiringModules

// What else a module declares that is isolated to the main actor by default.

extension HarborContainer {
    var flag: Factory<String> { self { "none" }.keptForAMinute() }
    @MainActor var chart: Factory<Chart> { self { Chart() }.cached }
}

final class Chart {
    @LazyInjected(\HarborContainer.mooring) private var mooring
    @DynamicInjected(\HarborContainer.flag) private var flag
    @Injected(\.tideModel) var model

    var text: String { "\(mooring), \(flag)" }
}

enum HarborModule: ContainerModule {
    static func register(in container: HarborContainer) {
        container.flag.register { "blue" }
    }
}

extension HarborContainer: AutoRegistering {
    func autoRegister() { install(HarborModule.self) }
}

nonisolated extension FactoryModifying {
    func keptForAMinute() -> Self { cached.timeToLive(.seconds(60)) }
}

extension Overrides {
    nonisolated static let storm = Overrides(HarborContainer.self) { $0.flag.override { "red" } }
}
