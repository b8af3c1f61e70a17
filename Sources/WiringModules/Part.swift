import Wiring

/// A part of a collection, as the content of a contribution. The key is `Void` for a ``Collected``.
final class Part<Key, Element> {
    // The first property, so that its place does not depend on the type of the key.
    private let make: (any ManagedContainer) -> Element
    let key: Key

    /// - Parameter make: Resolves the declaration from a container, or is the closure that was contributed without one.
    init(_ key: Key, _ make: @escaping (any ManagedContainer) -> Element) {
        self.key = key
        self.make = make
    }

    /// The part that a collection's contribution has.
    @inline(__always)
    static func of(_ contribution: Contribution) -> Part {
        // SAFETY: Only such parts are contributed to a collection: its types are a part of its identity. If two images have this
        // module each, and use one copy of `Wiring`, their classes differ, and have one layout.
        unsafeDowncast(contribution.content, to: Part.self)
    }

    /// Resolves a part, within the resolution of its collection.
    ///
    /// - Parameter manager: The container's manager.
    static func resolve(
        _ contribution: Contribution,
        in container: any ManagedContainer,
        _ manager: Borrowed<ContainerManager>
    ) -> Element {
        let part = of(contribution)
        guard contribution.closure != nil else { return part.make(container) }
        // Parts that one line contributes have the same declaration, so nothing may store them.
        if let step = manager.begin(contribution, of: container) {
            do { return try manager.instance(step, (), Element.self) } catch {}
        }
        var instance = part.make(container)
        ResolutionStack.finish(&instance)
        return instance
    }
}

extension FactoryRegistration where P == Void {
    // Both are inlined where only the type of the collection's elements is looked up, and not that of the registration.

    /// This registration of a collection, with the modification that modifiers change.
    @inline(__always) var ofCollection: Self {
        guard case .none = modification else { return self }
        var registration = self
        registration.modification = managerOfAnyContainer.modification(ofCollection: declaration)
        return registration
    }

    /// Resolves this collection: the one that a scope keeps, one from an override, or a new one.
    ///
    /// - Parameter assemble: Resolves the parts.
    @inline(__always)
    func collection(at call: CallSite, _ assemble: ([Contribution], Borrowed<ContainerManager>) -> T) -> T {
        // SAFETY: This value has the container, which retains its manager.
        let (manager, declaration) = (managerOfAnyContainer, declaration)
        do {
            guard case .none = modification else { return try manager.instance(modification, of: container, at: call) }
            if let step = manager.begin(collection: declaration, of: container, at: call) {
                return try manager.instance(step, (), T.self)
            }
        } catch {}
        var parts = assemble(manager.with { $0.contributions(to: declaration, in: container) }, manager)
        ResolutionStack.finish(&parts)
        return parts
    }

    /// Contributes a declaration of a container type to this collection.
    func contribute<C: ManagedContainer, Key, Element>(
        _ part: KeyPath<C, Factory<Element>>,
        key: Key,
        order: Int = 0,
        at call: CallSite
    ) {
        let (dependency, collection) = (dependency, declaration)
        func factory(in container: any ManagedContainer) -> Factory<Element> {
            (container as? C ?? collection.parent(of: container, at: call))[keyPath: part]
        }
        let declaration = factory(in: container).declaration
        let content = Part(key) { factory(in: $0).resolveFromKeyPath(at: call) }
        let find = { (container: AnyObject) in (container as? any ManagedContainer).map(factory) as Any }
        dependency.contribute(Contribution(declaration, content, order: order, factory: find, at: call))
    }

    /// Contributes a provider of a declaration of a container type to this collection.
    func contribute<C: ManagedContainer, Source: DeclaredDependency>(
        _ part: KeyPath<C, Source>,
        order: Int,
        at call: CallSite
    ) {
        let (dependency, collection) = (dependency, declaration)
        let find = { (origin: any ManagedContainer) in origin as? C ?? collection.parent(of: origin, at: call) }
        let declaration = find(container)[keyPath: part].declaration
        let content = Part(()) { find($0).provider(part) }
        dependency.contribute(Contribution(declaration, content, order: order, at: call))
    }

    /// Contributes a closure to this collection.
    func contribute<Key, Element>(_ make: @escaping () -> Element, key: Key, order: Int = 0, at call: CallSite) {
        let (dependency, closure) = (dependency, ErasedClosure({ (_: Void) in make() } as (()) -> Element))
        let replacement = (dependency.replacement(closure, at: call), declaration)
        let part = Declaration(Declaration.Site(key: site.key, at: call), product: Element.self)
        let content = Part(key) { _ in make() }
        dependency.contribute(Contribution(part, content, order: order, closure: replacement, at: call))
    }
}

extension Declaration {
    /// The container that a part of this collection is resolved from, if the collection's is of another type than the part's: its nearest
    /// parent of that type.
    ///
    /// - Parameter call: Where the part was contributed.
    fileprivate func parent<C: ManagedContainer>(of container: any ManagedContainer, at call: CallSite) -> C {
        // Before its first use, and in a copy, a child knows its parent only by its own property.
        let all = sequence(first: container) { $0.manager.parent?.container ?? ($0 as? any ChildContainer)?.parent }
        if let parent = all.lazy.compactMap({ $0 as? C }).first { return parent }
        Failure.foreignPart(C.self, PathStep(self, of: container, container.manager), at: call)
    }
}
