import Foundation

/// A thread that may end within what it runs, and that others can see the end of.
final class EndingThread: @unchecked Sendable {
    // Holds because the handle is only read after it was written, before anyone else has the object.
    #if canImport(Darwin)
        private var handle: pthread_t?
    #else
        private var handle = pthread_t()
    #endif

    private final class Job {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts it.
    init(_ body: @escaping @Sendable () -> Void) {
        // Holds because the thread takes it over, once.
        let job = Unmanaged.passRetained(Job(body)).toOpaque()
        #if canImport(Darwin)
            let error = pthread_create(&handle, nil, { Self.run($0) }, job)
        #else
            let error = pthread_create(&handle, nil, { $0.flatMap { EndingThread.run($0) } }, job)
        #endif
        precondition(error == 0)
    }

    /// Waits until the thread is gone, with all that the system keeps of it. To be called once.
    func join() {
        #if canImport(Darwin)
            if let handle { pthread_join(handle, nil) }
        #else
            pthread_join(handle, nil)
        #endif
    }

    /// Ends the calling thread, whatever it is doing.
    static func endCurrent() -> Never { pthread_exit(nil) }

    private static func run(_ job: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        // Holds because `init` retained it.
        Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
        return nil
    }
}
