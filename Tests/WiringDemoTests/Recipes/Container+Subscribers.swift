import Wiring
import WiringDemo

extension Container {
    /// Gives each subscriber to screenshots a stream of its own. The continuations come in the order of the subscriptions.
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
