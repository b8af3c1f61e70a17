import Dispatch

/// Work that waits for the system, which no thread of Swift's own pool may do.
package enum BlockingWork {
    /// Runs `work` once, on a thread that may wait, and returns what it does.
    ///
    /// When the calling task is cancelled, this throws at once; `work` goes on and its result is dropped.
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
