public import Foundation

/// What of a notification center an observer needs.
public protocol NotificationObserving: Sendable {
    /// Calls `block` for each notification that is posted from now on, on the thread that posts unless a queue is given.
    ///
    /// - Returns: What to remove.
    func addObserver(
        forName name: NSNotification.Name?,
        object: Any?,
        queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol

    /// Calls the block of an observer no more.
    func removeObserver(_ observer: Any)
}

extension NotificationCenter: NotificationObserving {}
