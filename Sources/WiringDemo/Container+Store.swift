public import Wiring
public import WiringAsync
import WiringLifecycle

extension Container {
    /// The file of the store; `nil` for a store in memory.
    public var storePath: Factory<String?> { self { nil } }

    /// Keeps a record of each answered request and each screenshot.
    ///
    /// Instances that are built with the store start after it and stop before it.
    public var recordStore: AsyncFactory<any RecordStore, any Error> {
        self { try await self.openStore() }.cached
            .onStart { _ in self.announcer().announce("started store") }
            .onStop {
                await $0.close()
                self.announcer().announce("stopped store")
            }
    }

    private func openStore() async throws -> any RecordStore {
        guard let path = storePath() else { return MemoryStore() }
        return try await FileStore.open(path: path)
    }
}
