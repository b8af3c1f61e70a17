extension ModelSubject {
    /// A construction in progress.
    final class Construction {
        let container: ModelContainer
        let declaration: Int
        let scope: ScopeName
        /// Where the instance is to be stored, if not in its container.
        let singletons: ModelSingletons?
        /// Whether a change has outdated it, so that its instance is not stored.
        var isOutdated = false

        init(_ factory: ModelFactory, _ scope: ScopeName, _ singletons: ModelSingletons?) {
            container = factory.container
            declaration = factory.declaration
            self.scope = scope
            self.singletons = singletons
        }
    }

    /// Resolves a factory.
    func resolve(_ factory: ModelFactory, _ parameter: Int) -> Thing? {
        registerAutomatically(factory.container)
        depth += 1
        defer {
            depth -= 1
            if depth == 0, mistake != .graphOutlivesItsResolution { graph = [:] }
        }
        let modifiers = modifiers(of: factory)
        let decorator = factory.container.settings.decorator
        let scope = scope(of: factory)
        let isByParameter = modifiers.isScopedOnParameters && mistake != .scopeOnParametersIgnoresParameters
        let key = ModelInstances.Key(scope: scope, parameter: isByParameter ? parameter : nil)
        if let thing = storedInstance(factory, key, modifiers.timeToLive) {
            decorate(thing, modifiers.decorator, decorator, isNew: false)
            return thing
        }
        let construction = Construction(factory, scope, singletons(of: scope))
        constructions.append(construction)
        let thing = build(closure(of: factory, modifiers), factory, parameter)
        constructions.removeLast()
        if let thing, !construction.isOutdated {
            store(thing, factory, key, modifiers.timeToLive, construction.singletons)
        }
        decorate(thing, modifiers.decorator, decorator, isNew: true)
        return thing
    }

    /// The modifiers that apply to a factory value: its own, then those of its container.
    private func modifiers(of factory: ModelFactory) -> ModelModifiers {
        let record = factory.container.records[factory.declaration] ?? ModelRecord()
        guard record.isPastOnce else {
            return factory.modifiers.over(factory.modifiersBeforeOnce.over(record.modifiers))
        }
        let contexts = record.areContextsCleared ? [:] : factory.modifiersBeforeOnce.contexts
        let closures = ModelModifiers(decorator: factory.modifiersBeforeOnce.decorator, contexts: contexts)
        return factory.modifiers.over(record.modifiers.over(closures))
    }

    /// The scope of a factory: its own, or the default.
    func scope(of factory: ModelFactory) -> ScopeName {
        let own = modifiers(of: factory).scope
        let standard = factory.container.settings.defaultScope
        if mistake == .defaultScopeBeatsUnique, own == .unique { return standard ?? .unique }
        return own ?? standard ?? .unique
    }

    /// The singletons of a scope.
    func singletons(of scope: ScopeName) -> ModelSingletons? {
        scope == .singleton ? singletons[boundSingletons] : customSingletons[scope]
    }

    // MARK: - Storage

    /// The instance that a factory's scope stores.
    private func storedInstance(_ factory: ModelFactory, _ key: ModelInstances.Key, _ timeToLive: Double?) -> Thing? {
        var found: Thing?
        change(factory, key.scope, singletons(of: key.scope)) { instances in
            guard var instance = instances[key] else {
                // A new instance replaces that of another scope.
                if !key.scope.storesNothing { instances.clear(besides: key) }
                return
            }
            if let timeToLive, timeToLive <= 0 || now - (instance.usedAt ?? now) >= timeToLive {
                instances[key] = nil
                return
            }
            found = instance.thing
            if timeToLive != nil {
                instance.usedAt = mistake == .timeToLiveDoesNotSlide ? instance.usedAt ?? now : now
            }
            instances[key] = instance
        }
        return found
    }

    private func store(
        _ thing: Thing,
        _ factory: ModelFactory,
        _ key: ModelInstances.Key,
        _ timeToLive: Double?,
        _ singletons: ModelSingletons?
    ) {
        let isWeak = key.scope.isWeak
        if key.scope.storesNothing { return }
        if isWeak, program.declarations[factory.declaration].product == .value { return }
        if let timeToLive, timeToLive <= 0 { return }
        change(factory, key.scope, singletons) {
            $0[key] = ModelInstance(
                thing,
                isWeak: isWeak && mistake != .sharedIsStrong,
                usedAt: timeToLive == nil ? nil : now
            )
        }
    }

    /// Changes a declaration's instances where its scope stores them.
    private func change(
        _ factory: ModelFactory,
        _ scope: ScopeName,
        _ singletons: ModelSingletons?,
        _ change: (inout ModelInstances) -> Void
    ) {
        if let singletons {
            change(&singletons.instances[factory.declaration, default: ModelInstances()])
        } else if scope == .graph {
            let key = GraphKey(container: ObjectIdentifier(factory.container), declaration: factory.declaration)
            change(&graph[key, default: ModelInstances()])
        } else {
            change(&factory.container.records[factory.declaration, default: ModelRecord()].instances)
        }
    }

    // MARK: - Construction

    /// The closure that builds an instance: the override, otherwise that of a context, the registered one, or the declared one.
    private func closure(of factory: ModelFactory, _ modifiers: ModelModifiers) -> Recipe {
        let record = factory.container.records[factory.declaration]
        let context = worlds[shared].applying.lazy.compactMap { modifiers.contexts[$0] }.first
        let declared = program.declarations[factory.declaration].recipe
        if mistake == .contextBeatsOverride { return context ?? record?.override ?? record?.registration ?? declared }
        return record?.override ?? context ?? record?.registration ?? declared
    }

    /// Runs a closure.
    private func build(_ recipe: Recipe, _ factory: ModelFactory, _ parameter: Int) -> Thing? {
        let plan = program.declarations[factory.declaration]
        let parameter = plan.takesParameter ? parameter : 0
        if plan.product == .promised, recipe == plan.recipe { return nil }
        var needs: [Thing] = []
        for step in recipe.steps where step.isAllowed(in: factory.declaration) {
            switch step {
            case .change(let operation): change(operation)
            case .need(let need):
                let bound = (boundSingletons, shared)
                (boundSingletons, shared) = (need.singletons ?? bound.0, need.shared ?? bound.1)
                let container = need.container.map { containers[$0] } ?? factory.container
                if let thing = resolve(self.factory(need.declaration, in: container), need.parameter) {
                    needs.append(thing)
                }
                (boundSingletons, shared) = bound
            }
        }
        let thing = recipe.isNothing && plan.product.isOptional ? nil : Thing(needs, in: census)
        events.append(
            .made(thing?.number ?? 0, by: recipe.number, parameter: parameter, of: needs.map(\.number))
        )
        return thing
    }

    /// Runs the decorator of a factory, or otherwise that of its container.
    private func decorate(_ thing: Thing?, _ own: Int?, _ containers: Int?, isNew: Bool) {
        let number = thing?.number ?? 0
        if let own {
            events.append(.decorated(number, by: own, isNew: isNew))
            if mistake != .decoratorsAddUp { return }
        }
        if let containers { events.append(.decorated(number, by: containers, isNew: nil)) }
    }
}
