/// A duration.
struct Time {
    let nanoseconds: Double
    /// Whether another program took a processor from one of several threads, so that they did not run in parallel.
    let isDisturbed: Bool

    /// The time of one iteration.
    func divided(by iterations: Int) -> Time {
        Time(nanoseconds: nanoseconds / Double(iterations), isDisturbed: isDisturbed)
    }
}
