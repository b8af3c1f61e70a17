import Foundation

/// Carries requests to the applications of this process.
public enum LocalNetwork {
    /// A request that waits for its response.
    final class Connection: Sendable {
        let request: Request
        private let response: AsyncStream<Response?>.Continuation

        init(_ request: Request, _ response: AsyncStream<Response?>.Continuation) {
            self.request = request
            self.response = response
        }

        deinit { response.finish() }

        /// - Parameter response: `nil` to close the connection without an answer.
        func close(with response: Response?) {
            self.response.yield(response)
        }
    }

    private static let lock = NSLock()
    // SAFETY: It is used only under the lock.
    nonisolated(unsafe) private static var listeners: [Int: AsyncStream<Connection>.Continuation] = [:]

    static func listen(_ listener: AsyncStream<Connection>.Continuation, on port: Int) {
        lock.withLock { listeners[port] = listener }
    }

    static func close(_ port: Int) {
        let listener = lock.withLock { listeners.removeValue(forKey: port) }
        listener?.finish()
    }

    /// Whether an application listens.
    public static func isOpen(_ port: Int) -> Bool { lock.withLock { listeners[port] != nil } }

    /// Sends a request, and waits for the response.
    ///
    /// - Returns: `nil` if nothing listens, or the connection is closed without an answer.
    public static func send(_ request: Request, to port: Int) async -> Response? {
        let (responses, response) = AsyncStream<Response?>.makeStream()
        guard let listener = lock.withLock({ listeners[port] }) else { return nil }
        listener.yield(Connection(request, response))
        for await response in responses { return response }
        return nil
    }
}
