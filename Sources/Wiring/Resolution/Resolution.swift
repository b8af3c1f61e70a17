/// One resolution of one declaration from one container: which closure, for how long, and who looks at the result.
@usableFromInline
struct Resolution<P, T> {
    let container: any ManagedContainer
    let manager: ContainerManager
    let declaration: Declaration
    /// The closure of the declaration.
    let make: (P) -> T
    /// The modifiers that the declaration set in this very access. They win over what the container keeps, and hold even
    /// if the container is reset at this moment.
    let declared: Modifiers<P, T>?

    @usableFromInline
    init(
        container: any ManagedContainer,
        manager: ContainerManager,
        declaration: Declaration,
        make: @escaping (P) -> T,
        declared: Modifiers<P, T>?
    ) {
        self.container = container
        self.manager = manager
        self.declaration = declaration
        self.make = make
        self.declared = declared
    }

    /// Resolves. No lock is held while a closure runs.
    @usableFromInline
    func run(_ parameters: P) -> T {
        manager.registerAutomatically(container)
        guard P.self != Void.self else {
            return ResolutionStack.withFrame(declaration, of: container) { look(parameters) }
        }
        return withUnsafePointer(to: parameters) { parameter in
            ResolutionStack.withFrame(declaration, of: container, parameter: UnsafeRawPointer(parameter)) {
                look(parameters)
            }
        }
    }

    private func look(_ parameters: P) -> T {
        let settings = manager.currentSettings
        let line = settings.trace && !ResolutionStack.isEndingSession ? OutermostResolution.current.reserveLine() : nil
        if !ResolutionStack.isShallow { rejectRepetition() }
        let kept = slot?.current
        let modifiers = modifiers(over: kept)
        let (instance, origin) = instance(parameters, kept, modifiers, settings)
        if let decorator = modifiers.decorator {
            decorator(instance, origin != .cache)
        } else {
            settings.decorator?(instance)
        }
        if let line {
            let step = PathStep(declaration: declaration, container: "\(type(of: container))")
            let text = TraceLine(level: ResolutionStack.level, step: step).text(origin: origin, instance: instance)
            OutermostResolution.current.setLine(line, text, logger: settings.logger)
        }
        return instance
    }

    private var slot: Slot<P, T>? { manager.slot(for: declaration, P.self, T.self) }

    /// What the declaration has set, over what the container keeps.
    private func modifiers(over kept: SlotState<P, T>?) -> Modifiers<P, T> {
        guard let kept else { return declared ?? Modifiers() }
        return declared?.overlaying(kept.modifiers) ?? kept.modifiers
    }

    private func instance(
        _ parameters: P,
        _ kept: SlotState<P, T>?,
        _ modifiers: Modifiers<P, T>,
        _ settings: Settings
    ) -> (T, TraceLine.Origin) {
        let scope = (modifiers.scope ?? settings.defaultScope ?? Scope.unique).used
        let home: Instances<P, T>
        switch scope.lifetime {
        case .unique:
            if settings.circularDependencyTesting { rejectRepetition() }
            let (closure, origin) = closure(kept, modifiers)
            return (closure(parameters), origin)
        case .graph:
            home = OutermostResolution.current.instances(
                of: manager.makeSlot(for: declaration, P.self, T.self),
                in: manager
            )
        case .cached, .shared:
            home = manager.makeSlot(for: declaration, P.self, T.self).instances
        case .singleton:
            home = singletons(of: scope)
        }
        var origin = TraceLine.Origin.cache
        let rule = KeepingRule(
            scope: scope.keeper,
            isWeak: scope.lifetime == .shared,
            seconds: modifiers.timeToLive
        )
        let instance = home.value(
            for: modifiers.parameterKey.map { $0(parameters) },
            rule,
            epoch: { epoch(scope) },
            mayKeep: { manager.isRegistered(container) },
            path: { ResolutionStack.path }
        ) {
            // The closure is chosen after the claim, so that one registered later clears what is being built.
            let kept = slot?.current
            let chosen = closure(kept, self.modifiers(over: kept))
            origin = chosen.origin
            return chosen.closure(parameters)
        }
        return (instance, origin)
    }

    /// The epoch of what keeps a scope's instances.
    private func epoch(_ scope: Scope) -> Epoch.Stamp {
        switch scope.lifetime {
        case .cached, .shared: manager.epoch.stamp(for: scope.keeper)
        // Holds because only a `Singleton` has this lifetime.
        case .singleton: unsafeDowncast(scope, to: Scope.Singleton.self).epoch.stamp(for: scope.keeper)
        case .graph, .unique: Epoch.Stamp()
        }
    }

    private func singletons(of scope: Scope) -> Instances<P, T> {
        // Holds because only a `Singleton` has this lifetime, and the types are a part of the declaration.
        let table = unsafeDowncast(scope, to: Scope.Singleton.self).instances
        return unsafeDowncast(table.find(declaration, orInsert: Instances<P, T>.init), to: Instances<P, T>.self)
    }

    /// The closure that counts: an override, or a context's, or the registered one, or the declaration's.
    private func closure(
        _ kept: SlotState<P, T>?,
        _ modifiers: Modifiers<P, T>
    ) -> (closure: (P) -> T, origin: TraceLine.Origin) {
        if let override = kept?.override { return (override, .registration) }
        if !modifiers.contexts.isEmpty, let closure = modifiers.contexts.closure(in: FactoryContext.current) {
            return (closure, .context)
        }
        if let registered = kept?.registration { return (registered, .registration) }
        return (make, .declaration)
    }

    /// Ends the program if this declaration is being built on this thread already, for the same parameter; or so often
    /// that it will not end, where nobody can tell whether it is the same.
    private func rejectRepetition() {
        var unknown = 0
        let circle = ResolutionStack.repetition { earlier, last in
            let isOfSameContainer = earlier.pointee.container.toOpaque() == last.pointee.container.toOpaque()
            if let isSame = isSameParameter(earlier.pointee.parameter, last.pointee.parameter) {
                guard isSame else { return false }
                if isOfSameContainer { return true }
            }
            unknown += 1
            return unknown >= Self.endlessRepetitions
        }
        if let circle { Failure.circularDependency(circle) }
    }

    /// So many rounds of one declaration, which cannot be told apart, are taken for endless.
    private static var endlessRepetitions: Int { 400 }

    /// Whether two parameters of this declaration are the same; `nil` where that cannot be known.
    private func isSameParameter(_ earlier: UnsafeRawPointer?, _ last: UnsafeRawPointer?) -> Bool? {
        guard P.self != Void.self else { return true }
        guard let earlier, let last else { return false }
        // Holds because the frames are of one declaration, whose parameter is a `P`, and a frame's parameter is there as
        // long as the frame.
        return areEqual(
            earlier.assumingMemoryBound(to: P.self).pointee,
            last.assumingMemoryBound(to: P.self).pointee
        )
    }
}
