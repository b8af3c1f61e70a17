/// The failure of a closure that makes an instance.
package struct ConstructionFailure {
    package let error: any Error
    /// The last failure that a dependency has passed on to the closure.
    var passedOn: ReportedFailure?
    /// Whether the path on this thread ends with the dependency that has failed.
    var isInFrame = false

    /// That of a caller that waits no longer.
    static var cancellation: ConstructionFailure { ConstructionFailure(error: CancellationError()) }

    /// Whether an observer has received the error from a dependency.
    func isReported(to observer: AnyObject) -> Bool {
        passedOn?.isOf(error) == true && passedOn?.observers.contains(ObjectIdentifier(observer)) == true
    }

    /// What a closure learns that receives the error: who has received it; `nil` if no one has.
    ///
    /// - Parameter observer: Receives the failures of the container.
    func reported(to observer: AnyObject?) -> ReportedFailure? {
        let earlier = passedOn.flatMap { $0.isOf(error) ? $0 : nil }
        guard let observer else { return earlier }
        return ReportedFailure(error, to: (earlier?.observers ?? []) + [ObjectIdentifier(observer)])
    }
}

/// A failure that observers have received. If a closure passes the error on, they do not receive it again.
///
/// It describes the error and does not retain it.
final class ReportedFailure: Sendable {
    fileprivate let observers: [ObjectIdentifier]
    private let type: ObjectIdentifier
    private let text: String

    fileprivate init(_ error: any Error, to observers: [ObjectIdentifier]) {
        self.observers = observers
        type = ObjectIdentifier(Swift.type(of: error))
        text = "\(error)"
    }

    fileprivate func isOf(_ error: any Error) -> Bool {
        type == ObjectIdentifier(Swift.type(of: error)) && text == "\(error)"
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
