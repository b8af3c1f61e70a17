public import Foundation

/// The part of a notification center that an observer needs.
public protocol NotificationObserving: Sendable {
    /// Calls `block` for each notification that is posted from now on, on `queue` or else on the posting thread.
    ///
    /// - Returns: The observer, for ``removeObserver(_:)``.
    func addObserver(
        forName name: NSNotification.Name?,
        object: Any?,
        queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol

    /// Stops calling an observer's block.
    func removeObserver(_ observer: Any)
}

extension NotificationCenter: NotificationObserving {}
