/// What the rounds of a row have come to.
///
/// The ratio is that of the two minima. What disturbs a round on a machine that does other things as well only ever adds to
/// its time; the shortest of many short rounds, which alternate with those of the baseline, are those that nothing disturbed.
struct Measurement {
    /// The shortest and the median time of an iteration, in nanoseconds.
    struct Times {
        let minimum: Double
        let median: Double

        init(_ rounds: [Double]) {
            let sorted = rounds.sorted()
            minimum = sorted[0]
            median = sorted[sorted.count / 2]
        }
    }

    let subject: Times
    let baseline: Times

    var ratio: Double { subject.minimum / baseline.minimum }
}

/// Measures rows.
struct Stopwatch {
    /// How many rounds a row has; each takes its turn with one of the baseline.
    let rounds: Int
    /// About how long one takes, in nanoseconds: shorter than the time for which a thread usually runs undisturbed.
    private let length = 3_000_000.0

    func measure(_ row: Row) throws(WrongCount) -> Measurement {
        let comparison = row.prepare()
        // What this measures on the way is the warm-up.
        let subjectIterations = try iterations(of: comparison.subject, row)
        let baselineIterations = try iterations(of: comparison.baseline, row)
        var (subject, baseline): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            subject.append(try time(comparison.subject, iterations: subjectIterations, row))
            baseline.append(try time(comparison.baseline, iterations: baselineIterations, row))
        }
        return Measurement(subject: .init(subject), baseline: .init(baseline))
    }

    /// How many iterations make a round.
    private func iterations(of operation: Operation, _ row: Row) throws(WrongCount) -> Int {
        var iterations = 1
        while true {
            let taken = try time(operation, iterations: iterations, row) * Double(iterations)
            if taken >= length / 2 { return max(1, Int(Double(iterations) * length / taken)) }
            iterations *= 2
        }
    }

    /// The time of one iteration, in nanoseconds.
    private func time(_ operation: Operation, iterations: Int, _ row: Row) throws(WrongCount) -> Double {
        let span = try operation.run(iterations: iterations, checking: row.name)
        return (span.upperBound - span.lowerBound) / .nanoseconds(1) / Double(iterations)
    }
}
