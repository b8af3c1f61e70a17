extension Resolution {
    /// Tells observers that the resolution begins.
    func announce(_ slot: SlotState?) {
        guard !request.isRepeated else { return }
        var events = ObservedResolution.Events.resolutions
        if builds { events |= request.declaration.effects == .none ? .constructions : .constructions | .failures }
        var observers = request.manager.observers(in: settings, of: events)
        // Tracing what a logger resolves would not terminate.
        if settings.trace, !ResolutionStack.isEndingSession { observers.append(TraceLine(settings.logger)) }
        guard !observers.isEmpty else { return }
        let resolution = observedResolution(slot)
        observation = Observation(of: resolution, by: observers.map { ($0, $0.begin(resolution)) })
    }

    /// The innermost resolution of this thread, if it is one.
    package static var innermost: Resolution? { ResolutionStack.frames.last?.completion as? Resolution }

    /// What is set about the declaration now.
    package var state: SlotState? { request.manager.state(of: request.declaration, over: automatic) }

    package func observedResolution(_ slot: SlotState?) -> ObservedResolution {
        let (dependency, plan) = (request.declaration, plan ?? Plan(for: request, slot))
        // It ends with this resolution, if that has begun.
        let path = ResolutionStack.path
        var (replacement, context): (ObservedResolution.Replacement?, FactoryContextType?) = (nil, nil)
        switch plan.source {
        case .replacement(_, .contribution): replacement = request.contribution.flatMap { .init($0) }
        case .replacement(let new, let kind): replacement = .init(dependency: dependency, kind: kind, stored: new)
        case .context(_, let type): context = type
        case .declaration: break
        }
        return ObservedResolution(
            step: request.step,
            isInChild: request.manager.isChildOfSameType,
            isComposed: request.modification.kind.isComposed,
            level: path.count - 1,
            replacement: replacement,
            decorations: plan.decorations.map { .init(dependency: dependency, kind: .decoration, stored: $0) },
            context: context,
            scope: scope,
            dependent: path.dropLast().last,
            call: place,
            isPromise: request.modification.kind == .promise && request.manager.promiseTriggersError,
            hooks: modifiers.hooks,
            origin: origin,
            began: began ?? .now,
            afterOperation: afterOperation
        )
    }

    /// Where it was resolved, if that is known. What a part is made from was resolved where the part was.
    private var place: CallSite? {
        if let call { return call }
        let outer = ResolutionStack.frames.dropLast().last?.completion as? Resolution
        return outer?.request.modification.kind.whole != nil ? outer?.observation?.resolution.call : nil
    }

    /// Shows an instance, new or stored, to the decorator and the observers.
    package func show<T>(_ instance: T) {
        guard !request.isRepeated else { return }
        if let decorator = modifiers.decorator {
            decorator.show(instance, isNew: origin != .scope)
        } else {
            settings.decorator?(instance)
        }
        observation?.end(with: instance)
    }

    /// Who observes a resolution.
    package final class Observation: Sendable {
        fileprivate let resolution: ObservedResolution
        /// The observers that were told of the beginning, and the numbers that they returned.
        private let observers: [(observer: any ContainerObserver, number: Int)]

        init(of resolution: ObservedResolution, by observers: [(observer: any ContainerObserver, number: Int)]) {
            (self.resolution, self.observers) = (resolution, observers)
        }

        /// Tells the observers that a closure has made the instance, or has failed.
        package func endConstruction(_ failure: ConstructionFailure? = nil) {
            guard resolution.isConstruction else { return }
            for (observer, number) in observers { observer.endConstruction(resolution, number, failure) }
        }

        /// Tells the observers that the resolution has ended.
        package func end<T>(with instance: T?) {
            for (observer, number) in observers { observer.end(resolution, number, with: instance) }
        }

        package func endWithoutInstance() { end(with: Never?.none) }
    }
}

extension ObservedResolution {
    /// The observers of what runs here: those of the resolutions on this thread, the innermost first, of the task, and of its
    /// shared container.
    static var currentObservers: [any ContainerObserver] {
        let resolutions = ResolutionStack.frames.reversed().flatMap {
            ($0.completion as? Resolution)?.settings.observers ?? []
        }
        return resolutions + (taskObserver.map { [$0] } ?? []) + Container.shared.manager.observers
    }
}

extension Resolution {
    /// What the scope keeps for the declaration: the number of instances, and the time since the last use of one that has a time to
    /// live. Those of the graph scope are not kept.
    package var kept: (count: Int, age: Duration?, isUnderConstruction: Bool) {
        let scope = scope
        // SAFETY: The manager retains its slots, and the scope its instances.
        let instances: Instances? =
            scope.kind == .singleton
            ? (scope as? Scope.Singleton)?.instances.find(request.declaration)?.object
            : request.manager.slots.find(request.declaration)?.object
        guard let instances, scope.kind != .unique, scope.kind != .graph else { return (0, nil, false) }
        let expiry = modifiers.timeToLive.map { TimeToLive.Expiry($0) }
        func isKept(_ stored: StoredInstance, _ used: Int64?) -> Bool {
            stored.scope == scope.id && stored.keepAlive != nil && !stored.isOver
                && expiry?.isAlive(since: used) ?? true
        }
        if modifiers.hashing != nil {
            var count = 0
            for (_, stored, used) in instances.snapshotOfInstances().perParameter where isKept(stored, used) {
                count += 1
            }
            return (count, nil, false)
        }
        switch instances.withState({ $0.content }) {
        case .building(_, scope.id, _): return (0, nil, true)
        case .full(let stored, let used) where isKept(stored, used):
            guard let expiry, let used else { return (1, nil, false) }
            return (1, .nanoseconds(expiry.now - used), false)
        default: return (0, nil, false)
        }
    }
}
