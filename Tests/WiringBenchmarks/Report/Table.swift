/// The outcomes of all rows and the counts, as a table for people.
struct Table {
    private static let header = [
        "row", "ns", "baseline ns", "ratio", "goal", "met", "plain container", "minima", "baseline",
    ]

    let outcomes: [Outcome]
    let counts: [Count]

    /// Aligned columns: text on the left, numbers on the right.
    var text: String {
        let notes = outcomes.flatMap { outcome in outcome.notes.map { "\(outcome.row.name): \($0)" } }
        let blocks = [
            Columns([Self.header] + outcomes.map(cells), left: [0, 8]).lines, notes,
            Columns([["also", "count", "goal", "met"]] + counts.map(cells), left: [0]).lines,
        ]
        return blocks.filter { $0.count > 0 }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func cells(of outcome: Outcome) -> [String] {
        let measurement = outcome.measurement
        return [
            outcome.row.name,
            decimal(measurement.subject),
            decimal(measurement.baseline),
            decimal(measurement.ratio, places: 2),
            outcome.goal?.description ?? "",
            Columns.word(for: outcome.isMet),
            outcome.plainContainer.map { decimal($0, places: 2) } ?? "",
            "\(decimal(measurement.minima.subject)) / \(decimal(measurement.minima.baseline))",
            outcome.row.baseline,
        ]
    }

    private func cells(of count: Count) -> [String] {
        [count.name, count.text, count.goal?.description ?? "", Columns.word(for: count.isMet)]
    }
}
