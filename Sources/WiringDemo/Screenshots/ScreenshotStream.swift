import Foundation

extension AsyncStream<Void> {
    /// Yields once for each ``Foundation/NSNotification/Name/screenshotTaken`` that a center posts from now on.
    ///
    /// The observer is in place when this returns. The stream buffers screenshots until the first iteration. The observer is
    /// removed when the iterating task is cancelled, or when the stream and its iterator are released.
    static func screenshots(of center: some NotificationObserving) -> AsyncStream<Void> {
        let (stream, continuation) = makeStream()
        let observer = Observer(
            center.addObserver(forName: .screenshotTaken, object: nil, queue: nil) { _ in continuation.yield() }
        )
        continuation.onTermination = { _ in
            if let ended = observer.take() { center.removeObserver(ended) }
        }
        return stream
    }
}

/// What a center returned for an observer, until it is taken.
private final class Observer: @unchecked Sendable {
    // SAFETY: The token is reached only under the lock, and only the center uses it.
    private var token: (any NSObjectProtocol)?
    private let lock = NSLock()

    init(_ token: any NSObjectProtocol) { self.token = token }

    func take() -> (any NSObjectProtocol)? { lock.withLock { token.take() } }
}
