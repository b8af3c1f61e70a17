/// One line of the report: something that Wiring does, and the same by hand.
struct Row: Sendable {
    /// What a row's ratio is one of.
    enum Quantity {
        /// How much longer it takes than its baseline.
        case time
        /// How much more several threads get done than one.
        case throughput
        /// How much longer than its baseline its slowest hundredth takes, while other threads are busy.
        case latency
    }

    let name: String
    /// What its baseline is, in a few words.
    let baseline: String
    let quantity: Quantity
    /// What it should come to in a release build.
    let goal: Goal?
    /// What it should come to in a debug build.
    let debugGoal: Goal?
    /// What a reader must know to judge the ratio.
    let note: String?
    /// Makes what is measured, before any row is.
    let prepare: @Sendable () -> Comparison

    init(
        _ name: String,
        against baseline: String,
        quantity: Quantity = .time,
        goal: Goal? = nil,
        debugGoal: Goal? = nil,
        note: String? = nil,
        prepare: @escaping @Sendable () -> Comparison
    ) {
        self.name = name
        self.baseline = baseline
        self.quantity = quantity
        self.goal = goal
        self.debugGoal = debugGoal
        self.note = note
        self.prepare = prepare
    }
}
