import Wiring
import WiringDemo

extension Container {
    /// Gives each subscriber its own stream of screenshots, and yields the continuations in the order of the subscriptions.
    func subscribersToScreenshots() -> AsyncStream<AsyncStream<Void>.Continuation> {
        let (subscribers, subscriber) = AsyncStream<AsyncStream<Void>.Continuation>.makeStream()
        screenshots.register {
            let (screenshots, screenshot) = AsyncStream<Void>.makeStream()
            subscriber.yield(screenshot)
            return screenshots
        }
        return subscribers
    }
}
