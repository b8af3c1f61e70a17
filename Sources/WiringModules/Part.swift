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
    /// This registration of a collection, with the modification that modifiers change.
    var ofCollection: Self {
        guard case .none = modification else { return self }
        var registration = self
        registration.modification = managerOfAnyContainer.modification(ofCollection: declaration)
        return registration
    }

    /// Resolves this collection: the one that a scope keeps, one from an override, or a new one.
    ///
    /// - Parameter assemble: Resolves the parts.
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
        let step = step
        func factory(in container: any ManagedContainer) -> Factory<Element> {
            guard let container = container as? C else { Failure.foreignPart(C.self, step, at: call) }
            return container[keyPath: part]
        }
        let (dependency, declaration) = (dependency, factory(in: container).declaration)
        let content = Part(key) { factory(in: $0).resolveFromKeyPath(at: call) }
        dependency.contribute(Contribution(declaration, content, order: order, keyPath: part, at: call))
    }

    /// Contributes a provider of a declaration of a container type to this collection.
    func contribute<C: ManagedContainer, Source: DeclaredDependency>(
        _ part: KeyPath<C, Source>,
        order: Int,
        at call: CallSite
    ) {
        let step = step
        func cast(_ container: any ManagedContainer) -> C {
            guard let container = container as? C else { Failure.foreignPart(C.self, step, at: call) }
            return container
        }
        let declaration = cast(container)[keyPath: part].declaration
        let content = Part(()) { cast($0).provider(part) }
        dependency.contribute(Contribution(declaration, content, order: order, at: call))
    }

    /// Contributes a closure to this collection.
    func contribute<Key, Element>(_ make: @escaping () -> Element, key: Key, order: Int = 0, at call: CallSite) {
        let (dependency, collection) = (dependency, declaration)
        let replacement = dependency.replacement(ErasedClosure({ (_: Void) in make() } as (()) -> Element), at: call)
        let declaration = Declaration(Declaration.Site(key: site.key, at: call), product: Element.self)
        let content = Part(key) { _ in make() }
        dependency.contribute(
            Contribution(declaration, content, order: order, closure: (replacement, collection), at: call)
        )
    }
}
