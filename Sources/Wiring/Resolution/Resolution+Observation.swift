extension Resolution {
    /// Tells observers and the trace that the resolution begins.
    func announce(_ slot: SlotState?) {
        if !settings.observers.isEmpty {
            let observed = observedResolution(slot)
            observations = settings.observers.map { ($0, $0.begin(observed)) }
        }
        if settings.trace, !ResolutionStack.isEndingSession { line = ResolutionSession.current.reserveLine() }
    }

    private func observedResolution(_ slot: SlotState?) -> ObservedResolution {
        let dependency = request.declaration
        let override = slot?.override.map { ObservedResolution.Replacement($0, of: dependency, .override) }
        let registration =
            slot?.registration.map { ObservedResolution.Replacement($0, of: dependency, .registration) }
            ?? request.contribution.flatMap(ObservedResolution.Replacement.init)
        let decorations = slot?.decorations(in: request.manager.automaticRun) ?? []
        // An override takes precedence over contexts.
        let contexts = override == nil ? modifiers.contexts : FactoryContext.Closures()
        let context = contexts.isEmpty ? nil : contexts.closure(in: request.manager.context)?.type
        return ObservedResolution(
            dependency: dependency,
            isCollection: request.modification.kind == .collection,
            container: "\(type(of: request.container))",
            hasSharedContainer: request.container is any TaskLocalContainer,
            level: ResolutionStack.level,
            replacement: override ?? (context == nil ? registration : nil),
            decorations: decorations.map { ObservedResolution.Replacement($0, of: dependency, .decoration) },
            context: context,
            call: call
        )
    }

    /// Shows an instance, new or stored, to the decorator, the trace and the observers.
    func show<T>(_ instance: T) {
        if let decorator = modifiers.decorator {
            decorator.show(instance, isNew: origin != .scope)
        } else if !(T.self is Outcome.Type) {
            // The caller of an outcome shows its instance.
            settings.decorator?(instance)
        }
        if let line { ResolutionSession.current.setLine(line, traceLine(instance), logger: settings.logger) }
        for (observer, number) in observations { observer.end(number, from: origin) }
    }

    private func traceLine<T>(_ instance: T) -> String {
        let step = PathStep(declaration: request.declaration, container: "\(type(of: request.container))")
        let level = ResolutionStack.level
        guard let outcome = instance as? Outcome else {
            return step.traceLine(level: level, origin: origin, instance: instance)
        }
        guard let instance = outcome.instance else {
            let type = type(of: outcome).instanceType
            return step.traceLine(level: level, origin: origin, address: 0, type: type)
        }
        return step.traceLine(level: level, origin: origin, instance: instance)
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
