import Foundation
import Wiring
import WiringDemo

/// A notification center that counts its observers, and reports when one is removed.
final class CountingNotificationCenter: NotificationObserving {
    let center = NotificationCenter()
    private let observers = Protected(0)
    private let (removals, removal) = AsyncStream<Void>.makeStream()

    var observerCount: Int { observers.withLock { $0 } }

    /// Waits for one removal. Removals are buffered, and each call consumes one.
    func waitForRemoval() async { for await _ in removals { return } }

    func postScreenshot() { center.post(name: .screenshotTaken, object: nil) }

    func addObserver(
        forName name: NSNotification.Name?,
        object: Any?,
        queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        observers.withLock { $0 += 1 }
        return center.addObserver(forName: name, object: object, queue: queue, using: block)
    }

    func removeObserver(_ observer: Any) {
        center.removeObserver(observer)
        observers.withLock { $0 -= 1 }
        removal.yield()
    }
}

extension Container {
    /// A container with its own notification center.
    static func withCenter() -> (Container, CountingNotificationCenter) {
        let container = Container()
        let center = CountingNotificationCenter()
        container.notificationCenter.register { center.center }
        container.notificationObserving.register { center }
        return (container, center)
    }
}
