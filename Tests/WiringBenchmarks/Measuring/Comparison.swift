/// What a row does, beside its baseline.
struct Comparison: Sendable {
    /// One operation for each thread; all run at once.
    let subject: [Operation]
    /// The same by hand, or on one thread.
    let baseline: [Operation]
    /// The least that does what is promised, where a goal is below that.
    let floor: Operation?

    /// Compares on one thread.
    init(subject: Operation, baseline: Operation, floor: Operation? = nil) {
        self.subject = [subject]
        self.baseline = [baseline]
        self.floor = floor
    }

    /// Compares operations on threads of their own with the first of them alone.
    init(atOnce operations: Operation...) {
        subject = operations
        baseline = [operations[0]]
        floor = nil
    }
}
