/// One line of the report: something that Wiring does, and the same by hand.
struct Row: Sendable {
    let name: String
    /// What its baseline is, in a few words.
    let baseline: String
    /// What the ratio should be in a release build.
    let goal: Goal?
    /// What it should be in a debug build.
    let debugGoal: Goal?
    /// What a reader must know to judge the ratio.
    let note: String?
    /// Makes what is measured, when the row's turn has come.
    let prepare: @Sendable () -> Comparison

    init(
        _ name: String,
        against baseline: String,
        goal: Goal?,
        debugGoal: Goal? = nil,
        note: String? = nil,
        prepare: @escaping @Sendable () -> Comparison
    ) {
        self.name = name
        self.baseline = baseline
        self.goal = goal
        self.debugGoal = debugGoal
        self.note = note
        self.prepare = prepare
    }
}

/// What a row does, beside its baseline.
struct Comparison: Sendable {
    let subject: Operation
    let baseline: Operation
}

/// What a ratio should be.
enum Goal: Sendable, CustomStringConvertible {
    case atMost(Double)

    var description: String {
        switch self {
        case .atMost(let limit): "≤ \(limit)"
        }
    }

    func isMet(by ratio: Double) -> Bool {
        switch self {
        case .atMost(let limit): ratio <= limit
        }
    }
}
