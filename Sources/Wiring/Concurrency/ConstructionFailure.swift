/// The failure of a closure that makes an instance.
package struct ConstructionFailure {
    package let error: any Error
    /// The failures that dependencies have passed on to the closure.
    package let passedOn: ReportedFailures?
    /// The observer that has received the error, as this failure or as that of a dependency. It does not receive a `CancellationError`.
    package let observer: AnyObject?

    package init(error: any Error, passedOn: ReportedFailures? = nil, observer: AnyObject? = nil) {
        (self.error, self.passedOn, self.observer) = (error, passedOn, observer)
    }
}

/// Failures that observers have received. If a closure passes one of the errors on, they do not receive it again.
///
/// Retains the errors until the closure has ended.
package final class ReportedFailures: Sendable {
    package typealias Entry = (error: any Error, receivers: [ObjectIdentifier])

    package let entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }
}

extension ResolutionStack {
    /// What a closure on this thread has passed on, of which the closure that contains it learns.
    package static func exchangeReportedFailures(for new: ReportedFailures?) -> ReportedFailures? {
        let record = ThreadRecord.current
        return exchange(&record.pointee.reportedFailures, with: new)
    }
}
