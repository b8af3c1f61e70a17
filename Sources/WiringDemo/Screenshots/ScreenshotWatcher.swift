/// Counts, announces and stores the screenshots of a source.
@MainActor
public final class ScreenshotWatcher {
    /// Counts the screenshots.
    public let counter = ScreenshotCounter()
    private let store: any RecordStore
    private let announcer: any Announcing
    private var watching: Task<Void, any Error>?

    /// Creates a watcher that has no source yet.
    public init(store: any RecordStore, announcer: any Announcing) {
        self.store = store
        self.announcer = announcer
    }

    /// Begins to watch a source, which watches already.
    func start(_ source: any ScreenshotSource) { watching = Task { try await count(source) } }

    /// Waits until the watcher has stopped, or until the source ends or fails.
    func watch() async throws { try await watching?.value }

    /// Stops watching.
    func stop() { watching?.cancel() }

    private func count(_ source: any ScreenshotSource) async throws {
        while let taken = try await source.next() {
            for _ in 0..<taken {
                counter.record()
                announcer.announce(counter.text)
                try await store.append(counter.text)
            }
        }
    }
}
