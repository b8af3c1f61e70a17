/// What a row does, beside its baseline.
struct Comparison: Sendable {
    /// One operation for each thread; all run at once.
    let subject: [Operation]
    /// The same by hand, or on one thread.
    let baseline: [Operation]
    /// A plain container by hand that keeps the same promises, where the baseline keeps fewer. It is not the least there can be.
    let plainContainer: Operation?

    /// Compares on one thread.
    init(subject: Operation, baseline: Operation, plainContainer: Operation? = nil) {
        self.subject = [subject]
        self.baseline = [baseline]
        self.plainContainer = plainContainer
    }

    /// Compares what a writer takes while other threads read, each with the writer first.
    init(subject: [Operation], baseline: [Operation]) {
        self.subject = subject
        self.baseline = baseline
        plainContainer = nil
    }

    /// Compares operations on threads of their own with the first of them alone.
    init(atOnce operations: Operation...) {
        subject = operations
        baseline = [operations[0]]
        plainContainer = nil
    }
}
