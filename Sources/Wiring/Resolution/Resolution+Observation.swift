extension Resolution {
    /// Tells observers and the trace that the resolution begins.
    func announce(_ slot: SlotState?) {
        guard !request.isRepeated else { return }
        if !settings.observers.isEmpty {
            let observed = observedResolution(slot)
            observations = settings.observers.map { ($0, $0.begin(observed)) }
        }
        if settings.trace, !ResolutionStack.isEndingSession { line = ResolutionSession.current.reserveLine() }
    }

    package func observedResolution(_ slot: SlotState?) -> ObservedResolution {
        let (dependency, plan) = (request.declaration, Plan(for: request, slot))
        let replacement: ObservedResolution.Replacement?
        var context: FactoryContextType?
        switch plan.source {
        case .override(let closure): replacement = .init(dependency: dependency, kind: .override, stored: closure)
        case .registration(let closure):
            replacement = .init(dependency: dependency, kind: .registration, stored: closure)
        case .contribution: replacement = request.contribution.flatMap(ObservedResolution.Replacement.init)
        case .context(_, let type): (replacement, context) = (nil, type)
        case .declaration: replacement = nil
        }
        return ObservedResolution(
            dependency: dependency,
            isComposed: request.modification.kind.isComposed,
            container: "\(type(of: request.container))",
            hasSharedContainer: request.container is any TaskLocalContainer,
            level: ResolutionStack.level,
            replacement: replacement,
            decorations: plan.decorations.map { .init(dependency: dependency, kind: .decoration, stored: $0) },
            context: context,
            scope: scope,
            dependent: ResolutionStack.enclosingStep,
            call: call,
            isPromise: request.modification.kind == .promise,
            hooks: modifiers.hooks?.names ?? []
        )
    }

    /// Shows an instance, new or stored, to the decorator, the trace and the observers.
    func show<T>(_ instance: T) {
        guard !request.isRepeated else { return }
        if let decorator = modifiers.decorator {
            decorator.show(instance, isNew: origin != .scope)
        } else {
            settings.decorator?(instance)
        }
        endObservations(with: instance)
    }

    /// Tells the trace and the observers that the resolution has ended without an instance, or that tasks go on to build it.
    func endWithoutInstance() { endObservations(with: Never?.none) }

    private func endObservations<T>(with instance: T?) {
        if let line {
            let text = request.step.traceLine(level: ResolutionStack.level, origin: origin, instance: instance)
            ResolutionSession.current.setLine(line, text, logger: settings.logger)
        }
        for (observer, number) in observations { observer.end(number, from: origin) }
    }
}

extension ObservedResolution {
    /// The observers of what runs here: those of the resolutions on this thread, the innermost first, of the task, and of its
    /// shared container.
    static var currentObservers: [any ResolutionObserver] {
        let resolutions = ResolutionStack.frames.reversed().flatMap { ($0.completion as? Resolution)?.observers ?? [] }
        return resolutions + (taskObserver.map { [$0] } ?? []) + Container.shared.manager.observers
    }
}
