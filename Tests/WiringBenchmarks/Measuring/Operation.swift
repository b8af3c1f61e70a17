import BenchmarkCounters
import Foundation

/// Something that is done over and over, with its loop inside, so that no call stands between two iterations.
struct Operation: Sendable {
    /// How many services each iteration makes.
    let instances: Int
    /// Does it as often as it is told.
    private let loop: @Sendable (_ iterations: Int) -> Void

    init(instances: Int, _ loop: @escaping @Sendable (_ iterations: Int) -> Void) {
        self.instances = instances
        self.loop = loop
    }

    /// Does it, and checks that as many services were made on this thread as should be.
    func run(iterations: Int) throws(WrongCount) { _ = try run(iterations: iterations) {} }

    /// Does it, and says what time this thread was given meanwhile, in nanoseconds.
    func processorTime(iterations: Int) throws(WrongCount) -> Double {
        let span = try run(iterations: iterations) { processorClock() }
        return Double(span.end - span.begin)
    }

    /// Does it, and reads a clock just before and just after.
    func run<Time>(iterations: Int, reading clock: () -> Time) throws(WrongCount) -> (begin: Time, end: Time) {
        let before = benchmark_counters().instances
        let begin = clock()
        loop(iterations)
        let end = clock()
        let made = Int(benchmark_counters().instances - before)
        guard made == iterations * instances else { throw WrongCount(expected: iterations * instances, made: made) }
        return (begin, end)
    }
}

/// What time this thread has been given, in nanoseconds.
private func processorClock() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// A loop has not made the instances that it is measured for.
struct WrongCount: Error, CustomStringConvertible {
    let expected: Int
    let made: Int

    var description: String { "\(made) instances were made, not \(expected)" }
}
