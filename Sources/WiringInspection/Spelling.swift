extension Sequence<String> {
    /// The name that is spelt most like another, if they differ in few letters. Use it to suggest a name in place of an
    /// unknown one.
    ///
    /// ```swift
    /// ["networking", "session"].nearest(to: "netwroking")  // "networking"
    /// ```
    /// It takes time in proportion to the product of the lengths.
    ///
    /// - Returns: The first of those with the fewest differences, in alphabetical order; `nil` if more than a third of the letters differ.
    public func nearest(to name: String) -> String? {
        let candidates = sorted().map { (name: $0, distance: name.distance(to: $0)) }
        guard let nearest = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        return nearest.distance * 3 <= Swift.max(name.count, nearest.name.count) ? nearest.name : nil
    }
}

extension String {
    /// The number of letters to insert, remove, replace or swap with their neighbors, regardless of case.
    fileprivate func distance(to other: String) -> Int {
        let (mine, others) = (Array(lowercased()), Array(other.lowercased()))
        var rows = [Array(0...others.count)]
        for row in mine.indices {
            var next = [row + 1]
            for column in others.indices {
                let isSame = mine[row] == others[column]
                var distance = Swift.min(
                    rows[row][column + 1] + 1,
                    next[column] + 1,
                    rows[row][column] + (isSame ? 0 : 1)
                )
                if row > 0, column > 0, mine[row] == others[column - 1], mine[row - 1] == others[column] {
                    distance = Swift.min(distance, rows[row - 1][column - 1] + 1)
                }
                next.append(distance)
            }
            rows.append(next)
        }
        return rows[mine.count][others.count]
    }
}
