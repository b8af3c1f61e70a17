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
        /// What starts before the instance.
        var handles: [ModelHandle] = []

        init(_ factory: ModelFactory, _ scope: ScopeName, _ singletons: ModelSingletons?) {
            container = factory.container
            declaration = factory.declaration
            self.scope = scope
            self.singletons = singletons
        }
    }

    /// Resolves a factory.
    func resolve(_ factory: ModelFactory, _ parameter: Int) -> Thing? {
        // The declaration's closure resolves from the container that it was declared in.
        let declared = ModelClosure(
            recipe: program.declarations[factory.declaration].recipe,
            container: factory.container
        )
        let plan = program.declarations[factory.declaration]
        var factory = factory
        #if DEBUG
            // A promise takes the slow path, which is a use of the child.
            if plan.product == .promised { registerAutomatically(factory.container) }
        #endif
        if isBuildingSingleton { factory.container = factory.container.root }
        registerAutomatically(factory.container)
        depth += 1
        defer {
            depth -= 1
            if depth == 0, mistake != .graphOutlivesItsResolution { graph = [:] }
        }
        var scope = scope(of: factory)
        if factory.container.parent != nil, scope.isSingleton {
            if factory.container.replaces(factory.declaration) {
                scope = .cached
            } else if mistake != .singletonsSeeTheChild {
                factory.container = factory.container.root
                registerAutomatically(factory.container)
            }
        }
        let modifiers = modifiers(of: factory)
        let decorator = factory.container.decorator
        let ignoresParameters =
            mistake == .scopeOnParametersIgnoresParameters
            || mistake == .effectsIgnoreParameters && plan.effect != .none
        let isByParameter = modifiers.isScopedOnParameters && !ignoresParameters
        let key = ModelInstances.Key(scope: scope, parameter: isByParameter ? parameter : nil)
        // What nothing stores runs until its container stops.
        let keeps =
            scope != .graph && !(scope.isWeak && plan.product == .value)
            && modifiers.timeToLive.map { $0.seconds > 0 } ?? true
        if let (thing, handles) = storedInstance(factory, key, modifiers.timeToLive) {
            addDependencies(handles)
            let own = handles.first { $0.node.declaration == factory.declaration }
            if let own, mistake != .onlyNewInstancesStart {
                admit(own, thing, isKept: keeps, in: factory.container, singletons(of: scope))
            }
            decorate(thing, modifiers.decorator, decorator, isNew: false)
            return thing
        }
        let construction = Construction(factory, scope, singletons(of: scope))
        constructions.append(construction)
        // A replacement during the construction does not decorate its instance.
        let decorations = factory.container.record(factory.declaration).decorations
        var thing = build(closure(of: factory, modifiers) ?? declared, factory.declaration, parameter)
        if thing != nil || plan.effect == .none || mistake == .failuresAreDecorated {
            for number in decorations { thing = wrap(thing, by: number) }
        }
        constructions.removeLast()
        let node =
            thing == nil || !plan.hasHooks
            ? nil : ModelNode(factory.declaration, in: factory.container, dependencies: construction.handles)
        let own = node.map { ModelHandle($0, released) }
        let handles = own.map { [$0] } ?? construction.handles
        if let thing, !construction.isOutdated {
            store(thing, factory, key, modifiers.timeToLive, construction.singletons, handles)
        }
        addDependencies(handles)
        if let own, let thing { admit(own, thing, isKept: keeps, in: factory.container, construction.singletons) }
        if thing != nil || plan.effect == .none { decorate(thing, modifiers.decorator, decorator, isNew: true) }
        return thing
    }

    /// Whether a singleton is being built, for which children are not visible.
    private var isBuildingSingleton: Bool { constructions.contains { $0.singletons != nil } }

    /// Decorates an instance, or `nil`.
    private func wrap(_ inner: Thing?, by number: Int) -> Thing? {
        let outer = inner.map { Thing([$0], in: census) }
        events.append(.wrapped(outer?.number ?? 0, by: number, inner: inner?.number ?? 0))
        return outer
    }

    /// The modifiers that apply to a factory value: its own, then those of its container.
    private func modifiers(of factory: ModelFactory) -> ModelModifiers {
        let record = factory.container.record(factory.declaration)
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
        let standard = factory.container.defaultScope
        if mistake == .defaultScopeBeatsUnique, own == .unique { return standard ?? .unique }
        return own ?? standard ?? .unique
    }

    /// The singletons of a scope.
    func singletons(of scope: ScopeName) -> ModelSingletons? {
        scope == .singleton ? singletons[boundSingletons] : customSingletons[scope]
    }

    // MARK: - Storage

    /// The instance that a factory's scope stores.
    private func storedInstance(_ factory: ModelFactory, _ key: ModelInstances.Key, _ timeToLive: ModelLifetime?) -> (
        Thing, [ModelHandle]
    )? {
        var found: (Thing, [ModelHandle])?
        change(factory, key.scope, singletons(of: key.scope)) { instances in
            guard var instance = instances[key] else {
                // A new instance replaces that of another scope.
                if !key.scope.storesNothing { instances.clear(besides: key) }
                // It is not specified when they are evicted, and when what they were built with stops.
                if key.parameter != nil, instances.hasDeadDependents { isUnspecified = true }
                return
            }
            if instance.hasStopped, mistake != .stoppedInstancesAreResolved {
                // It is not specified whether their starts have failed by now.
                let hasFailed = { (node: ModelNode) in self.failed.contains { $0 === node || node.needs($0) } }
                if instance.handles.map(\.node).contains(where: hasFailed) { isUnspecified = true }
                instances[key] = nil
                return
            }
            if let timeToLive, timeToLive.seconds <= 0 || now - (instance.usedAt ?? now) >= timeToLive.seconds {
                instances[key] = nil
                return
            }
            guard let thing = instance.thing else {
                // What it was built with is let go, even if the closure fails.
                instances[key] = nil
                return
            }
            found = (thing, instance.handles)
            if let timeToLive {
                let slides =
                    timeToLive.isSliding
                    ? mistake != .timeToLiveDoesNotSlide : mistake == .absoluteTimeToLiveSlides
                instance.usedAt = slides ? now : instance.usedAt ?? now
            }
            instances[key] = instance
        }
        return found
    }

    private func store(
        _ thing: Thing,
        _ factory: ModelFactory,
        _ key: ModelInstances.Key,
        _ timeToLive: ModelLifetime?,
        _ singletons: ModelSingletons?,
        _ handles: [ModelHandle]
    ) {
        let isWeak = key.scope.isWeak
        if key.scope.storesNothing { return }
        if isWeak, program.declarations[factory.declaration].product == .value { return }
        if let timeToLive, timeToLive.seconds <= 0 { return }
        change(factory, key.scope, singletons) {
            $0[key] = ModelInstance(
                thing,
                isWeak: isWeak && mistake != .sharedIsStrong,
                usedAt: timeToLive == nil ? nil : now,
                handles
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

    /// The closure that replaces the declared one: the override, otherwise that of a context, or the registered one.
    private func closure(of factory: ModelFactory, _ modifiers: ModelModifiers) -> ModelClosure? {
        let record = factory.container.record(factory.declaration)
        let context = worlds[shared].applying.lazy.compactMap { modifiers.contexts[$0] }.first
        if mistake == .contextBeatsOverride { return context ?? record.override ?? record.registration }
        return record.override ?? context ?? record.registration
    }

    /// Runs a closure of a declaration, or of the collection.
    func build(_ closure: ModelClosure, _ declaration: Int, _ parameter: Int) -> Thing? {
        let (recipe, plan) = (
            closure.recipe, declaration < program.collection ? program.declarations[declaration] : nil
        )
        let parameter = plan?.takesParameter == true ? parameter : 0
        if plan?.product == .promised, recipe == plan?.recipe { return nil }
        var needs: [Thing] = []
        for step in recipe.steps where step.isAllowed(in: declaration, of: program) {
            switch step {
            case .change(let operation): change(operation)
            case .need(let need):
                let bound = (boundSingletons, shared)
                (boundSingletons, shared) = (need.singletons ?? bound.0, need.shared ?? bound.1)
                var container = need.container.map { containers[$0] } ?? closure.container
                if container.isSession, !program.isOfSession(need.declaration), let parent = container.parent {
                    if mistake != .sessionsBuildWhatTheirParentDeclares { container = parent }
                }
                if let thing = resolve(factory(need.declaration, in: container), need.parameter) {
                    needs.append(thing)
                }
                (boundSingletons, shared) = bound
            }
        }
        let isNothing = program.makesNothing(recipe, in: declaration)
        if isNothing, plan?.effect == .asynchronous { spared += needs }
        let thing = isNothing ? nil : Thing(needs, in: census)
        events.append(
            .made(thing?.number ?? 0, by: recipe.number, parameter: parameter, of: needs.map(\.number))
        )
        return thing
    }

    /// Runs the decorator of a factory, or otherwise that of its container.
    func decorate(_ thing: Thing?, _ own: Int?, _ containers: Int?, isNew: Bool) {
        let number = thing?.number ?? 0
        if let own {
            events.append(.decorated(number, by: own, isNew: isNew))
            if mistake != .decoratorsAddUp { return }
        }
        if let containers { events.append(.decorated(number, by: containers, isNew: nil)) }
    }
}
