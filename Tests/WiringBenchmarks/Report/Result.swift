/// A row and what was measured.
struct Result {
    let row: Row
    let measurement: Measurement

    /// The goal that holds for this build.
    var goal: Goal? { isDebugBuild ? row.debugGoal : row.goal }
}

/// Whether this program was built without optimization.
let isDebugBuild = _isDebugAssertConfiguration()
