import Foundation
import Synchronization
import Wiring

/// Runs async code on the thread that waits for it, so that its time counts as that thread's.
final class CallingThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let added = DispatchSemaphore(value: 0)
    private let isDone = AtomicWord()

    private init() {}

    /// Runs `body` to its end.
    static func run(_ body: @escaping @Sendable () async -> Void) {
        let thread = CallingThread()
        Task(executorPreference: thread) {
            await body()
            thread.isDone.set(1)
        }
        while thread.isDone.current == 0 {
            thread.added.wait()
            // SAFETY: Each signal stands for one job.
            let job = thread.jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: thread.asUnownedTaskExecutor())
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        added.signal()
    }
}
