/// A screen that shows how many screenshots have been taken while it was displayed.
///
/// Its behavior is injected as actions.
@MainActor
public final class ScreenshotScreen {
    /// The screen's behavior.
    public struct Actions: Sendable {
        /// Runs while the screen is displayed.
        public var onDisplay: @Sendable () async -> Void

        /// Creates actions for a screen.
        public init(onDisplay: @escaping @Sendable () async -> Void) { self.onDisplay = onDisplay }
    }

    /// The count that the screen shows.
    public let counter: ScreenshotCounter
    private let actions: Actions

    /// Creates a screen for a counter. See ``Wiring/Container/screenshotScreen``.
    public init(counter: ScreenshotCounter, actions: Actions) {
        self.counter = counter
        self.actions = actions
    }

    /// The text that the screen shows.
    public var text: String { counter.text }

    /// Runs the injected action, and returns when it has ended. Cancelling the task hides the screen. You can show it again.
    public func show() async { await actions.onDisplay() }
}

extension ScreenshotScreen.Actions {
    /// The live actions: on display they subscribe to screenshots, and respond to each until the task is cancelled.
    ///
    /// - Parameters:
    ///   - screenshots: Creates a stream, once for each display.
    ///   - respond: Called for each screenshot, one at a time.
    public static func responding(
        to screenshots: @escaping @Sendable () -> AsyncStream<Void>,
        with respond: @escaping @Sendable () async -> Void
    ) -> Self {
        Self(onDisplay: {
            for await _ in screenshots() { await respond() }
        })
    }

    /// The live response to a screenshot: it counts it.
    public static func counting(with counter: ScreenshotCounter) -> @Sendable () async -> Void {
        { await counter.record() }
    }
}
