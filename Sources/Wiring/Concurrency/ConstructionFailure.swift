/// The failure of a closure that makes an instance.
package struct ConstructionFailure {
    package let error: any Error
    /// What dependencies have passed on to the closure.
    var passedOn: ReportedFailure?
    /// The observer of the construction, which receives the failure, or has received it from a dependency.
    var observer: AnyObject?
    /// Whether the path on this thread ends with the dependency that has failed.
    var isInFrame = false

    /// That of a caller that waits no longer.
    static var cancellation: ConstructionFailure { ConstructionFailure(error: CancellationError()) }

    /// Whether an observer has received the error from a dependency.
    func isReported(to observer: AnyObject) -> Bool { receivers.contains(ObjectIdentifier(observer)) }

    /// The observers that have received the error from a dependency.
    private var receivers: [ObjectIdentifier] {
        sequence(first: passedOn, next: { $0?.earlier }).prefix { $0 != nil }
            .flatMap { $0?.isOf(error) == true ? $0?.observers ?? [] : [] }
    }

    /// What a closure learns that receives the error: who has received it; `nil` if no one has.
    var reported: ReportedFailure? {
        guard observer != nil || passedOn != nil else { return nil }
        let all = receivers + (observer.map { [ObjectIdentifier($0)] } ?? [])
        return all.isEmpty || error is CancellationError ? nil : ReportedFailure(error, to: all, after: nil)
    }
}

/// A failure that observers have received, and earlier ones. If a closure passes its error on, they do not receive it again.
///
/// It retains the error until the closure that learns of it has ended.
final class ReportedFailure: Sendable {
    fileprivate let error: any Error
    fileprivate let observers: [ObjectIdentifier]
    fileprivate let earlier: ReportedFailure?

    fileprivate init(_ error: any Error, to observers: [ObjectIdentifier], after earlier: ReportedFailure?) {
        (self.error, self.observers, self.earlier) = (error, observers, earlier)
    }

    /// The same failure after others.
    func following(_ earlier: ReportedFailure?) -> ReportedFailure {
        earlier == nil ? self : ReportedFailure(error, to: observers, after: earlier)
    }

    /// Whether this is the same error: the same object or, of other types, one with the same description.
    fileprivate func isOf(_ other: any Error) -> Bool {
        guard type(of: error) == type(of: other) else { return false }
        guard let object = Self.identity(of: error) else { return "\(error)" == "\(other)" }
        return object == Self.identity(of: other)
    }

    /// `nil` unless the error is an object.
    private static func identity(of error: any Error) -> ObjectIdentifier? {
        // Through `Any`, because a new object would hold a value of type `any Error`.
        type(of: error) is AnyClass ? ObjectIdentifier((error as Any) as AnyObject) : nil
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
        guard let failure else { return }
        guard depth > 0 else { return AsyncStep.current?.passOn(failure) ?? () }
        let earlier = exchangeReportedFailure(for: nil)
        _ = exchangeReportedFailure(for: failure.following(earlier))
    }
}
