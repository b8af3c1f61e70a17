import BenchmarkCounters
import Foundation

/// An operation that runs repeatedly. It contains its loop, so that there is no call between two iterations.
struct Operation: Sendable {
    /// The number of services that each iteration creates.
    let instances: Int
    /// Runs the operation `iterations` times.
    private let loop: @Sendable (_ iterations: Int) -> Void

    init(instances: Int, _ loop: @escaping @Sendable (_ iterations: Int) -> Void) {
        self.instances = instances
        self.loop = loop
    }

    /// Runs the loop, and checks that it created the expected number of services on this thread.
    func run(iterations: Int) throws(InstanceCountMismatch) { _ = try run(iterations: iterations) {} }

    /// Runs the loop, and returns the processor time of this thread in nanoseconds.
    func processorTime(iterations: Int) throws(InstanceCountMismatch) -> Double {
        let span = try run(iterations: iterations) { processorClock() }
        return Double(span.end - span.begin)
    }

    /// Runs the loop, and reads a clock immediately before and after.
    func run<Time>(iterations: Int, reading clock: () -> Time) throws(InstanceCountMismatch) -> (begin: Time, end: Time)
    {
        let before = benchmark_counters().instances
        let begin = clock()
        loop(iterations)
        let end = clock()
        let made = Int(benchmark_counters().instances - before)
        guard made == iterations * instances else {
            throw InstanceCountMismatch(expected: iterations * instances, made: made)
        }
        return (begin, end)
    }
}

/// The processor time of this thread, in nanoseconds.
private func processorClock() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// A loop has not created the expected number of instances.
struct InstanceCountMismatch: Error, CustomStringConvertible {
    let expected: Int
    let made: Int

    var description: String { "\(made) instances were made, not \(expected)" }
}
