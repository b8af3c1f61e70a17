/// Results for programs: a header and lines, with fields separated by tabs.
struct TabSeparated {
    let text: String

    /// The outcomes of rows, without digits that are only noise.
    init(_ outcomes: [Outcome]) {
        self.init(
            header: ["row", "ns", "baseline ns", "ratio"],
            lines: outcomes.map { outcome in
                [
                    outcome.row.name,
                    decimal(outcome.measurement.subject, places: 2),
                    decimal(outcome.measurement.baseline, places: 2),
                    decimal(outcome.measurement.ratio, places: 3),
                ]
            }
        )
    }

    /// Counts with their limits.
    init(_ counts: [Count]) {
        self.init(
            header: ["name", "count", "goal"],
            lines: counts.map { [$0.name, $0.text, $0.goal?.description ?? "-"] }
        )
    }

    init(header: [String], lines: [[String]]) {
        text = ([header] + lines).map { $0.joined(separator: "\t") }.joined(separator: "\n")
    }
}
