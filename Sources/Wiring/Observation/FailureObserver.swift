/// A dependency that could not be built or started, or that failed while it ran. See
/// ``ContainerManager/failureObserver``.
public struct ResolutionFailure: Sendable {
    /// The error that the closure threw.
    public let error: any Error
    /// The path from the outermost dependency to this one: a line for each, with the place of its declaration.
    public let path: String
    /// The call that resolved it, as `Module/File.swift:12`; `nil` if that is unknown.
    public let call: String?
}

extension ResolutionFailure: CustomStringConvertible {
    /// The error, the path and the call.
    public var description: String { "\(error)\n\(path)" + (call.map { "\nResolved at \($0)." } ?? "") }
}

/// The closure of ``ContainerManager/failureObserver``. An object, so that it can be told which errors this one has received.
package final class FailureObserver: Sendable {
    let receive: @Sendable (ResolutionFailure) -> Void

    init(_ receive: @escaping @Sendable (ResolutionFailure) -> Void) { self.receive = receive }

    package func receive(_ error: any Error, path: [PathStep], at call: CallSite?) {
        receive(ResolutionFailure(error: error, path: path.listing, call: call?.description))
    }
}
