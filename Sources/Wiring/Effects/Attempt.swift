/// What a closure that may throw has returned or thrown.
@_spi(Sealed)
public final class Attempt<Success, Failure: Error>: Outcome, @unchecked Sendable {
    // SAFETY: It does not change. Its instance goes to every thread that resolves it, as `StoredInstance` says.

    private enum Source {
        case result(Result<Success, Failure>)
        /// An object that is stored weakly.
        case weak(StoredInstance)
    }

    private let source: Source

    private init(_ source: Source) {
        self.source = source
        super.init()
    }

    convenience init(_ result: Result<Success, Failure>) { self.init(.result(result)) }

    /// The result; `nil` if it was an object that is gone.
    var result: Result<Success, Failure>? {
        switch source {
        case .result(let result): return result
        case .weak(let stored):
            if let instance = stored.value(Success.self) { return .success(instance) }
            spend()
            return nil
        }
    }

    override var keepAlive: AnyObject? {
        guard case .weak(let stored) = source else { return super.keepAlive }
        guard let object = stored.keepAlive else {
            spend()
            return nil
        }
        return object
    }

    override class var instanceType: any Any.Type { Success.self }

    override var instance: Any? { try? result?.get() }

    override var storedInstance: StoredInstance? {
        guard case .success(let instance) = result, !isNil(instance) else { return nil }
        return StoredInstance(instance, scope: .singletons)
    }

    /// A failure is not stored, and neither is `nil`.
    override func stored(weakly: Bool) -> Outcome? {
        guard case .result(.success(let instance)) = source, !isNil(instance) else { return nil }
        guard weakly else { return self }
        return StoredInstance(weakly: instance, scope: .singletons).map { Attempt(.weak($0)) }
    }
}
