/// How long something took.
struct Time {
    let nanoseconds: Double
    /// Whether another program took a processor from one of several threads, so that they did not run at once.
    let isDisturbed: Bool

    /// The time of one of so many.
    func divided(by iterations: Int) -> Time {
        Time(nanoseconds: nanoseconds / Double(iterations), isDisturbed: isDisturbed)
    }
}
