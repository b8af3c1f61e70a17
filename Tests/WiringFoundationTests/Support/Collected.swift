import WiringModules
import WiringTesting

/// Collects values from several tasks.
final class Collected<Value: Sendable>: Sendable {
    private let collected = Protected<[Value]>([])

    var values: [Value] { collected.withLock { $0 } }

    func add(_ value: Value) { collected.withLock { $0.append(value) } }
}
