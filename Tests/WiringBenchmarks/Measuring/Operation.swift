import BenchmarkCounters
import Foundation

/// An operation that runs repeatedly. It contains its loop, so that there is no call between two iterations.
struct Operation: Sendable {
    /// The number of services that each iteration creates.
    let instances: Int
    /// Runs the operation `iterations` times.
    private let loop: @Sendable (_ iterations: Int) -> Void
    /// Measures the processor time.
    private let clock: clockid_t

    init(instances: Int, _ loop: @escaping @Sendable (_ iterations: Int) -> Void) {
        self.instances = instances
        self.loop = loop
        clock = CLOCK_THREAD_CPUTIME_ID
    }

    /// An asynchronous operation that creates no service. It runs on Swift's threads while this one waits, so its time is that of
    /// the process.
    init(asynchronous loop: @escaping @Sendable (_ iterations: Int) async -> Void) {
        instances = 0
        self.loop = { iterations in
            let hasEnded = DispatchSemaphore(value: 0)
            Task.detached {
                await loop(iterations)
                hasEnded.signal()
            }
            hasEnded.wait()
        }
        clock = CLOCK_PROCESS_CPUTIME_ID
    }

    /// Runs the loop, and checks that it created the expected number of services on this thread.
    func run(iterations: Int) throws(InstanceCountMismatch) { _ = try run(iterations: iterations) {} }

    /// Runs the loop, and returns its processor time in nanoseconds.
    func processorTime(iterations: Int) throws(InstanceCountMismatch) -> Double {
        let span = try run(iterations: iterations) { nanoseconds(of: clock) }
        return Double(span.end - span.begin)
    }

    /// Runs the loop, and reads a clock immediately before and after.
    func run<Time>(iterations: Int, reading now: () -> Time) throws(InstanceCountMismatch) -> (begin: Time, end: Time) {
        let before = benchmark_counters().instances
        let begin = now()
        loop(iterations)
        let end = now()
        let made = Int(benchmark_counters().instances - before)
        guard made == iterations * instances else {
            throw InstanceCountMismatch(expected: iterations * instances, made: made)
        }
        return (begin, end)
    }
}

private func nanoseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// A loop has not created the expected number of instances.
struct InstanceCountMismatch: Error, CustomStringConvertible {
    let expected: Int
    let made: Int

    var description: String { "\(made) instances were made, not \(expected)" }
}
