public import Foundation
public import Wiring
public import WiringAsync
import WiringLifecycle

extension Container {
    /// The center that screenshots are posted to.
    public var notificationCenter: Factory<NotificationCenter> { self { .default } }

    /// The same center, for observers.
    public var notificationObserving: Factory<any NotificationObserving> { self { self.notificationCenter() } }

    /// Yields once for each screenshot that is posted after the resolution.
    ///
    /// The observer is in place when the factory returns. Each resolution subscribes separately, so two consumers both see
    /// every screenshot. Ending or cancelling the iteration removes the observer.
    public var screenshots: Factory<AsyncStream<Void>> {
        self { .screenshots(of: self.notificationObserving()) }.unique
    }

    /// Counts the screenshots that are taken after the resolution.
    @MainActor
    public var screenshotCounter: Factory<ScreenshotCounter> {
        wire(ScreenshotCounter.init(monitoring:)) { $0.screenshots }
    }

    /// The actions of a counter's screen. The live screen counts every screenshot that is taken while it is displayed.
    public var screenshotActions: ParameterFactory<ScreenshotCounter, ScreenshotScreen.Actions> {
        self { counter in
            .responding(to: { self.screenshots() }, with: ScreenshotScreen.Actions.counting(with: counter))
        }
    }

    /// A screen with its own counter.
    @MainActor
    public var screenshotScreen: Factory<ScreenshotScreen> {
        self {
            let counter = ScreenshotCounter()
            return ScreenshotScreen(counter: counter, actions: self.screenshotActions(counter))
        }
    }

    /// The directory that the service watches.
    public var watchedDirectory: Factory<String> { self { "." } }

    /// Watches the directory. The watch is in place when this has been resolved.
    public var screenshotSource: AsyncFactory<any ScreenshotSource, any Error> {
        self { try await ImageDirectory(path: self.watchedDirectory()) }
    }

    /// Counts the screenshots of the service.
    public var screenshotWatcher: AsyncFactory<ScreenshotWatcher, any Error> {
        self { @MainActor in
            ScreenshotWatcher(store: try await self.recordStore(), announcer: self.announcer())
        }.cached
            .onStart {
                await $0.start(try await self.screenshotSource())
                self.announcer().announce("started watcher")
            }
            .onRun { try await $0.watch() }
            .onStop {
                await $0.stop()
                self.announcer().announce("stopped watcher")
            }
    }
}
