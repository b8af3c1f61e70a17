/// One line of the report: an operation of Wiring, and the same by hand.
struct Row: Sendable {
    /// The quantity that a row's ratio compares.
    enum Quantity {
        /// The time, relative to the baseline's.
        case time
        /// The throughput of several threads, relative to the baseline's.
        case throughput
        /// The 99th percentile of the time while other threads are busy, relative to the baseline's.
        case latency
    }

    let name: String
    /// A short description of the baseline.
    let baseline: String
    let quantity: Quantity
    /// The goal in a release build.
    let goal: Goal?
    /// The goal in a debug build.
    let debugGoal: Goal?
    /// A note that a reader needs to judge the ratio.
    let note: String?
    /// Creates what is measured, before any row is measured.
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
