/// Records which dependencies the declarations with `wire` name. It resolves nothing and calls no other closure of a declaration.
///
/// While a thread records, a declaration that is read there passes the closure that names its dependencies. The recorder calls these
/// closures one after the other, so that a long chain of declarations needs no deep stack, and each once, so that a cycle ends.
@usableFromInline
package final class WireRecorder: @unchecked Sendable {
    // SAFETY: Only the thread that records uses it: it is a task-local value of a function that does not suspend.

    /// A declaration, and what it names.
    package struct Wire {
        package let dependent: Resolution.Request
        /// In the order in which they are named.
        package let dependencies: [Resolution.Request]
    }

    private struct Key: Hashable {
        let declaration: Declaration
        let container: ObjectIdentifier
    }

    @TaskLocal private static var current: WireRecorder?
    /// The number of threads that record.
    private static let count = AtomicWord()

    private var known: Set<Key> = []
    private var pending: [() -> Void] = []
    private var wires: [Wire] = []

    /// Records what declarations need, directly and through others.
    ///
    /// - Parameter read: Reads declarations, without resolving them.
    package static func wires(of read: () -> Void) -> [Wire] {
        count.increment()
        defer { count.decrement() }
        let recorder = WireRecorder()
        $current.withValue(recorder) {
            read()
            var next = 0
            while next < recorder.pending.count {
                recorder.pending[next]()
                next += 1
            }
        }
        return recorder.wires
    }

    /// Whether any thread records.
    @usableFromInline
    @inline(never)
    static var isActive: Bool { count.alone != 0 }

    /// Passes the closure of a declaration that is read.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    static func record<C: ManagedContainer, each D: DeclaredDependency>(
        _ container: C,
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        _ dependencies: @escaping (C) -> (repeat each D)
    ) {
        guard let recorder = current else { return }
        let declaration = Declaration(site, product: product, parameter: parameter)
        guard recorder.known.insert(Key(declaration: declaration, container: ObjectIdentifier(container))).inserted
        else { return }
        let request = Resolution.Request(declaration, .none, of: container, container.manager, at: .unknown, for: nil)
        recorder.pending.append {
            var requests: [Resolution.Request] = []
            for dependency in repeat each dependencies(container) { requests.append(dependency.registration.request) }
            recorder.wires.append(Wire(dependent: request, dependencies: requests))
        }
    }
}
