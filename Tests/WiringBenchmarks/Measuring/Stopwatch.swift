/// Measures rows beside each other.
struct Stopwatch {
    /// How many rounds each row has.
    let rounds: Int

    /// Measures rows, and those to which others are to come up.
    ///
    /// All of them have their first round before any has its second: a neighbour on the same machine, who comes for a second
    /// and goes, disturbs a few rounds of each and not all of one.
    func outcomes(of rows: [Row]) throws(WrongRow) -> [Outcome] {
        let others = rows.compactMap(\.goal?.other).filter { other in !rows.contains { $0.name == other.name } }
        var races: [Race] = []
        for row in rows + others { races.append(try Race(row)) }
        for _ in 0..<rounds {
            for index in races.indices { try races[index].run() }
        }
        return races.prefix(rows.count).map { $0.outcome(among: races) }
    }
}

/// Whether this program was built without optimization.
let isDebugBuild = _isDebugAssertConfiguration()
