/// The outcomes of all rows and the counts, to be read by people.
struct Table {
    private static let header = ["row", "ns", "baseline ns", "ratio", "goal", "met", "floor", "minima", "baseline"]

    let outcomes: [Outcome]
    let counts: [Count]

    /// Lines of equal columns: text to the left, numbers to the right.
    var text: String {
        let notes = outcomes.flatMap { outcome in outcome.notes.map { "\(outcome.row.name): \($0)" } }
        let blocks = [
            columns([Self.header] + outcomes.map(cells), left: [0, 8]), notes,
            columns([["also", "count", "goal", "met"]] + counts.map(cells), left: [0]),
        ]
        return blocks.filter { $0.count > 0 }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func columns(_ lines: [[String]], left: Set<Int>) -> [String] {
        let widths = lines[0].indices.map { column in lines.map(\.[column].count).max() ?? 0 }
        return lines.map { line in
            line.indices.map { column in
                // The last column needs no space behind it.
                let isLast = column == line.count - 1 && left.contains(column)
                let space = String(repeating: " ", count: isLast ? 0 : widths[column] - line[column].count)
                return left.contains(column) ? line[column] + space : space + line[column]
            }
            .joined(separator: "  ")
        }
    }

    private func cells(of outcome: Outcome) -> [String] {
        let measurement = outcome.measurement
        return [
            outcome.row.name,
            decimal(measurement.subject),
            decimal(measurement.baseline),
            decimal(measurement.ratio, places: 2),
            outcome.goal?.description ?? "",
            word(for: outcome.isMet),
            outcome.floor.map { decimal($0, places: 2) } ?? "",
            "\(decimal(measurement.minima.subject)) / \(decimal(measurement.minima.baseline))",
            outcome.row.baseline,
        ]
    }

    private func cells(of count: Count) -> [String] {
        [count.name, count.text, count.goal?.description ?? "", word(for: count.isMet)]
    }

    private func word(for isMet: Bool?) -> String {
        switch isMet {
        case true?: "yes"
        case false?: "NO"
        case nil: ""
        }
    }
}
