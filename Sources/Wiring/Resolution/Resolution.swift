/// One resolution of one declaration from one container: which closure, for how long, and who looks at the result.
struct Resolution<P, T> {
    let container: any ManagedContainer
    let manager: ContainerManager
    let declaration: Declaration
    /// What the declaration set in this very access. It wins over what the container keeps, and holds even if the container
    /// is reset at this moment.
    let declared: Modification
    /// Where it was asked for.
    let call: CallSite

    /// Resolves. No lock is held while a closure runs.
    ///
    /// - Parameter make: The closure of the declaration.
    func run(_ parameters: P, _ make: (P) -> T) -> T {
        manager.registerAutomatically(container)
        guard P.self != Void.self else {
            return ResolutionStack.withFrame(declaration, of: container) { look(parameters, make) }
        }
        return withUnsafePointer(to: parameters) { parameter in
            ResolutionStack.withFrame(declaration, of: container, parameter: UnsafeRawPointer(parameter)) {
                look(parameters, make)
            }
        }
    }

    private func look(_ parameters: P, _ make: (P) -> T) -> T {
        let settings = manager.currentSettings
        let kept = slot?.current
        let modifiers = modifiers(over: kept)
        let observed = settings.observer.map { begin(kept, modifiers, $0) } ?? 0
        let line = settings.trace && !ResolutionStack.isEndingSession ? OutermostResolution.current.reserveLine() : nil
        if ResolutionStack.depth > ResolutionStack.suspiciousDepth { rejectRepetition() }
        let (instance, origin) = run(for: settings.observer) {
            self.instance(parameters, kept, modifiers, settings, make)
        }
        if let decorator = modifiers.decorator?.decorator(T.self) {
            decorator(instance, origin != .cache)
        } else {
            settings.decorator?(instance)
        }
        if let line {
            let step = PathStep(declaration: declaration, container: "\(type(of: container))")
            let text = TraceLine(level: ResolutionStack.depth - 1, step: step).text(origin: origin, instance: instance)
            OutermostResolution.current.setLine(line, text, logger: settings.logger)
        }
        settings.observer?.end(observed, from: origin.observed)
        return instance
    }

    /// Tells an observer that this begins.
    private func begin(_ kept: SlotState?, _ modifiers: Modifiers, _ observer: any ResolutionObserver) -> Int {
        let replacement = kept?.override ?? (context(modifiers) == nil ? kept?.registration : nil)
        let isPreparing = context(modifiers)?.isPreparation ?? false
        return observer.begin(
            ObservedResolution(
                dependency: ObservedDeclaration(declaration),
                container: "\(type(of: container))",
                level: ResolutionStack.depth - 1,
                isReplaced: replacement != nil || isPreparing,
                replacement: replacement?.call,
                call: call.isKnown ? call : nil
            )
        )
    }

    private func run<R>(for observer: (any ResolutionObserver)?, _ body: () -> R) -> R {
        guard let observer else { return body() }
        return ObservedResolution.$observer.withValue(observer, operation: body)
    }

    private func context(_ modifiers: Modifiers) -> (closure: Kept, isPreparation: Bool)? {
        modifiers.contexts.isEmpty ? nil : modifiers.contexts.closure(in: FactoryContext.current)
    }

    private var slot: Slot? { manager.slot(for: declaration)?.takeUnretainedValue() }

    /// What the declaration has set, over what the container keeps.
    private func modifiers(over kept: SlotState?) -> Modifiers { declared.modifiers(over: kept ?? SlotState()) }

    private func instance(
        _ parameters: P,
        _ kept: SlotState?,
        _ modifiers: Modifiers,
        _ settings: Settings,
        _ make: (P) -> T
    ) -> (T, TraceLine.Origin) {
        let scope = (modifiers.scope ?? settings.defaultScope ?? Scope.unique).used
        var origin = TraceLine.Origin.cache
        let rule = KeepingRule(
            scope: scope.keeper,
            isWeak: scope.lifetime == .shared,
            seconds: modifiers.timeToLive
        )
        func build() -> Built {
            // The closure is chosen after the claim, so that one registered later clears what is being built.
            let made = self.make(parameters, make)
            origin = made.origin
            return rule.built(made.instance)
        }
        // Holds because the declaration has this parameter.
        let keying = modifiers.keying.map { unsafeDowncast($0, to: ParameterKeying<P>.self) }
        let home: Instances
        switch scope.lifetime {
        case .unique:
            if settings.circularDependencyTesting { rejectRepetition() }
            return self.make(parameters, make)
        case .graph where keying == nil:
            let slot = manager.makeSlot(for: declaration)
            let held = OutermostResolution.current.held(of: slot, in: manager, seconds: rule.seconds, make: build)
            return (held.value(T.self), origin)
        case .graph:
            home = OutermostResolution.current.instances(of: manager.makeSlot(for: declaration), in: manager)
        case .cached, .shared:
            home = manager.makeSlot(for: declaration)
        // Holds because only a `Singleton` has this lifetime.
        case .singleton:
            home = unsafeDowncast(scope, to: Scope.Singleton.self).instances.find(declaration, orInsert: Instances.init)
        }
        let held = home.value(
            for: parameters,
            keying,
            rule,
            epoch: { scope.epoch(in: manager) },
            mayKeep: { manager.isRegistered(container) },
            make: build
        )
        return (held.value(T.self), origin)
    }

    /// Makes an instance by the closure that counts now.
    func make(_ parameters: P, _ make: (P) -> T) -> (instance: T, origin: TraceLine.Origin) {
        let kept = slot?.current
        let (closure, origin) = closure(kept, modifiers(over: kept))
        return (closure.map { $0(parameters) } ?? make(parameters), origin)
    }

    /// The closure that counts: an override, or a context's, or the registered one, or, for `nil`, the declaration's.
    private func closure(
        _ kept: SlotState?,
        _ modifiers: Modifiers
    ) -> (closure: ((P) -> T)?, origin: TraceLine.Origin) {
        if let override = kept?.override { return (override.closure.closure(P.self, T.self), .registration) }
        if let context = context(modifiers) { return (context.closure.closure(P.self, T.self), .context) }
        if let registered = kept?.registration { return (registered.closure.closure(P.self, T.self), .registration) }
        return (nil, .declaration)
    }

    /// Ends the program if this declaration is being built on this thread already, for the same parameter; or so often
    /// that it will not end, where nobody can tell whether it is the same.
    private func rejectRepetition() {
        var unknown = 0
        let circle = ResolutionStack.repetition { earlier, last in
            let isOfSameContainer = earlier.pointee.container == last.pointee.container
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
        // A type without content, like `Void`, has one value; and where that is built with optimization, no address.
        guard MemoryLayout<P>.size > 0 else { return true }
        guard let earlier, let last else { return false }
        // Holds because the frames are of one declaration, whose parameter is a `P`, and a frame's parameter is there as
        // long as the frame.
        return areEqual(
            earlier.assumingMemoryBound(to: P.self).pointee,
            last.assumingMemoryBound(to: P.self).pointee
        )
    }
}
