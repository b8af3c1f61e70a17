extension ModelSubject {
    /// An instance that is being built.
    final class Construction {
        let container: ModelContainer
        let declaration: Int
        let scope: ScopeName
        /// Where it is to be kept, if not in its container.
        let singletons: ModelSingletons?
        /// Whether something has been changed meanwhile, so that it is not kept.
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
        if let thing = kept(factory, key, modifiers.timeToLive) {
            decorate(thing, modifiers.decorator, decorator, isNew: false)
            return thing
        }
        let construction = Construction(factory, scope, singletons(of: scope))
        constructions.append(construction)
        let thing = build(closure(of: factory, modifiers), factory, parameter)
        constructions.removeLast()
        if let thing, !construction.isOutdated {
            keep(thing, factory, key, modifiers.timeToLive, construction.singletons)
        }
        decorate(thing, modifiers.decorator, decorator, isNew: true)
        return thing
    }

    /// What applies to a factory value: what was set on it, and else what its container knows.
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
        scope == .singleton ? singletons[boundSingletons] : ownSingletons[scope]
    }

    // MARK: - Keeping

    /// The instance that a factory's scope keeps.
    private func kept(_ factory: ModelFactory, _ key: ModelInstances.Key, _ timeToLive: Double?) -> Thing? {
        var found: Thing?
        change(factory, key.scope, singletons(of: key.scope)) { instances in
            guard var instance = instances[key] else {
                // One that is made takes the place of another scope's.
                if !key.scope.keepsNothing { instances.clear(besides: key) }
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

    private func keep(
        _ thing: Thing,
        _ factory: ModelFactory,
        _ key: ModelInstances.Key,
        _ timeToLive: Double?,
        _ singletons: ModelSingletons?
    ) {
        let isWeak = key.scope.isWeak
        if key.scope.keepsNothing { return }
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

    /// Changes the instances of a declaration that are kept where a scope keeps them.
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

    // MARK: - Making

    /// The closure that makes an instance: an override, else that of a context, a registered one, or the declaration's.
    private func closure(of factory: ModelFactory, _ modifiers: ModelModifiers) -> Recipe {
        let record = factory.container.records[factory.declaration]
        let context = worlds[shared].applying.lazy.compactMap { modifiers.contexts[$0] }.first
        let declared = program.declarations[factory.declaration].recipe
        if mistake == .contextBeatsOverride { return context ?? record?.override ?? record?.registration ?? declared }
        return record?.override ?? context ?? record?.registration ?? declared
    }

    /// Does what a closure does.
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

    /// Runs the decorator of a factory, or else that of its container.
    private func decorate(_ thing: Thing?, _ own: Int?, _ containers: Int?, isNew: Bool) {
        let number = thing?.number ?? 0
        if let own {
            events.append(.decorated(number, by: own, isNew: isNew))
            if mistake != .decoratorsAddUp { return }
        }
        if let containers { events.append(.decorated(number, by: containers, isNew: nil)) }
    }
}
