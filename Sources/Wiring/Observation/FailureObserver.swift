/// Gives failures to the closure that ``ContainerManager/failureObserver`` is.
final class FailureObserver: ContainerObserver {
    let receive: @Sendable (ResolutionFailure) -> Void

    init(_ receive: @escaping @Sendable (ResolutionFailure) -> Void) { self.receive = receive }

    var events: ObservedEvents { [.failures, .changes] }
    var isInherited: Bool { true }

    func begin(_ resolution: ObservedResolution) -> Int { 0 }

    func endConstruction(_ resolution: ObservedResolution, _ number: Int, _ failure: ConstructionFailure?) {
        guard let failure else { return }
        receive(failure, of: resolution.step, at: resolution.call)
    }

    func note(_ change: ObservedChange, of container: (number: UInt64, type: AnyObject.Type?)) {
        guard case .lifecycle(.failed(let error, let step, _)) = change else { return }
        receive(ResolutionFailure(error: error, path: [step].listing, call: nil))
    }

    /// Receives a failure that the container's caller is about to receive, unless it has received it from a dependency.
    func receive(_ failure: ConstructionFailure, of step: PathStep, at call: CallSite?) {
        guard !(failure.error is CancellationError), !failure.isReported(to: self) else { return }
        let path = ResolutionStack.path + (failure.isInFrame ? [] : [step])
        receive(ResolutionFailure(error: failure.error, path: path.listing, call: call?.description))
    }
}
