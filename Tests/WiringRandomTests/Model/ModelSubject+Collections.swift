extension ModelSubject {
    /// Resolves the parts of a container's collection.
    func collect(_ container: ModelContainer, _ name: CollectionName) -> [(part: ModelPart, thing: Thing)] {
        registerAutomatically(container)
        depth += 1
        let decorator = container.decorator
        let things = parts(of: name, in: container).compactMap { part in
            resolve(part, in: container).map { (part, $0) }
        }
        depth -= 1
        if depth == 0 { graph = [:] }
        // The container's decorator is told of the collection, too.
        decorate(nil, nil, decorator, isNew: true)
        return things
    }

    /// The parts in the order in which they are resolved.
    private func parts(of name: CollectionName, in container: ModelContainer) -> [ModelPart] {
        let parts = container.record(program.number(of: name)).parts
        if mistake == .keyedPartsAreResolvedInReverse, name == .dictionary { return parts.reversed() }
        return mistake == .contributionsIgnoreTheirOrder ? parts : parts.sorted { $0.order < $1.order }
    }

    private func resolve(_ part: ModelPart, in container: ModelContainer) -> Thing? {
        switch part.source {
        case .declaration(let declaration): return resolve(factory(declaration, in: container), 0)
        case .module: return nil
        case .closure(let closure):
            registerAutomatically(container)
            let decorator = container.decorator
            let thing = build(closure, program.collection, 0)
            decorate(thing, nil, decorator, isNew: true)
            return thing
        }
    }
}
