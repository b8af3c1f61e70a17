import Foundation

extension [Worker] {
    /// Lets all work at once, and waits until they are through.
    ///
    /// Neither they nor what they use is held by a thread or task any more then.
    ///
    /// - Parameter seconds: The time that they may take.
    /// - Returns: Whether they are through.
    func work(onTasks: Bool, within seconds: Double) async -> Bool {
        let ended = DispatchSemaphore(value: 0)
        for worker in self {
            let job = Locked<Worker?>(worker)
            if onTasks {
                Task.detached {
                    await Self.workOff(job)
                    ended.signal()
                }
            } else {
                Thread {
                    Self.workOff(job)
                    ended.signal()
                }.start()
            }
        }
        return await Watchdog.hasSeen(count, ended, within: seconds) {
            // Those that wait are the threads that all tasks need: nobody else is left to say so.
            if onTasks { fatalError((["tasks hang"] + self.map(\.state)).joined(separator: "\n")) }
        }
    }

    /// Returns when the worker has been let go.
    private static func workOff(_ job: Locked<Worker?>) {
        job.withLock { $0.take() }?.work()
    }

    private static func workOff(_ job: Locked<Worker?>) async {
        await job.withLock { $0.take() }?.work()
    }
}
