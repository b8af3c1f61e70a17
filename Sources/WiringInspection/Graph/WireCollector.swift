import Wiring

/// Collects which dependencies the declarations with `wire` name. It resolves nothing and calls no other closure of a declaration.
///
/// It goes one step at a time: the caller asks for the dependencies of each declaration, so a long chain needs no deep stack.
final class WireCollector: WireCollecting, @unchecked Sendable {
    // SAFETY: Only the thread that records uses it, during a call that does not suspend.

    /// Identifies a declaration of a container.
    private struct Key: Hashable {
        let declaration: Declaration
        let container: ObjectIdentifier

        init(_ request: Resolution.Request) {
            (declaration, container) = (request.declaration, ObjectIdentifier(request.container))
        }
    }

    private enum Named {
        case unread(() -> [Resolution.Request])
        case read([Resolution.Request])
    }

    private var named: [Key: Named] = [:]

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
        let key = Key(dependent)
        switch named[key] {
        case .unread(let read):
            let dependencies = read()
            named[key] = .read(dependencies)
            return dependencies
        case .read(let dependencies): return dependencies
        case nil: return nil
        }
    }

    func collect(_ dependent: Resolution.Request, _ dependencies: @escaping () -> [Resolution.Request]) {
        let key = Key(dependent)
        if named[key] == nil { named[key] = .unread(dependencies) }
    }
}
