import WiringDemo

/// A source whose screenshots a test takes.
final class SteppedScreenshots: ScreenshotSource {
    private let (screenshots, screenshot) = AsyncThrowingStream<Int, any Error>.makeStream()

    nonisolated init() {}

    func next() async throws -> Int? {
        for try await taken in screenshots { return taken }
        try Task.checkCancellation()
        return nil
    }

    nonisolated func take(_ count: Int) { screenshot.yield(count) }

    nonisolated func fail(_ error: any Error) { screenshot.finish(throwing: error) }
}
