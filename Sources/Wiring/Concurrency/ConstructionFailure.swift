/// The failure of a closure that makes an instance.
package struct ConstructionFailure {
    package let error: any Error
    /// The failures that dependencies have passed on to the closure.
    var passedOn: ReportedFailures?
    /// The observer that has received the error, as this failure or as that of a dependency. It does not receive a `CancellationError`.
    var observer: AnyObject?

    /// The failure of a caller that has stopped waiting.
    package static var cancellation: ConstructionFailure { ConstructionFailure(error: CancellationError()) }

    /// Whether an observer has received the error from a dependency.
    func isReported(to observer: AnyObject) -> Bool {
        passedOn?.receivers(of: error).contains(ObjectIdentifier(observer)) ?? false
    }

    /// Who has received the error, for the closure that it is passed on to; `nil` if no one has.
    package var reported: ReportedFailures? {
        guard observer != nil || passedOn != nil, !(error is CancellationError) else { return nil }
        let receivers = (passedOn?.receivers(of: error) ?? []) + (observer.map { [ObjectIdentifier($0)] } ?? [])
        return receivers.isEmpty ? nil : ReportedFailures(error, to: receivers)
    }
}

/// Failures that observers have received. If a closure passes one of the errors on, they do not receive it again.
///
/// Retains the errors until the closure has ended.
package final class ReportedFailures: Sendable {
    private let entries: [(error: any Error, receivers: [ObjectIdentifier])]
    /// A closure may try again and again, and passes on one of the last errors, if any.
    private static let limit = 16

    init(_ error: any Error, to receivers: [ObjectIdentifier]) { entries = [(error, receivers)] }

    private init(_ failures: ReportedFailures, after earlier: ReportedFailures) {
        entries = (earlier.entries + failures.entries).suffix(Self.limit)
    }

    /// These failures after earlier ones.
    func following(_ earlier: ReportedFailures?) -> ReportedFailures {
        earlier.map { ReportedFailures(self, after: $0) } ?? self
    }

    /// The observers that have received an error.
    func receivers(of error: any Error) -> [ObjectIdentifier] {
        entries.flatMap { Self.isSame($0.error, error) ? $0.receivers : [] }
    }

    /// Whether two errors are the same object or, if they are no objects, have the same type and description.
    private static func isSame(_ error: any Error, _ other: any Error) -> Bool {
        guard type(of: error) == type(of: other) else { return false }
        guard type(of: error) is AnyClass else { return "\(error)" == "\(other)" }
        // Cast through `Any`: a cast from `any Error` would make a new object.
        return (error as Any) as AnyObject === (other as Any) as AnyObject
    }
}

extension ResolutionStack {
    /// What a closure on this thread has passed on, of which the closure that contains it learns.
    package static func exchangeReportedFailures(for new: ReportedFailures?) -> ReportedFailures? {
        let record = ThreadRecord.current
        return exchange(&record.pointee.reportedFailures, with: new)
    }

    /// Tells the closure that the current resolution is nested in, if there is one, of a failure.
    package static func passOn(_ failure: ReportedFailures?) {
        guard let failure else { return }
        if depth > 0 {
            let earlier = exchangeReportedFailures(for: nil)
            _ = exchangeReportedFailures(for: failure.following(earlier))
        } else {
            AsyncStep.current?.passOn(failure)
        }
    }
}
