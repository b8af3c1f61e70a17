import Dispatch

/// Work that waits for the system. It must not block a thread of Swift's cooperative pool.
package enum BlockingWork {
    /// Runs `work` once, on a thread that may block, and returns its result.
    ///
    /// If the calling task is cancelled, this throws immediately. `work` continues and its result is dropped.
    package static func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        let (results, continuation) = AsyncThrowingStream<T, any Error>.makeStream()
        DispatchQueue.global().async {
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
