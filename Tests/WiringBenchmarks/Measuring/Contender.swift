/// A participant in a race: operations that run at once, and the number of iterations in a round.
struct Contender {
    /// The approximate length of a round in nanoseconds, which is shorter than a thread usually runs undisturbed.
    private static let length = 2_000_000.0

    private let operations: [Operation]
    private let quantity: Row.Quantity
    private let iterations: Int

    /// Determines the number of iterations in a round. This is also the warm-up.
    init(_ operations: [Operation], _ quantity: Row.Quantity) throws(InstanceCountMismatch) {
        self.operations = operations
        self.quantity = quantity
        // The rounds of several threads are shorter, because all their processors must be undisturbed at once.
        guard quantity != .latency else {
            iterations = 1
            return
        }
        let length = quantity == .time ? Self.length : Self.length / 4
        var (iterations, taken) = (1, 0.0)
        repeat {
            iterations *= 2
            // Uses the shorter of two runs, because a first use takes longer, in the worst case a thousand times longer.
            let first = try operations[0].processorTime(iterations: iterations)
            taken = min(first, try operations[0].processorTime(iterations: iterations))
        } while taken < length / 2
        self.iterations = max(1, Int(Double(iterations) * length / taken))
    }

    /// Runs a round and returns the time of one iteration. With several threads, the iterations of all threads count.
    func time() throws(InstanceCountMismatch) -> Time {
        switch quantity {
        case .time:
            let time = try operations[0].processorTime(iterations: iterations)
            return Time(nanoseconds: time, isDisturbed: false).divided(by: iterations)
        case .throughput: return try undisturbedTime().divided(by: iterations * operations.count)
        case .latency: return Time(nanoseconds: try Latency(operations).percentile(), isDisturbed: false)
        }
    }

    /// The time of a round in which no other program took a processor, or of any round after some attempts.
    private func undisturbedTime() throws(InstanceCountMismatch) -> Time {
        // Not measured: a processor that was idle starts slowly.
        _ = try ParallelRun(operations).run(iterations: iterations)
        for _ in 1..<15 {
            let time = try ParallelRun(operations).run(iterations: iterations)
            if !time.isDisturbed { return time }
        }
        return try ParallelRun(operations).run(iterations: iterations)
    }
}
