/// Passes on which dependencies the declarations with `wire` name, while a thread records that.
@usableFromInline
package enum WireRecorder {
    @TaskLocal private static var collector: (any WireCollecting)?
    /// The number of threads that record.
    private static let count = AtomicWord()

    /// Passes on what declarations name.
    ///
    /// - Parameter read: Reads declarations, without resolving them.
    package static func record(to collector: any WireCollecting, _ read: () -> Void) {
        count.increment()
        defer { count.decrement() }
        $collector.withValue(collector, operation: read)
    }

    /// Whether any thread records.
    @usableFromInline
    @inline(never)
    static var isActive: Bool { count.alone != 0 }

    /// Passes on the closure of a declaration that is read.
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
        guard let collector else { return }
        let declaration = Declaration(site, product: product, parameter: parameter)
        let request = Resolution.Request(declaration, .none, of: container, container.manager, at: .unknown, for: nil)
        collector.collect(request) {
            var requests: [Resolution.Request] = []
            for dependency in repeat each dependencies(container) { requests.append(dependency.registration.request) }
            return requests
        }
    }
}

/// Collects what declarations name, on the thread that records.
package protocol WireCollecting: AnyObject, Sendable {
    /// Receives a declaration that is read.
    ///
    /// - Parameter dependencies: Reads the dependencies that it names, in their order. It resolves nothing.
    func collect(_ dependent: Resolution.Request, _ dependencies: @escaping () -> [Resolution.Request])
}
