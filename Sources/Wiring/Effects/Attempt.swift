/// The result of a closure that may throw.
@_documentation(visibility: internal)
public final class Attempt<Success, Failure: Error>: Outcome, @unchecked Sendable {
    // SAFETY: It does not change. Its instance goes to every thread that resolves it, as `StoredInstance` says.

    let result: Result<Success, Failure>

    init(_ result: Result<Success, Failure>) { self.result = result }

    override class var instanceType: any Any.Type { Success.self }

    override class var effects: String { "try" }

    override var instance: Any? { try? result.get() }

    override var storedInstance: StoredInstance? {
        guard case .success(let instance) = result, !isNil(instance) else { return nil }
        return StoredInstance(instance, scope: .singletons)
    }

    /// A failure is not stored, and neither is `nil`.
    override func stored(_ scope: ScopeID, weakly: Bool, _ nodes: [AnyLifecycleNode]) -> StoredInstance? {
        guard case .success(let instance) = result else { return nil }
        return StoredInstance(settled: instance, scope: scope, weakly: weakly, nodes)
    }

    override class func settled(_ stored: StoredInstance.Strong) -> Outcome {
        Attempt(.success(stored.instance(Success.self)))
    }
}
