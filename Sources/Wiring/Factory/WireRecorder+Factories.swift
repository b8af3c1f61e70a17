// Like `record` with a pack, for each number of factories. For the pack, each declaration would convert its closure. Because of that
// conversion, the compiler would inline the declaration too late to see that a hit need not retain the container.

extension WireRecorder {
    @usableFromInline
    static func record<Owner: ManagedContainer, P, T, A>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> Factory<A>
    ) {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
    }

    @usableFromInline
    static func record<Owner: ManagedContainer, P, T, A, B>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>)
    ) {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
    }

    @usableFromInline
    static func record<Owner: ManagedContainer, P, T, A, B, C>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>, Factory<C>)
    ) {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
    }

    @usableFromInline
    static func record<Owner: ManagedContainer, P, T, A, B, C, D>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>, Factory<C>, Factory<D>)
    ) {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
    }

    @usableFromInline
    static func record<Owner: ManagedContainer, P, T, A, B, C, D, E>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>, Factory<C>, Factory<D>, Factory<E>)
    ) {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
    }

    @usableFromInline
    static func record<Owner: ManagedContainer, P, T, A, B, C, D, E, F>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies: @escaping (Owner) -> (Factory<A>, Factory<B>, Factory<C>, Factory<D>, Factory<E>, Factory<F>)
    ) {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
    }

    @usableFromInline
    static func record<Owner: ManagedContainer, P, T, A, B, C, D, E, F, G>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies:
            @escaping (Owner) -> (Factory<A>, Factory<B>, Factory<C>, Factory<D>, Factory<E>, Factory<F>, Factory<G>)
    ) {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
    }

    @usableFromInline
    static func record<Owner: ManagedContainer, P, T, A, B, C, D, E, F, G, H>(
        _ container: Owner,
        _ site: Declaration.Site,
        _ types: Declaration.Types<P, T>.Type,
        _ dependencies:
            @escaping (Owner) -> (
                Factory<A>, Factory<B>, Factory<C>, Factory<D>, Factory<E>, Factory<F>, Factory<G>, Factory<H>
            )
    ) {
        if ThreadRecord.recordsWires { passOn(container, site, T.self, P.self, dependencies) }
    }
}
