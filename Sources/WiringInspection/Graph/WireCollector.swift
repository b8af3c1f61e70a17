import Wiring

/// Collects which dependencies the declarations with `wire` name. It resolves nothing and calls no other closure of a declaration.
///
/// It goes one step at a time: the caller asks for the dependencies of each declaration, so a long chain needs no deep stack.
final class WireCollector: WireCollecting, @unchecked Sendable {
    // SAFETY: Only the thread that records uses it, during a call that does not suspend.

    /// What names the dependencies of each declaration that was read.
    private var readers: [PathStep.Identity: () -> [Resolution.Request]] = [:]
    /// The dependencies of those that were asked for.
    private var named: [PathStep.Identity: [Resolution.Request]] = [:]

    /// Collects from what a body reads without resolving it.
    static func collect<Result>(_ body: (WireCollector) -> Result) -> Result {
        let collector = WireCollector()
        var result: Result?
        WireRecorder.record(to: collector) { result = body(collector) }
        // SAFETY: The body has returned.
        return result!
    }

    /// The dependencies that a declaration names, in their order; `nil` if it was not read, or is none with `wire`. The closure
    /// that names them is called once.
    func dependencies(of dependent: Resolution.Request) -> [Resolution.Request]? {
        let identity = dependent.step.identity
        if named[identity] == nil { named[identity] = readers[identity]?() }
        return named[identity]
    }

    func collect(_ dependent: Resolution.Request, _ dependencies: @escaping () -> [Resolution.Request]) {
        let identity = dependent.step.identity
        if readers[identity] == nil { readers[identity] = dependencies }
    }
}

extension PathStep {
    /// Identifies a declaration of a container. Several containers of one type may need each other.
    struct Identity: Hashable {
        let declaration: Declaration
        let containerNumber: UInt64
    }

    var identity: Identity { Identity(declaration: declaration, containerNumber: containerNumber) }
}
