import BenchmarkCounters

/// Something that is done over and over, with its loop inside, so that no call stands between two iterations.
struct Operation: Sendable {
    /// How many services each iteration makes.
    let instances: Int
    /// Does it as often as it is told.
    let run: @Sendable (_ iterations: Int) -> Void

    init(instances: Int, run: @escaping @Sendable (_ iterations: Int) -> Void) {
        self.instances = instances
        self.run = run
    }

    /// Does it, and checks that as many services were made on this thread as should be.
    func run(iterations: Int, checking row: String) throws(WrongCount) -> ClosedRange<ContinuousClock.Instant> {
        let before = benchmark_counters().instances
        let begin = ContinuousClock.now
        run(iterations)
        let end = ContinuousClock.now
        let made = Int(benchmark_counters().instances - before)
        guard made == iterations * instances else {
            throw WrongCount(row: row, expected: iterations * instances, made: made)
        }
        return begin...end
    }
}

/// A loop has not made the instances that it is measured for.
struct WrongCount: Error, CustomStringConvertible {
    let row: String
    let expected: Int
    let made: Int

    var description: String { "\(row): \(made) instances were made, not \(expected)" }
}

/// Lets an object escape, so that it is made in memory of its own, in each iteration.
@inline(__always)
func consume(_ object: AnyObject) {
    // Holds because the address is not followed.
    benchmark_consume(Unmanaged.passUnretained(object).toOpaque())
}
