/// A failure that an observer has received. A closure that passes its error on is not reported again.
///
/// It describes the error and does not retain it.
final class ReportedFailure: Sendable {
    /// Identifies the observer.
    private let observer: UInt64
    private let type: ObjectIdentifier
    private let text: String

    init(_ error: any Error, to observer: UInt64) {
        self.observer = observer
        type = ObjectIdentifier(Swift.type(of: error))
        text = "\(error)"
    }

    /// Whether this is the same error, of the same observer.
    func isSame(_ error: any Error, to observer: UInt64) -> Bool {
        self.observer == observer && type == ObjectIdentifier(Swift.type(of: error)) && text == "\(error)"
    }
}

extension ResolutionStack {
    /// What a closure on this thread has passed on, of which the closure that contains it learns.
    static func exchangeReportedFailure(for new: ReportedFailure?) -> ReportedFailure? {
        let record = ThreadRecord.current
        return exchange(&record.pointee.reportedFailure, with: new)
    }

    /// Tells the closure that the current resolution is nested in, if there is one, of a failure.
    static func passOn(_ failure: ReportedFailure?) {
        if depth > 0 { _ = exchangeReportedFailure(for: failure) } else { AsyncStep.current?.passOn(failure) }
    }
}
