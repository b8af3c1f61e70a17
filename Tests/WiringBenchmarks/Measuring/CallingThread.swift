import Foundation
import Synchronization

/// Runs async code on the thread that waits for it, so that its time counts as that thread's.
final class CallingThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let added = DispatchSemaphore(value: 0)
    private let isDone = Atomic<Bool>(false)

    private init() {}

    /// Runs `body` to its end.
    static func run(_ body: @escaping @Sendable () async -> Void) {
        let thread = CallingThread()
        Task(executorPreference: thread) {
            await body()
            thread.isDone.store(true, ordering: .releasing)
        }
        while !thread.isDone.load(ordering: .acquiring) {
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
