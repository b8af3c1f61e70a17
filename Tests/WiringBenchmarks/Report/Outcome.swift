/// A row, what was measured, and what it should come to.
struct Outcome {
    let row: Row
    let measurement: Measurement
    /// The goal that holds for this build.
    let goal: Goal?
    /// The ratio of a plain container by hand, where that was measured.
    let plainContainer: Double?

    /// Whether the goal is met, if there is one.
    var isMet: Bool? { goal.flatMap(measurement.meets) }

    /// What a reader must know to judge it.
    var notes: [String] {
        let disturbance = "other programs ran on the processors that this needs, so that it says little"
        return [row.note, measurement.isDisturbed ? disturbance : nil].compactMap { $0 }
    }
}
