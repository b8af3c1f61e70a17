/// The results of all rows, to be read by people.
struct Table {
    private static let header = ["row", "ns", "baseline ns", "ratio", "goal", "met", "median ns", "baseline"]

    let results: [Result]

    /// Lines of equal columns: text to the left, numbers to the right.
    var text: String {
        let lines = [Self.header] + results.map(cells)
        let widths = Self.header.indices.map { column in lines.map(\.[column].count).max() ?? 0 }
        return lines.map { line in
            line.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - line[column].count)
                return [0, 7].contains(column) ? line[column] + space : space + line[column]
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }

    private func cells(of result: Result) -> [String] {
        [
            result.row.name,
            decimal(result.measurement.subject.minimum),
            decimal(result.measurement.baseline.minimum),
            decimal(result.measurement.ratio, places: 2),
            result.goal.map(\.description) ?? "",
            result.goal.map { $0.isMet(by: result.measurement.ratio) ? "yes" : "NO" } ?? "",
            "\(decimal(result.measurement.subject.median)) / \(decimal(result.measurement.baseline.median))",
            result.row.baseline,
        ]
    }
}
