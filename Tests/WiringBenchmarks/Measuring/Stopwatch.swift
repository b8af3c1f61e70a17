/// Measures rows side by side.
struct Stopwatch {
    /// The number of rounds of each row.
    let rounds: Int

    /// Measures rows.
    ///
    /// Every row runs its first round before any row runs its second. A short disturbance then affects a few rounds of each row
    /// instead of all rounds of one.
    func outcomes(of rows: [Row]) throws(FailedRow) -> [Outcome] {
        var races: [Race] = []
        for row in rows { races.append(try Race(row)) }
        for _ in 0..<rounds {
            for index in races.indices { try races[index].run() }
        }
        return races.map(\.outcome)
    }
}

/// Whether this program was built without optimization.
let isDebugBuild = _isDebugAssertConfiguration()
