/// A part of a collection. The key is `Void` for a ``Collected``.
final class Part<Key, Element>: Contribution, @unchecked Sendable {
    // SAFETY: It does not change. Its closure and its key need not be `Sendable`, as for `AnyClosure`.

    let key: Key
    let order: Int
    private let source: Source

    enum Source {
        /// Resolves a declaration from a container.
        case declaration((any ManagedContainer) -> Element)
        /// A closure that was contributed without a declaration.
        case closure(SlotState.Replacement, collection: Declaration)
    }

    init(_ source: Source, key: Key, order: Int, _ declaration: Declaration, at call: CallSite) {
        self.key = key
        self.order = order
        self.source = source
        super.init(declaration, at: call)
    }

    override var closure: (replacement: SlotState.Replacement, collection: Declaration)? {
        if case .closure(let replacement, let collection) = source { (replacement, collection) } else { nil }
    }

    /// Resolves the part, within the resolution of its collection.
    func resolve(in container: any ManagedContainer) -> Element {
        switch source {
        case .declaration(let resolve): return resolve(container)
        case .closure:
            // The default scope must not apply: parts that one line contributes have the same declaration.
            var modifiers = Modifiers()
            modifiers.scope = .unique
            let request = Resolution.Request(
                container: container,
                manager: container.manager,
                declaration: declaration,
                modification: .some(.own(Modification.Own(declaration, modifiers))),
                call: call,
                contribution: self
            )
            return Resolution.begin(request).instanceWithoutDeclaration((), Element.self)
        }
    }
}

extension Part where Key: Hashable {
    /// Returns the parts. Stops the program if two have the same key.
    static func requiringUniqueKeys(_ parts: [Part]) -> [Part] {
        var calls: [Key: CallSite] = [:]
        for part in parts {
            guard let earlier = calls.updateValue(part.call, forKey: part.key) else { continue }
            Failure.duplicateKey(String(reflecting: part.key), ResolutionStack.path, at: earlier, and: part.call)
        }
        return parts
    }
}

extension FactoryRegistration {
    /// Contributes a declaration of a container type to this collection.
    func contribute<C: ManagedContainer, Key, Element>(
        _ part: KeyPath<C, Factory<Element>>,
        key: Key,
        order: Int = 0,
        at call: CallSite
    ) {
        let step = PathStep(declaration: declaration, container: "\(type(of: container))")
        func factory(in container: any ManagedContainer) -> Factory<Element> {
            guard let container = container as? C else { Failure.foreignPart(C.self, step, at: call) }
            return container[keyPath: part]
        }
        let declaration = factory(in: container).declaration
        let source = Part<Key, Element>.Source.declaration { factory(in: $0).resolveFromKeyPath(at: call) }
        dependency.contribute(Part(source, key: key, order: order, declaration, at: call))
    }

    /// Contributes a closure to this collection.
    func contribute<Key, Element>(
        _ make: @escaping () -> Element,
        key: Key,
        order: Int = 0,
        at call: CallSite
    ) {
        let closure = Closure<Void, Element> { _ in make() }
        let replacement = dependency.replacement(closure, at: call)
        let source = Part<Key, Element>.Source.closure(replacement, collection: declaration)
        let declaration = Declaration(
            Declaration.Site(key: site.key, at: call),
            product: Element.self,
            parameter: Void.self
        )
        dependency.contribute(Part(source, key: key, order: order, declaration, at: call))
    }
}
