/// What takes turns in a race: operations that run at once, and how many iterations make a round.
struct Contender {
    /// About how long a round takes, in nanoseconds: shorter than the time for which a thread usually runs undisturbed.
    private static let length = 2_000_000.0

    private let operations: [Operation]
    private let quantity: Row.Quantity
    private let iterations: Int

    /// Finds out how many iterations a round needs. That is the warm-up, too.
    init(_ operations: [Operation], _ quantity: Row.Quantity) throws(WrongCount) {
        self.operations = operations
        self.quantity = quantity
        // A crew's rounds are shorter, because it takes two processors at once to leave one undisturbed.
        guard quantity != .latency else {
            iterations = 1
            return
        }
        let length = quantity == .time ? Self.length : Self.length / 4
        var (iterations, taken) = (1, 0.0)
        repeat {
            iterations *= 2
            // The shorter of two, because the first use of anything takes longer, and a thousand times longer at the worst.
            let first = try operations[0].processorTime(iterations: iterations)
            taken = min(first, try operations[0].processorTime(iterations: iterations))
        } while taken < length / 2
        self.iterations = max(1, Int(Double(iterations) * length / taken))
    }

    /// Runs a round, and returns the time of one iteration. Of several threads each has its share in it.
    func time() throws(WrongCount) -> Time {
        switch quantity {
        case .time:
            let time = try operations[0].processorTime(iterations: iterations)
            return Time(nanoseconds: time, isDisturbed: false).divided(by: iterations)
        case .throughput: return try undisturbedTime().divided(by: iterations * operations.count)
        case .latency: return Time(nanoseconds: try Latency(operations).percentile(), isDisturbed: false)
        }
    }

    /// The time of a round in which no other program took a processor; after some attempts that of any.
    private func undisturbedTime() throws(WrongCount) -> Time {
        // Not measured: a processor that has slept begins slowly.
        _ = try Crew(operations).run(iterations: iterations)
        for _ in 1..<15 {
            let time = try Crew(operations).run(iterations: iterations)
            if !time.isDisturbed { return time }
        }
        return try Crew(operations).run(iterations: iterations)
    }
}
