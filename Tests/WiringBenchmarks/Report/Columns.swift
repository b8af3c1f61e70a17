/// Aligned columns: text on the left, numbers on the right.
struct Columns {
    let lines: [String]

    /// - Parameter left: The columns that are left-aligned.
    init(_ cells: [[String]], left: Set<Int>) {
        let widths = cells[0].indices.map { column in cells.map(\.[column].count).max() ?? 0 }
        lines = cells.map { line in
            line.indices.map { column in
                // A left-aligned last column needs no padding.
                let isLast = column == line.count - 1 && left.contains(column)
                let space = String(repeating: " ", count: isLast ? 0 : widths[column] - line[column].count)
                return left.contains(column) ? line[column] + space : space + line[column]
            }
            .joined(separator: "  ")
        }
    }

    /// Describes whether a goal is met.
    static func word(for isMet: Bool?) -> String {
        switch isMet {
        case true?: "yes"
        case false?: "NO"
        case nil: ""
        }
    }
}
