public import Foundation
public import Wiring

extension Container {
    /// Where screenshots are posted.
    public var notificationCenter: Factory<NotificationCenter> { self { .default } }

    /// The same center, for who only observes it.
    public var notificationObserving: Factory<any NotificationObserving> { self { self.notificationCenter() } }

    /// Yields once for each screenshot that is posted from the resolution on.
    ///
    /// The observer is in place when the factory returns. Each resolution is a subscriber of its own: two consumers
    /// both see every screenshot. Ending or cancelling the iteration removes the observer.
    public var screenshots: Factory<AsyncStream<Void>> {
        self { .screenshots(of: self.notificationObserving()) }.unique
    }

    /// Counts screenshots from the resolution on.
    @MainActor
    public var screenshotCounter: Factory<ScreenshotCounter> {
        self { ScreenshotCounter(monitoring: self.screenshots()) }
    }

    /// What the screen of a counter does. In production it counts, while it is displayed, each screenshot.
    public var screenshotActions: ParameterFactory<ScreenshotCounter, ScreenshotScreen.Actions> {
        self { counter in
            .responding(to: { self.screenshots() }, with: ScreenshotScreen.Actions.counting(with: counter))
        }
    }

    /// A screen with a counter of its own.
    @MainActor
    public var screenshotScreen: Factory<ScreenshotScreen> {
        self {
            let counter = ScreenshotCounter()
            return ScreenshotScreen(counter: counter, actions: self.screenshotActions(counter))
        }
    }
}
