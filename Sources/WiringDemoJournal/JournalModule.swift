public import Wiring
package import WiringAsync
package import WiringDemo
import WiringLifecycle
public import WiringModules

/// Adds a plug-in that records the requests in the store.
public enum JournalModule: ContainerModule {
    public static func register(in container: Container) {
        container.requestPlugins.contribute(order: 20) { \.journal }
    }
}

extension Container {
    package var journal: AsyncFactory<any RequestPlugin, any Error> {
        self { Journal(store: try await self.recordStore()) }.cached
            .onStart { _ in self.announcer().announce("started journal") }
            .onStop { _ in self.announcer().announce("stopped journal") }
    }
}
