/// What the rounds of a row have come to, in nanoseconds for an iteration.
struct Measurement {
    /// The quick half of the rounds, each beside the one of the baseline that stood next to it.
    private let rounds: [(subject: Double, baseline: Double)]
    private let quantity: Row.Quantity
    /// Whether other programs disturbed most rounds.
    let isDisturbed: Bool

    /// Takes the quick half of the rounds that were not disturbed, or of all if each was.
    ///
    /// A neighbour who has the other half of a processor slows what runs on this one, by a third and for a part of a second
    /// on some machines, and not all of it alike: what waits for memory is slowed less than what computes. Rounds that took
    /// long, those of the subject and of the baseline together, are left out, which favours neither.
    init(_ rounds: [(subject: Time, baseline: Time)], of quantity: Row.Quantity) {
        let quiet = rounds.filter { !$0.subject.isDisturbed && !$0.baseline.isDisturbed }
        let times = (quiet.isEmpty ? rounds : quiet).map { ($0.subject.nanoseconds, $0.baseline.nanoseconds) }
        self.rounds = Array(times.sorted { $0.0 + $0.1 < $1.0 + $1.1 }.prefix((times.count + 1) / 2))
        self.quantity = quantity
        isDisturbed = quiet.count < rounds.count / 2
    }

    /// The median time of an iteration.
    var subject: Double { median(of: rounds.map(\.subject)) }

    /// The median time of the baseline's.
    var baseline: Double { median(of: rounds.map(\.baseline)) }

    /// The shortest times of both.
    var minima: (subject: Double, baseline: Double) {
        (rounds.map(\.subject).min() ?? 0, rounds.map(\.baseline).min() ?? 0)
    }

    /// The median of the ratios of neighbouring rounds.
    ///
    /// The clock of a processor goes faster and slower. Two rounds of a few milliseconds that follow one upon the other have
    /// the same of it; the shortest two of many have not.
    ///
    /// Two threads are measured by the time that went by, because waiting for each other is a part of it. The best rounds
    /// would not do: in those the threads did not meet.
    var ratio: Double {
        switch quantity {
        case .time: median(of: rounds.map { $0.subject / $0.baseline })
        case .throughput: median(of: rounds.map { $0.baseline / $0.subject })
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

    private func median(of numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
}
