/// The results of all rows, to be read by programs.
struct TabSeparated {
    let results: [Result]

    /// A header and a line for each row, whose fields are divided by tabs.
    var text: String {
        let lines = results.map { result in
            [
                result.row.name,
                decimal(result.measurement.subject.minimum, places: 2),
                decimal(result.measurement.baseline.minimum, places: 2),
                decimal(result.measurement.ratio, places: 3),
            ]
        }
        return ([["row", "ns", "baseline ns", "ratio"]] + lines).map { $0.joined(separator: "\t") }
            .joined(separator: "\n")
    }
}
