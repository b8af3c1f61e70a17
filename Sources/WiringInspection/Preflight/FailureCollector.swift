import Wiring

/// Collects what would stop the program while a check runs, once for each call that is wrong.
final class FailureCollector: FailureCollecting {
    private let collected = Protected<[CollectedFailure]>([])
    private let registered = Protected<[ContainerManager]>([])

    /// Ends the check. If anything failed, each `autoRegister()` that ran during the check runs again before the next resolution:
    /// what has been installed is incomplete.
    ///
    /// - Returns: A fault for each failure that has been collected, in order.
    func end() -> [WiringFault] {
        let failures = collected.withLock(\.self)
        if !failures.isEmpty { registered.withLock(\.self).forEach { $0.clearAutomaticRegistration() } }
        return failures.map { failure in
            switch failure.kind {
            case .missingModule: WiringFault(kind: .missingModule, description: failure.text)
            case .duplicateKey: WiringFault(kind: .duplicateKey, description: failure.text)
            }
        }
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
