/// Measures rows.
struct Stopwatch {
    /// How many rounds a row has; each takes its turn with one of the baseline.
    let rounds: Int
    /// About how long one takes, in nanoseconds: shorter than the time for which a thread usually runs undisturbed.
    private let length = 2_000_000.0

    func outcome(of row: Row) throws(WrongRow) -> Outcome {
        let comparison = row.prepare()
        let measurement = try measure(comparison.subject, against: comparison.baseline, row)
        var goal = isDebugBuild ? row.debugGoal : row.goal
        if case .asMuchAs(let other) = goal {
            let comparison = other.prepare()
            goal = .atLeast(0.9 * (try measure(comparison.subject, against: comparison.baseline, other).ratio))
        }
        var floor: Double?
        if let operation = comparison.floor {
            floor = try measure([operation], against: comparison.baseline, row).ratio
        }
        return Outcome(row: row, measurement: measurement, goal: goal, floor: floor)
    }

    private func measure(
        _ operations: [Operation],
        against baseline: [Operation],
        _ row: Row
    ) throws(WrongRow) -> Measurement {
        do throws(WrongCount) {
            // What this measures on the way is the warm-up.
            let subject = try calibrated(operations, row.quantity)
            let baseline = try calibrated(baseline, row.quantity)
            var measured: [(Time, Time)] = []
            for round in 0..<rounds {
                // Either goes first in every other round.
                let first = round % 2 == 0 ? try subject() : try baseline()
                let second = round % 2 == 0 ? try baseline() : try subject()
                measured.append(round % 2 == 0 ? (first, second) : (second, first))
            }
            return Measurement(measured, of: row.quantity)
        } catch {
            throw WrongRow(name: row.name, error: error)
        }
    }

    /// Measures one round, with as many iterations as it takes to be long enough.
    private func calibrated(
        _ operations: [Operation],
        _ quantity: Row.Quantity
    ) throws(WrongCount) -> () throws(WrongCount) -> Time {
        // A crew's rounds are shorter, because it takes two processors at once to leave one undisturbed.
        let length = quantity == .time ? length : length / 4
        var iterations = 1
        while true {
            let taken = try operations[0].processorTime(iterations: iterations)
            if taken >= length / 2 {
                let enough = max(1, Int(Double(iterations) * length / taken))
                return { () throws(WrongCount) in try time(operations, quantity, iterations: enough) }
            }
            iterations *= 2
        }
    }

    /// The time of one iteration. Of several threads each has its share in it.
    private func time(
        _ operations: [Operation],
        _ quantity: Row.Quantity,
        iterations: Int
    ) throws(WrongCount) -> Time {
        let time =
            switch quantity {
            case .time:
                Time(nanoseconds: try operations[0].processorTime(iterations: iterations), isDisturbed: false)
            case .throughput: try undisturbedTime(operations, iterations: iterations)
            }
        return time.divided(by: iterations * operations.count)
    }

    /// The time of a round in which no other program took a processor; after some attempts that of any.
    private func undisturbedTime(_ operations: [Operation], iterations: Int) throws(WrongCount) -> Time {
        for _ in 1..<15 {
            let time = try Crew(operations).run(iterations: iterations)
            if !time.isDisturbed { return time }
        }
        return try Crew(operations).run(iterations: iterations)
    }
}

/// Whether this program was built without optimization.
let isDebugBuild = _isDebugAssertConfiguration()

/// A row, and what was wrong with its loop.
struct WrongRow: Error, CustomStringConvertible {
    let name: String
    let error: WrongCount

    var description: String { "\(name): \(error)" }
}
