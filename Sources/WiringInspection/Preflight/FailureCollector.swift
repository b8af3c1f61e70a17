import Wiring

/// Collects what would stop the program while a check runs, once for each call that is wrong.
final class FailureCollector: FailureCollecting {
    private let collected = Protected<[(failure: CollectedFailure, text: String, call: CallSite)]>([])
    private let registered = Protected<[ContainerManager]>([])

    /// Ends the check. If anything failed, each `autoRegister()` that ran during the check runs again before the next resolution:
    /// what has been installed is incomplete.
    ///
    /// - Returns: A fault for each failure that has been collected, in order.
    func end() -> [WiringFault] {
        let failures = collected.withLock(\.self)
        if !failures.isEmpty { registered.withLock(\.self).forEach { $0.clearAutomaticRegistration() } }
        return failures.map { failure, text, _ in
            switch failure {
            case .missingModule: WiringFault(kind: .missingModule, description: text)
            case .duplicateKey: WiringFault(kind: .duplicateKey, description: text)
            }
        }
    }

    func noteAutomaticRegistration(of manager: AnyObject) {
        guard let manager = manager as? ContainerManager else { return }
        registered.withLock { $0.append(manager) }
    }

    func collect(_ failure: CollectedFailure, _ text: String, at call: CallSite) {
        collected.withLock { known in
            let isKnown = known.contains { $0.failure == failure && $0.call == call }
            if !isKnown { known.append((failure, text, call)) }
        }
    }
}
