/// The operations of a row and of its baseline.
struct Comparison: Sendable {
    /// One operation per thread. All run at once.
    let subject: [Operation]
    /// The same by hand, or on one thread.
    let baseline: [Operation]
    /// A plain container by hand with the same guarantees, if the baseline has fewer. It is not the smallest possible one.
    let plainContainer: Operation?

    /// Compares two operations on one thread.
    init(subject: Operation, baseline: Operation, plainContainer: Operation? = nil) {
        self.subject = [subject]
        self.baseline = [baseline]
        self.plainContainer = plainContainer
    }

    /// Compares operations on separate threads, or a writer while other threads read. The writer comes first on each side.
    init(subject: [Operation], baseline: [Operation]) {
        self.subject = subject
        self.baseline = baseline
        plainContainer = nil
    }

    /// Compares operations on separate threads with the first of them alone.
    init(atOnce operations: Operation...) {
        subject = operations
        baseline = [operations[0]]
        plainContainer = nil
    }
}
