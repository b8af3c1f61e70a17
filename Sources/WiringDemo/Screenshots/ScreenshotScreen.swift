/// A screen that shows how many screenshots have been taken while it was displayed.
///
/// What it does when it is displayed is not its own: it is injected as an action.
@MainActor
public final class ScreenshotScreen {
    /// What the screen does in response to its user and its surroundings.
    public struct Actions: Sendable {
        /// Runs while the screen is displayed.
        public var onDisplay: @Sendable () async -> Void

        /// Makes actions for a screen.
        public init(onDisplay: @escaping @Sendable () async -> Void) { self.onDisplay = onDisplay }
    }

    /// The count that the screen shows.
    public let counter: ScreenshotCounter
    private let actions: Actions

    /// Makes a screen for a counter and with actions. See ``Wiring/Container/screenshotScreen``.
    public init(counter: ScreenshotCounter, actions: Actions) {
        self.counter = counter
        self.actions = actions
    }

    /// What the screen says.
    public var text: String { counter.text }

    /// Shows the screen: runs the injected action, and returns when it does. Cancelling the task takes the screen away;
    /// it can be shown again.
    public func show() async { await actions.onDisplay() }
}

extension ScreenshotScreen.Actions {
    /// The production's action on display: subscribes to screenshots, and then responds to each until the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - screenshots: Makes a stream, once for each display.
    ///   - respond: Called for one screenshot after the other.
    public static func responding(
        to screenshots: @escaping @Sendable () -> AsyncStream<Void>,
        with respond: @escaping @Sendable () async -> Void
    ) -> Self {
        Self(onDisplay: {
            for await _ in screenshots() { await respond() }
        })
    }

    /// The production's response to a screenshot: counts it.
    public static func counting(with counter: ScreenshotCounter) -> @Sendable () async -> Void {
        { await counter.record() }
    }
}
