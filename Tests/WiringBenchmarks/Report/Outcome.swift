/// A row, what was measured, and what it should come to.
struct Outcome {
    let row: Row
    let measurement: Measurement
    /// The goal that holds for this build.
    let goal: Goal?

    /// Whether the goal is met, if there is one.
    var isMet: Bool? { goal.flatMap(measurement.meets) }
}
