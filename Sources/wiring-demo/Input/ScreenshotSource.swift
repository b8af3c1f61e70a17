/// Notices screenshots.
@MainActor
protocol ScreenshotSource: AnyObject {
    /// Waits for screenshots, and returns how many came, at least one; `nil` when no more can come.
    ///
    /// Throws at once when the task is cancelled.
    func next() async throws -> Int?
}
