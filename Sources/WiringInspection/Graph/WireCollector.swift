import Wiring

/// Collects which dependencies the declarations with `wire` name. It resolves nothing and calls no other closure of a declaration.
///
/// It calls the closures that name dependencies one after the other, so that a long chain of declarations needs no deep stack, and each
/// once, so that a cycle ends.
final class WireCollector: WireCollecting, @unchecked Sendable {
    // SAFETY: Only the thread that records uses it, during a call that does not suspend.

    /// A declaration, and what it names.
    struct Wire {
        let dependent: Resolution.Request
        /// In the order in which they are named.
        let dependencies: [Resolution.Request]
    }

    /// Identifies a declaration of a container.
    struct Key: Hashable {
        private let declaration: Declaration
        private let container: ObjectIdentifier

        init(_ request: Resolution.Request) {
            (declaration, container) = (request.declaration, ObjectIdentifier(request.container))
        }
    }

    private var known: Set<Key> = []
    private var pending: [(dependent: Resolution.Request, dependencies: () -> [Resolution.Request])] = []

    /// Records what declarations need, directly and through others.
    ///
    /// - Parameter read: Reads declarations, without resolving them.
    static func wires(of read: () -> Void) -> [Wire] {
        let collector = WireCollector()
        var wires: [Wire] = []
        WireRecorder.record(to: collector) {
            read()
            while wires.count < collector.pending.count {
                let (dependent, dependencies) = collector.pending[wires.count]
                wires.append(Wire(dependent: dependent, dependencies: dependencies()))
            }
        }
        return wires
    }

    func collect(_ dependent: Resolution.Request, _ dependencies: @escaping () -> [Resolution.Request]) {
        if known.insert(Key(dependent)).inserted { pending.append((dependent, dependencies)) }
    }
}
