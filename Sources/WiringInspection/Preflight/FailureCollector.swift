import Wiring

/// Collects what would stop the program while a check runs, once for each call that is wrong.
final class FailureCollector: FailureCollecting {
    private let collected = Protected<[CollectedFailure]>([])

    /// A fault for each failure that has been collected, in order.
    var faults: [WiringFault] { collected.withLock(\.self).map(WiringFault.init) }

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
