import Foundation

/// A thread that other threads can join.
package final class EndingThread: @unchecked Sendable {
    // SAFETY: `init` writes the handle before anyone else has the object. Afterwards it is only read.
    #if canImport(Darwin)
        private var handle: pthread_t?
    #else
        private var handle = pthread_t()
    #endif

    private final class Job {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread.
    package init(_ body: @escaping @Sendable () -> Void) {
        // SAFETY: The thread releases it, exactly once.
        let job = Unmanaged.passRetained(Job(body)).toOpaque()
        #if canImport(Darwin)
            let error = pthread_create(&handle, nil, { Self.run($0) }, job)
        #else
            let error = pthread_create(&handle, nil, { $0.flatMap { EndingThread.run($0) } }, job)
        #endif
        precondition(error == 0)
    }

    /// Waits until the thread has exited and the system has released it. Call this once.
    package func join() {
        #if canImport(Darwin)
            if let handle { pthread_join(handle, nil) }
        #else
            pthread_join(handle, nil)
        #endif
    }

    private static func run(_ job: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        // SAFETY: `init` retained it.
        Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
        return nil
    }
}
