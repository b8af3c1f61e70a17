import Foundation
import Synchronization

extension AsyncStream<Void> {
    /// Yields once for each ``Foundation/NSNotification/Name/screenshotTaken`` that a center posts from now on.
    ///
    /// The observer is in place when this returns. The stream buffers screenshots until the first iteration. The observer is
    /// removed when the iterating task is cancelled, or when the stream and its iterator are released.
    static func screenshots(of center: some NotificationObserving) -> AsyncStream<Void> {
        let (stream, continuation) = makeStream()
        let observer = Mutex<(any NSObjectProtocol)?>(
            center.addObserver(forName: .screenshotTaken, object: nil, queue: nil) { _ in continuation.yield() }
        )
        continuation.onTermination = { _ in
            let ended = observer.withLock { $0.take() }
            if let ended { center.removeObserver(ended) }
        }
        return stream
    }
}
