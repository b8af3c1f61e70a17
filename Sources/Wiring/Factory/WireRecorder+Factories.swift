// Overloads of `record` for up to four factories. For the pack, each declaration converts its closure, and the compiler then inlines
// the declaration too late to see that a hit need not retain the container.

extension WireRecorder {
    @usableFromInline
    @_effects(readonly)
    package static func record<Owner: ManagedContainer, P, T, A>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> Factory<A>
    ) -> Int {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
        return 0
    }

    @usableFromInline
    @_effects(readonly)
    package static func record<Owner: ManagedContainer, P, T, A, B>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>)
    ) -> Int {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
        return 0
    }

    @usableFromInline
    @_effects(readonly)
    package static func record<Owner: ManagedContainer, P, T, A, B, C>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>, Factory<C>)
    ) -> Int {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
        return 0
    }

    @usableFromInline
    @_effects(readonly)
    package static func record<Owner: ManagedContainer, P, T, A, B, C, D>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>, Factory<C>, Factory<D>)
    ) -> Int {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
        return 0
    }
}
