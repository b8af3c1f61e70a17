/// The results of a row's rounds, in nanoseconds per iteration.
struct Measurement {
    /// Each round with the baseline's round next to it.
    private let rounds: [(subject: Double, baseline: Double)]
    private let quantity: Row.Quantity
    /// Whether other programs disturbed most rounds.
    let isDisturbed: Bool

    /// Uses the rounds that were not disturbed, or all if every round was.
    init(_ rounds: [(subject: Time, baseline: Time)], of quantity: Row.Quantity) {
        let quiet = rounds.filter { !$0.subject.isDisturbed && !$0.baseline.isDisturbed }
        self.rounds = (quiet.isEmpty ? rounds : quiet).map { ($0.subject.nanoseconds, $0.baseline.nanoseconds) }
        self.quantity = quantity
        isDisturbed = quiet.count * 2 < rounds.count
    }

    /// The median time of an iteration.
    var subject: Double { quantile(0.5, of: rounds.map(\.subject)) }

    /// The median time of the baseline's iterations.
    var baseline: Double { quantile(0.5, of: rounds.map(\.baseline)) }

    /// The shortest times of both.
    var minima: (subject: Double, baseline: Double) {
        (quantile(0, of: rounds.map(\.subject)), quantile(0, of: rounds.map(\.baseline)))
    }

    /// The median of the ratios of neighbouring rounds, or their upper quartile for a throughput.
    ///
    /// A processor's clock speed varies, on some machines by a third and for seconds. Two consecutive rounds of a few
    /// milliseconds run at the same speed; the two shortest of many rounds do not. A disturbance of single rounds does not
    /// affect the median. Other programs disturb them little, because the time of one thread is its processor time.
    ///
    /// The time of two threads is wall time, because waiting for each other is part of it. Another program that takes a
    /// processor reduces their throughput, and at least a quarter of the rounds are spared that. The best rounds would not be
    /// representative, because the threads did not contend in them.
    var ratio: Double {
        switch quantity {
        case .time, .latency: quantile(0.5, of: rounds.map { $0.subject / $0.baseline })
        case .throughput: quantile(0.75, of: rounds.map { $0.baseline / $0.subject })
        }
    }

    /// Whether a goal is met.
    func meets(_ goal: Goal) -> Bool {
        switch goal {
        case .atMost(let limit): ratio <= limit
        case .atLeast(let limit): ratio >= limit
        case .within(let nanoseconds): subject <= nanoseconds
        }
    }

    /// A quantile of some numbers.
    private func quantile(_ part: Double, of numbers: [Double]) -> Double {
        numbers.sorted()[Int(part * Double(numbers.count - 1))]
    }
}
