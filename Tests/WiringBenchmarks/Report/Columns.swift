/// Lines of equal columns: text to the left, numbers to the right.
struct Columns {
    let lines: [String]

    /// - Parameter left: The columns of text.
    init(_ cells: [[String]], left: Set<Int>) {
        let widths = cells[0].indices.map { column in cells.map(\.[column].count).max() ?? 0 }
        lines = cells.map { line in
            line.indices.map { column in
                // The last column needs no space behind it.
                let isLast = column == line.count - 1 && left.contains(column)
                let space = String(repeating: " ", count: isLast ? 0 : widths[column] - line[column].count)
                return left.contains(column) ? line[column] + space : space + line[column]
            }
            .joined(separator: "  ")
        }
    }

    /// The word for whether a goal is met.
    static func word(for isMet: Bool?) -> String {
        switch isMet {
        case true?: "yes"
        case false?: "NO"
        case nil: ""
        }
    }
}
