/// Measures rows side by side.
struct Stopwatch {
    /// The number of rounds of each row.
    let rounds: Int

    /// Measures rows, and the rows that their goals refer to.
    ///
    /// Every row runs its first round before any row runs its second. A short disturbance then affects a few rounds of each row
    /// instead of all rounds of one.
    func outcomes(of rows: [Row]) throws(FailedRow) -> [Outcome] {
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
