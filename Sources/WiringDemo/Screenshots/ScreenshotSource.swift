/// A source of screenshots.
@MainActor
public protocol ScreenshotSource: AnyObject {
    /// Waits for screenshots.
    ///
    /// - Returns: The number of new screenshots, or `nil` if there can be no more.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func next() async throws -> Int?
}
