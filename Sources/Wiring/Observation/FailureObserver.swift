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

/// Passes failures to the closure of ``ContainerManager/failureObserver``.
final class FailureObserver: ContainerObserver {
    let receive: @Sendable (ResolutionFailure) -> Void

    init(_ receive: @escaping @Sendable (ResolutionFailure) -> Void) { self.receive = receive }

    var events: ObservedResolution.Events { .failures }
    var isInherited: Bool { true }

    func begin(_ resolution: ObservedResolution) -> Int { 0 }

    func endConstruction(_ resolution: ObservedResolution, _ number: Int, _ failure: ConstructionFailure?) {
        guard let failure, !(failure.error is CancellationError), !failure.isReported(to: self) else { return }
        let path = ResolutionStack.path + (failure.isInFrame ? [] : [resolution.step])
        receive(ResolutionFailure(error: failure.error, path: path.listing, call: resolution.call?.description))
    }

    func note(_ change: ObservedChange, of container: (number: UInt64, type: AnyObject.Type?)) {
        guard case .lifecycle(let event) = change, let (error, step) = event.failure else { return }
        receive(ResolutionFailure(error: error, path: [step].listing, call: nil))
    }
}
