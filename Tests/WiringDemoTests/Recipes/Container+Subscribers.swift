import Wiring
import WiringDemo

extension Container {
    typealias Subscriber = AsyncStream<Void>.Continuation

    /// Gives each subscriber its own stream of screenshots.
    ///
    /// The subscribers are in the order of their subscriptions.
    func subscribersToScreenshots() -> AsyncStream<Subscriber> {
        let (subscribers, subscriber) = AsyncStream<Subscriber>.makeStream()
        screenshots.register {
            let (screenshots, screenshot) = AsyncStream<Void>.makeStream()
            subscriber.yield(screenshot)
            return screenshots
        }
        return subscribers
    }
}
