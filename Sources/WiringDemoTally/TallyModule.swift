public import Wiring
package import WiringAsync
package import WiringDemo
import WiringLifecycle
public import WiringModules

/// Adds a plug-in that counts the requests by kind.
public enum TallyModule: ContainerModule {
    public static func register(in container: Container) {
        container.requestPlugins.contribute(order: 10) { \.tally }
    }
}

extension Container {
    package var tally: AsyncFactory<any RequestPlugin, any Error> {
        self { Tally(store: try await self.recordStore(), announcer: self.announcer()) }.cached
            .onStart { _ in self.announcer().announce("started tally") }
            .onStop(within: .seconds(10)) {
                await $0.finish()
                self.announcer().announce("stopped tally")
            }
    }
}
