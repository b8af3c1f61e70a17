import Testing
import WiringAsync
import WiringDemo
import WiringLifecycle
import WiringModules
import WiringTesting

@Suite(.limitedWait, .container { $0.setupMocks() })
struct ScreenshotWatcherTests {
    private let container = Container.shared
    private let source = SteppedScreenshots()
    private let lines = CollectedLines()

    init() {
        container.screenshotSource.register { [source] in source }
        container.announcer.register { [lines] in lines }
    }

    @Test func screenshotsAreCountedAnnouncedAndStored() async throws {
        let store = MemoryStore()
        container.recordStore.register { store }
        try await container.run(\.screenshotWatcher) { [container, source] in
            source.take(2)
            source.take(1)
            try await container.screenshotWatcher().counter.waitForCount(3)
        }
        let texts = ["1 screenshot has been taken", "2 screenshots have been taken", "3 screenshots have been taken"]
        #expect(lines.lines.filter { $0.contains("taken") } == texts)
        #expect(await store.records == texts)
    }

    @Test func errorOfTheSourceEndsTheRun() async {
        struct SourceError: Error {}
        await #expect(throws: SourceError.self) {
            try await container.run(\.screenshotWatcher) { [source] in
                source.fail(SourceError())
                await Task.untilCancelled()
            }
        }
        #expect(lines.lines == ["started store", "started watcher", "stopped watcher", "stopped store"])
    }
}
