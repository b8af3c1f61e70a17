import Wiring

/// Collects what would stop the program while a check runs, once for each call that is wrong.
final class FailureCollector: FailureCollecting {
    private let collected = Protected<[CollectedFailure]>([])
    private let registered = Protected<[ContainerManager]>([])

    /// A fault for each failure that has been collected, in order.
    var faults: [WiringFault] { collected.withLock(\.self).map(WiringFault.init) }

    /// Makes each `autoRegister()` that ran during the check run again before the next resolution, if anything failed: what has
    /// been installed is incomplete.
    func dropIncompleteRegistrations() {
        guard !faults.isEmpty else { return }
        for manager in registered.withLock(\.self) { manager.clearAutomaticRegistration() }
    }

    func noteAutomaticRegistration(of manager: AnyObject) {
        guard let manager = manager as? ContainerManager else { return }
        registered.withLock { $0.append(manager) }
    }

    func collect(_ failure: CollectedFailure) {
        collected.withLock { known in
            let isKnown = known.contains { $0.kind == failure.kind && $0.call == failure.call }
            if !isKnown { known.append(failure) }
        }
    }
}

extension WiringFault {
    fileprivate init(_ failure: CollectedFailure) {
        kind =
            switch failure.kind {
            case .missingModule: .missingModule
            case .duplicateKey: .duplicateKey
            }
        description = failure.text
    }
}
