import Wiring

extension ModelSubject {
    /// Changes a factory value, and what its container stores for the declaration.
    func change(_ factory: inout ModelFactory, _ change: Change) {
        if change == .reset(.none) { return }
        if !change.applies(to: factory.declaration, of: program) { return }
        let closure = change.recipe.map { ModelClosure(recipe: $0, container: factory.container) }
        registerAutomatically(factory.container)
        // A reset may have cleared what the value has stored.
        if factory.isPastOnce { storeBeforeOnce(factory) }
        switch change {
        case .once:
            factory.isPastOnce = true
            factory.modifiersBeforeOnce = factory.modifiers.over(factory.modifiersBeforeOnce)
            factory.modifiers = ModelModifiers()
            storeBeforeOnce(factory)
        case .property(let scope): modify(&factory) { $0.scope = scope }
        case .scope(let scope):
            modify(&factory, isTakingScope: scope == nil) { $0.scope = scope }
        case .timeToLive(let lifetime): modify(&factory) { $0.timeToLive = lifetime }
        case .decorator(let number): modify(&factory) { $0.decorator = number }
        case .context(let situation, _): modify(&factory) { $0.contexts[situation] = closure }
        case .scopeOnParameters: modify(&factory) { $0.isScopedOnParameters = true }
        case .register:
            layer(factory) { $0.registration = closure }
            if mistake != .registerKeepsInstances { clearAfterRegistration(factory) }
        case .override:
            layer(factory) { ($0.override, $0.decorations) = (closure, []) }
            clearAfterRegistration(factory)
        case .decorate(let number):
            layer(factory) { layer in
                if mistake == .decorationsStackInReverse {
                    layer.decorations.insert(number, at: 0)
                } else {
                    layer.decorations.append(number)
                }
            }
            clearAfterRegistration(factory)
        case .reset(let options): reset(factory, options)
        }
    }

    /// Stores the modifiers before `once()` in the container, unless it has them.
    private func storeBeforeOnce(_ factory: ModelFactory) {
        let before = factory.modifiersBeforeOnce
        record(factory) { record in
            guard !record.isPastOnce else { return }
            record.external.modifiers = record.external.modifiers.without(before)
            record.automatic.modifiers = record.automatic.modifiers.without(before)
            record.beforeOnce = before.withoutClosures
            record.areContextsCleared = false
        }
    }

    /// Sets a modifier, on the value and in the container.
    ///
    /// - Parameter isTakingScope: Whether it also removes the scope beneath.
    private func modify(
        _ factory: inout ModelFactory,
        isTakingScope: Bool = false,
        _ set: (inout ModelModifiers) -> Void
    ) {
        let record = factory.container.records[factory.declaration] ?? ModelRecord()
        set(&factory.modifiers)
        // The modifiers before `once()` are already stored, unless an external change has replaced them.
        if record.isPastOnce, !factory.isPastOnce { return }
        layer(factory) { set(&$0.modifiers) }
        if isTakingScope {
            self.record(factory) { record in
                record.automatic.modifiers.scope = nil
                record.beforeOnce?.scope = nil
            }
        }
        let modifiers = factory.container.records[factory.declaration, default: ModelRecord()].modifiers
        let standard = factory.container.defaultScope
        if let old = record.modifiers.scope ?? standard, old != modifiers.scope ?? standard {
            clearContainer(factory) { $0 == old }
        }
    }

    func contribute(_ source: ModelPart.Source, to container: ModelContainer, _ place: PartPlace) {
        registerAutomatically(container)
        let collection = ModelFactory(container: container, declaration: program.number(of: place.collection))
        layer(collection) { $0.parts.append(ModelPart(source: source, place: place)) }
    }

    /// Changes the automatic layer within `autoRegister()`, and the external layer outside of it.
    func layer(_ factory: ModelFactory, _ change: (inout ModelLayer) -> Void) {
        let isAutomatic = factory.container.isRegistering
        record(factory) { record in
            if isAutomatic { change(&record.automatic) } else { change(&record.external) }
        }
    }

    private func record(_ factory: ModelFactory, _ change: (inout ModelRecord) -> Void) {
        change(&factory.container.records[factory.declaration, default: ModelRecord()])
    }

    // MARK: - Clearing

    /// `register` and `override` clear all instances of a declaration, except within `autoRegister()`.
    private func clearAfterRegistration(_ factory: ModelFactory) {
        guard !factory.container.isRegistering else { return }
        clear(factory) { _ in true }
        outdateConstructionsInChildren(factory)
        clearSingletons(factory, scope(of: factory))
    }

    /// Clears a declaration's instances in one container and in the outermost resolution.
    private func clear(_ factory: ModelFactory, _ isCleared: (ScopeName) -> Bool) {
        let container = ObjectIdentifier(factory.container)
        graph[GraphKey(container: container, declaration: factory.declaration)]?.clear(isCleared)
        outdateConstructions(in: factory.container, of: factory.declaration) { $0 == .graph && isCleared(.graph) }
        clearContainer(factory, isCleared)
    }

    /// Clears a declaration's instances in one container.
    private func clearContainer(_ factory: ModelFactory, _ isCleared: (ScopeName) -> Bool) {
        factory.container.records[factory.declaration]?.instances.clear(isCleared)
        outdateConstructions(in: factory.container, of: factory.declaration) { $0 != .graph && isCleared($0) }
    }

    /// Marks constructions in a container as outdated, for one declaration or for all.
    private func outdateConstructions(
        in container: ModelContainer,
        of declaration: Int? = nil,
        _ isOutdated: (ScopeName) -> Bool
    ) {
        for construction in constructions
        where construction.container === container && construction.singletons == nil && isOutdated(construction.scope) {
            if declaration == nil || declaration == construction.declaration { construction.isOutdated = true }
        }
    }

    /// Marks constructions of a declaration in children as outdated.
    private func outdateConstructionsInChildren(_ factory: ModelFactory) {
        outdateConstructions(inChildrenOf: factory.container, of: factory.declaration) { _ in true }
    }

    /// Marks constructions in children as outdated, for one declaration or for all. The graph is not the parent's.
    private func outdateConstructions(
        inChildrenOf container: ModelContainer,
        of declaration: Int? = nil,
        _ isOutdated: (ScopeName) -> Bool
    ) {
        for construction in constructions
        where construction.container !== container && construction.container.isOrDescends(from: container)
            && construction.singletons == nil && construction.scope != .graph && isOutdated(construction.scope)
        {
            if declaration == nil || declaration == construction.declaration { construction.isOutdated = true }
        }
    }

    /// Clears a declaration's instances in the current singletons and in those of its scope, unless a child is changed.
    private func clearSingletons(_ factory: ModelFactory, _ scope: ScopeName) {
        if factory.container.parent != nil { return }
        for singletons in [singletons(of: .singleton), singletons(of: scope)] {
            singletons?.instances[factory.declaration] = nil
        }
        outdateSingletons(factory, scope)
    }

    /// Marks constructions for the same singletons as outdated.
    private func outdateSingletons(_ factory: ModelFactory, _ scope: ScopeName) {
        if factory.container.parent != nil { return }
        for singletons in [singletons(of: .singleton), singletons(of: scope)].compactMap(\.self) {
            for construction in constructions
            where construction.singletons === singletons && construction.declaration == factory.declaration {
                construction.isOutdated = true
            }
        }
    }

    /// Clears the instances of all declarations in one container.
    func clear(_ container: ModelContainer, _ isCleared: (ScopeName) -> Bool) {
        for declaration in program.declarations.indices {
            clear(ModelFactory(container: container, declaration: declaration), isCleared)
        }
        outdateConstructions(inChildrenOf: container, isCleared)
    }

    func reset(_ singletons: ModelSingletons?) {
        singletons?.instances = [:]
        for construction in constructions where construction.singletons === singletons {
            construction.isOutdated = true
        }
    }

    // MARK: - Resets

    private func reset(_ factory: ModelFactory, _ options: FactoryResetOptions) {
        let scope = scope(of: factory)
        reset(&factory.container.records[factory.declaration, default: ModelRecord()], options)
        if options == .all || options == .scope {
            clear(factory) { _ in true }
            clearSingletons(factory, scope)
        }
        // A construction in progress uses what was reset.
        outdateConstructions(in: factory.container, of: factory.declaration) { _ in true }
        outdateConstructionsInChildren(factory)
        outdateSingletons(factory, scope)
    }

    func reset(_ container: ModelContainer, _ options: FactoryResetOptions) {
        guard options != .none else { return }
        container.records = container.records.mapValues { record in
            var record = record
            reset(&record, options)
            return record
        }
        if options == .all || options == .scope { clear(container) { _ in true } }
        if options == .all || options == .registration {
            container.registerAgain()
        }
        if mistake == .registrationResetClearsInstances, options == .registration { clear(container) { _ in true } }
        if mistake == .containerResetClearsSingletons, options == .all { reset(singletons(of: .singleton)) }
        // The container does not store what is built while it changes as a whole, and neither do its children.
        outdateConstructions(in: container) { _ in true }
        outdateConstructions(inChildrenOf: container) { _ in true }
    }

    private func reset(_ record: inout ModelRecord, _ options: FactoryResetOptions) {
        switch options {
        case .all:
            let instances = record.instances
            record = ModelRecord()
            record.instances = instances
        case .registration:
            record.external.resetRegistration()
            record.automatic.resetRegistration()
        case .context:
            record.external.modifiers.contexts = [:]
            record.automatic.modifiers.contexts = [:]
            record.areContextsCleared = true
        case .scope, .none: break
        }
    }

    // MARK: - Saving

    func push(_ container: ModelContainer) {
        container.saved.append((container.records.mapValues(\.withoutAutomatic), container.settings))
    }

    func pop(_ container: ModelContainer) {
        guard let saved = container.saved.popLast() else { return }
        clear(container) { _ in true }
        let records = container.records
        container.records = saved.records
        container.settings = saved.settings
        container.registerAgain()
        outdateConstructions(in: container) { _ in true }
        if mistake == .popLeavesContexts {
            for (declaration, record) in records {
                let contexts = record.modifiers.contexts
                container.records[declaration, default: ModelRecord()].external.modifiers.contexts = contexts
            }
        }
    }

    func look(at container: ModelContainer) {
        let records = container.records.values
        let isEmpty = FactoryResetOptions.every.map { options in
            records.allSatisfy { record in
                let registration =
                    record.registration == nil && record.override == nil && record.parts.isEmpty
                    && record.external.decorations.isEmpty && record.automatic.decorations.isEmpty
                let context = record.modifiers.contexts.isEmpty
                let scope = record.instances.isEmpty
                return switch options {
                case .all: registration && scope && record.modifiers == ModelModifiers() && !record.isPastOnce
                case .registration: registration
                case .context: context
                case .scope: scope
                case .none: true
                }
            }
        }
        events.append(.isEmpty(isEmpty, container.defaultScope))
    }
}
