/// A row with its measurement and its goal.
struct Outcome {
    let row: Row
    let measurement: Measurement
    /// The goal for this build.
    let goal: Goal?
    /// The ratio of a plain container by hand, if measured.
    let plainContainer: Double?

    /// Whether the goal is met, if there is one.
    var isMet: Bool? { goal.map(measurement.meets) }

    /// Notes that a reader needs to judge it.
    var notes: [String] {
        let disturbance = "other programs used the processors during most rounds, so the result is unreliable"
        return [row.note, measurement.isDisturbed ? disturbance : nil].compactMap { $0 }
    }
}
