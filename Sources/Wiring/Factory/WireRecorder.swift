/// Passes on which dependencies the declarations with `wire` name, while a thread records that.
@usableFromInline
package enum WireRecorder {
    /// Passes on what declarations name that this thread reads.
    ///
    /// - Parameter read: Reads declarations, without resolving them.
    package static func record(to collector: any WireCollecting, _ read: () -> Void) {
        let outer = exchange(&ThreadRecord.current.pointee.wireCollector, with: collector)
        defer { ThreadRecord.current.pointee.wireCollector = outer }
        read()
    }

    /// Passes on what a declaration that is read names, if the thread records.
    ///
    /// - Parameter dependencies: Names the dependencies. It may be called later, on this thread.
    /// - Returns: A value that the closure of the factory captures, so that reading a declaration makes this call.
    // A function of the library: a branch in `wire` would keep the compiler from inlining declarations where they are used.
    //
    // SAFETY: The attribute lets the compiler omit the call if its result is not used, and repeat it. Where the compiler inlines a
    // declaration together with its resolution, there is no closure to capture the result, so a hit does not ask whether the thread
    // records. Whoever reads a declaration gets a factory of this module, and with it the closure. The call writes to nothing but the
    // collector, which notes a declaration once; the library sets it before the read, and asks it afterwards, by calls that are not
    // inlined.
    @usableFromInline
    @_effects(readonly)
    package static func record<C: ManagedContainer, P, T, each D: DeclaredDependency>(
        _ container: C,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (C) -> (repeat each D)
    ) -> Int { ThreadRecord.recordsWires ? passOn(container, site, T.self, P.self, dependencies) : 0 }

    @inline(never)
    static func passOn<C: ManagedContainer, each D: DeclaredDependency>(
        _ container: C,
        _ site: Declaration.Site,
        _ product: any Any.Type,
        _ parameter: any Any.Type,
        _ dependencies: @escaping (C) -> (repeat each D)
    ) -> Int {
        let declaration = Declaration(site, product: product, parameter: parameter)
        passOn(Resolution.Request(declaration, .none, of: container, container.manager, at: .unknown, for: nil)) {
            var requests: [Resolution.Request] = []
            for dependency in repeat each dependencies(container) { requests.append(dependency.registration.request) }
            return requests
        }
        return 0
    }

    /// Passes on what a declaration that is read needs. Call this only on a thread that records.
    @inline(never)
    static func passOn(_ dependent: Resolution.Request, _ dependencies: @escaping () -> [Resolution.Request]) {
        let collector = ThreadRecord.existing?.pointee.wireCollector as? any WireCollecting
        collector?.collect(dependent, dependencies)
    }
}

extension WireRecorder {
    // MARK: - Up to four factories

    // For the pack, each declaration converts its closure, and the compiler then inlines the declaration too late to see that a hit need
    // not retain the container.

    @usableFromInline
    @_effects(readonly)
    package static func record<Owner: ManagedContainer, P, T, A>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> Factory<A>
    ) -> Int { ThreadRecord.recordsWires ? passOn(container, site, T.self, P.self, dependencies) : 0 }

    @usableFromInline
    @_effects(readonly)
    package static func record<Owner: ManagedContainer, P, T, A, B>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>)
    ) -> Int { ThreadRecord.recordsWires ? passOn(container, site, T.self, P.self, dependencies) : 0 }

    @usableFromInline
    @_effects(readonly)
    package static func record<Owner: ManagedContainer, P, T, A, B, C>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>, Factory<C>)
    ) -> Int { ThreadRecord.recordsWires ? passOn(container, site, T.self, P.self, dependencies) : 0 }

    @usableFromInline
    @_effects(readonly)
    package static func record<Owner: ManagedContainer, P, T, A, B, C, D>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>, Factory<C>, Factory<D>)
    ) -> Int { ThreadRecord.recordsWires ? passOn(container, site, T.self, P.self, dependencies) : 0 }
}

/// Collects what declarations name, on the thread that records.
package protocol WireCollecting: AnyObject, Sendable {
    /// Receives a declaration that is read.
    ///
    /// - Parameter dependencies: Reads the dependencies that it names, in their order. It resolves nothing.
    func collect(_ dependent: Resolution.Request, _ dependencies: @escaping () -> [Resolution.Request])
}
