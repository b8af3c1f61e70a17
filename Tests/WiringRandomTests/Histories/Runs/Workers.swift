import Foundation
import WiringTestSupport

extension [Worker] {
    /// Runs all workers at once, and waits until they are done.
    ///
    /// Afterwards, no thread or task holds a worker or anything that it uses.
    ///
    /// - Parameter seconds: The time limit.
    /// - Returns: Whether all are done.
    func work(onTasks: Bool, within seconds: Double) async -> Bool {
        let ended = DispatchSemaphore(value: 0)
        for worker in self {
            let job = Locked<Worker?>(worker)
            if onTasks {
                Task.detached {
                    await Self.run(job)
                    ended.signal()
                }
            } else {
                Thread {
                    Self.run(job)
                    ended.signal()
                }.start()
            }
        }
        return await Watchdog.hasSeen(count, ended, within: seconds) {
            // The blocked threads are those that all tasks need, so no other thread can report this.
            if onTasks { fatalError((["tasks hang"] + self.map(\.state)).joined(separator: "\n")) }
        }
    }

    /// Returns after the worker has been released.
    private static func run(_ job: Locked<Worker?>) {
        job.withLock { $0.take() }?.work()
    }

    private static func run(_ job: Locked<Worker?>) async {
        await job.withLock { $0.take() }?.work()
    }
}
