/// A source without screenshots.
public final class MockScreenshots: ScreenshotSource {
    /// Creates the source.
    public nonisolated init() {}

    public func next() async throws -> Int? {
        await Task.untilCancelled()
        throw CancellationError()
    }
}
