import Wiring
import WiringModules

// What else a module declares that is isolated to the main actor by default.

extension HarborContainer {
    var flag: Factory<String> { self { "none" }.keptForAMinute() }
    var pilot: Factory<PilotClient> { self { .live }.onTest { .testValue } }
    @MainActor var chart: Factory<Chart> { self { Chart() }.cached }
}

nonisolated struct PilotClient: Sendable { var call: @Sendable () async throws -> String }

nonisolated extension PilotClient {
    static let live = Self(call: { "on board" })
    static var testValue: Self { Self(call: unimplemented("call")) }
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
