// The linker keeps what a module contains, so a release build of Wiring, which needs none of this, does not compile it.

extension Sequence<String> {
    /// Returns the name whose spelling is nearest to that of an unknown name, to suggest it in a message.
    ///
    /// ```swift
    /// ["networking", "session"].nearest(to: "netwroking")  // "networking"
    /// ```
    /// For each name, it takes time in proportion to the product of the two lengths.
    ///
    /// - Parameters:
    ///   - name: The unknown name.
    ///   - limit: How many letters may differ, at most.
    /// - Returns: The name with the fewest differences, and of several the first in alphabetical order; `nil` if more
    ///   than a third of the letters differ, or more than the limit.
    @export(implementation)
    package func nearest(to name: String, limit: Int = .max) -> String? {
        let candidates = sorted().map { (name: $0, distance: name.distance(to: $0)) }
        guard let nearest = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        let most = Swift.min(Swift.max(name.count, nearest.name.count) / 3, limit)
        return nearest.distance <= most ? nearest.name : nil
    }
}

extension String {
    /// The number of letters to insert, remove, replace or swap with their neighbors, regardless of case.
    @export(implementation)
    package func distance(to other: String) -> Int {
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
