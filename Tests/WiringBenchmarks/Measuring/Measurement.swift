/// What the rounds of a row have come to, in nanoseconds for an iteration.
struct Measurement {
    /// Each round, beside the one of the baseline that stood next to it.
    private let rounds: [(subject: Double, baseline: Double)]
    private let quantity: Row.Quantity
    /// Whether other programs disturbed most rounds.
    let isDisturbed: Bool

    /// Takes the rounds that were not disturbed, or all if each was.
    init(_ rounds: [(subject: Time, baseline: Time)], of quantity: Row.Quantity) {
        let quiet = rounds.filter { !$0.subject.isDisturbed && !$0.baseline.isDisturbed }
        self.rounds = (quiet.isEmpty ? rounds : quiet).map { ($0.subject.nanoseconds, $0.baseline.nanoseconds) }
        self.quantity = quantity
        isDisturbed = quiet.count * 2 < rounds.count
    }

    /// The median time of an iteration.
    var subject: Double { quantile(0.5, of: rounds.map(\.subject)) }

    /// The median time of the baseline's.
    var baseline: Double { quantile(0.5, of: rounds.map(\.baseline)) }

    /// The shortest times of both.
    var minima: (subject: Double, baseline: Double) {
        (quantile(0, of: rounds.map(\.subject)), quantile(0, of: rounds.map(\.baseline)))
    }

    /// The median of the ratios of neighbouring rounds; the upper quartile of those of a throughput.
    ///
    /// The clock of a processor goes faster and slower, by a third and for seconds on some machines. Two rounds of a few
    /// milliseconds that follow one upon the other have the same of it; the shortest two of many have not. What disturbs
    /// single rounds is far from the middle of all, and other programs disturb them little: one thread is measured by the
    /// time that it was given.
    ///
    /// Two threads are measured by the time that went by, because waiting for each other is a part of it. Another program
    /// that takes a processor takes from their throughput, and a quarter of the rounds are spared that. The best rounds would
    /// not do: in those the threads did not meet.
    var ratio: Double {
        switch quantity {
        case .time, .latency: quantile(0.5, of: rounds.map { $0.subject / $0.baseline })
        case .throughput: quantile(0.75, of: rounds.map { $0.baseline / $0.subject })
        }
    }

    /// Whether a goal is met; `nil` if that needs another row's measurement.
    func meets(_ goal: Goal) -> Bool? {
        switch goal {
        case .atMost(let limit): ratio <= limit
        case .atLeast(let limit): ratio >= limit
        case .within(let nanoseconds): subject <= nanoseconds
        case .asMuchAs: nil
        }
    }

    /// The number that such a part of all does not exceed.
    private func quantile(_ part: Double, of numbers: [Double]) -> Double {
        numbers.sorted()[Int(part * Double(numbers.count - 1))]
    }
}
