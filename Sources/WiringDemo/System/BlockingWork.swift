package import Dispatch

/// Work that waits for the system. It must not block a thread of Swift's cooperative pool.
package enum BlockingWork {
    /// Runs `work` once, on a thread that may block, and returns its result.
    ///
    /// If the calling task is cancelled, this throws immediately. `work` continues and its result is dropped.
    ///
    /// - Parameter queue: Runs the work. Work that can block for long has a serial queue of its own, and with it a thread.
    package static func run<T: Sendable>(
        on queue: DispatchQueue = .global(),
        _ work: @escaping @Sendable () throws -> T
    ) async throws -> T {
        let (results, continuation) = AsyncThrowingStream<T, any Error>.makeStream()
        queue.async {
            do {
                continuation.yield(try work())
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        for try await result in results { return result }
        throw CancellationError()
    }
}
