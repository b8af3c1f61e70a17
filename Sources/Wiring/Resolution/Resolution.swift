/// A resolution on the slow path: it determines which closure runs, how long the instance is kept, and who observes it.
///
/// The library begins it, pushes its frame, and determines the next step. The caller calls the declaration's closure, which only it
/// has. The library returns stored instances and calls registered closures, and ends the resolution. No lock is held while a closure
/// runs.
final class Resolution: Frame.Completion {
    struct Request {
        let container: AnyObject
        let manager: ContainerManager
        let declaration: Declaration
        /// What the factory value has set. It takes precedence over the container's slot, even during a reset.
        var modification = Modification.none
        /// Where it was resolved.
        let call: CallSite
        var parameter: AnyParameter?
    }

    enum Step {
        /// Return a stored instance, or one that another thread has built.
        case instance(StoredInstance.Strong)
        /// Call a closure that replaces the declaration's.
        case closure(AnyClosure)
        /// Call the declaration's closure.
        case declaration
    }

    private let request: Request
    private let settings: ContainerManager.Settings
    private let modifiers: Modifiers
    /// Stores the instance under construction: a ``Construction`` or the session. `nil` if the instance is not stored.
    private var storage: Frame.Completion?
    private(set) var next = Step.declaration
    private var origin = InstanceOrigin.scope
    /// The index of the trace's line; `nil` without a trace.
    private var line: Int?
    /// The observers that were told of the beginning, and the numbers that they returned.
    private var observations: [(observer: any ResolutionObserver, number: Int)] = []

    private init(_ request: Request, _ settings: ContainerManager.Settings, _ modifiers: Modifiers) {
        self.request = request
        self.settings = settings
        self.modifiers = modifiers
    }

    override var parameter: AnyParameter? { request.parameter }
    override var call: CallSite? { request.call.isKnown ? request.call : nil }
    var observers: [any ResolutionObserver] { settings.observers }

    // MARK: - Begin

    /// Begins a resolution. It ends with ``end(with:)`` or ``instanceWithoutDeclaration(_:_:)``.
    static func begin(_ request: Request) -> Resolution {
        let manager = request.manager
        while true {
            let restarts = manager.settledRestarts()
            manager.registerAutomatically(request.container)
            let slot = manager.slot(for: request.declaration)?.takeUnretainedValue().current
            let resolution = Resolution(
                request,
                manager.currentSettings,
                request.modification.modifiers(over: slot ?? SlotState())
            )
            let container = Frame.ContainerID(request.container, manager)
            ResolutionStack.push(Frame(declaration: request.declaration, container: container, completion: resolution))
            resolution.next = resolution.firstStep()
            if manager.hasNotRestarted(since: restarts) {
                resolution.announce(slot)
                return resolution
            }
            resolution.discard()
        }
    }

    /// Continues a construction for which a closure was registered after the claim.
    static func resume(_ construction: Frame.Completion, _ request: Request) -> Resolution {
        let slot = request.manager.slot(for: request.declaration)?.takeUnretainedValue().current
        let modifiers = request.modification.modifiers(over: slot ?? SlotState())
        // There were no observers when the resolution began.
        let resolution = Resolution(request, ContainerManager.Settings(), modifiers)
        resolution.storage = construction
        ResolutionStack.setCompletion(resolution)
        resolution.next = resolution.chooseClosure()
        return resolution
    }

    /// Ends the innermost resolution, which this is, before it starts over.
    func discard() {
        abandon()
        ResolutionStack.pop()
    }

    private func firstStep() -> Step {
        if ResolutionStack.depth > ResolutionStack.cycleCheckDepth { rejectRepetition() }
        if let instance = claim() { return .instance(instance) }
        // Chosen after the claim, so that a closure that is registered later outdates the construction.
        return chooseClosure()
    }

    /// The stored instance; `nil` if it must be built.
    private func claim() -> StoredInstance.Strong? {
        let (manager, declaration) = (request.manager, request.declaration)
        let scope = (modifiers.scope ?? settings.defaultScope ?? Scope.unique).used(in: manager.isolation)
        let policy = Cell.Policy(scope: scope.id, isWeak: scope.kind == .shared, seconds: modifiers.timeToLive)
        let instances: Instances
        var generations: (any Generation.Source)?
        switch scope.kind {
        case .unique:
            if settings.circularDependencyTesting { rejectRepetition() }
            return nil
        case .graph where modifiers.hashing == nil:
            let session = ResolutionSession.current
            switch session.claim(manager.makeSlot(for: declaration), in: manager, policy) {
            case .instance(let instance): return instance
            case .build:
                storage = session
                return nil
            }
        case .graph:
            instances = ResolutionSession.current.instances(of: manager.makeSlot(for: declaration), in: manager)
        case .cached, .shared:
            instances = manager.makeSlot(for: declaration)
            generations = manager
        case .singleton:
            // SAFETY: Only a `Singleton` is of this kind.
            let singleton = unsafeDowncast(scope, to: Scope.Singleton.self)
            instances = singleton.instances.find(declaration, orInsert: Instances.init)
            generations = singleton
        }
        while true {
            let cell = instances.cell(for: request.parameter, modifiers.hashing, policy)
            switch cell.claimOrFail(policy, outdatedBy: generations, mayPublish: { manager.hasAutoRegistered }) {
            case .instance(let instance): return instance
            case .build(let construction):
                storage = construction
                return nil
            // Find the cell that has replaced it.
            case .retired: continue
            }
        }
    }

    /// The closure that applies now: an override, that of a context, a registered one, or the declaration's.
    private func chooseClosure() -> Step {
        let slot = request.manager.slot(for: request.declaration)?.takeUnretainedValue().current ?? SlotState()
        let contexts = request.modification.modifiers(over: slot).contexts
        origin = .replacement
        if let override = slot.override { return .closure(override.closure) }
        if !contexts.isEmpty, let context = contexts.closure(in: request.manager.context) {
            origin = .context
            return .closure(context.closure)
        }
        if let registration = slot.registration { return .closure(registration.closure) }
        origin = .declaration
        return .declaration
    }

    // MARK: - End

    /// Stores a new instance, and shows it to decorators, the trace and observers.
    override func end<T>(with instance: T) {
        storage?.end(with: instance)
        storage = nil
        show(instance)
    }

    override func instanceWithoutDeclaration<P, T>(_ parameters: P, _ product: T.Type) -> T {
        defer { ResolutionStack.pop() }
        switch next {
        case .instance(let stored):
            let instance = stored.value(T.self)
            show(instance)
            return instance
        case .closure(let closure):
            let instance = closure.closure(P.self, T.self)(parameters)
            end(with: instance)
            return instance
        case .declaration: fatalError("only the caller has the declaration's closure")
        }
    }

    override func abandon() {
        storage?.abandon()
        storage = nil
    }

    // MARK: - Observation

    /// Tells observers and the trace that the resolution begins.
    private func announce(_ slot: SlotState?) {
        if !settings.observers.isEmpty {
            let observed = observedResolution(slot)
            observations = settings.observers.map { ($0, $0.begin(observed)) }
        }
        if settings.trace, !ResolutionStack.isEndingSession { line = ResolutionSession.current.reserveLine() }
    }

    private func observedResolution(_ slot: SlotState?) -> ObservedResolution {
        let dependency = request.declaration
        let override = slot?.override.map { ObservedResolution.Replacement($0, of: dependency, isOverride: true) }
        let registration = slot?.registration.map {
            ObservedResolution.Replacement($0, of: dependency, isOverride: false)
        }
        // An override takes precedence over contexts.
        let contexts = override == nil ? modifiers.contexts : FactoryContext.Closures()
        let context = contexts.isEmpty ? nil : contexts.closure(in: request.manager.context)?.type
        return ObservedResolution(
            dependency: dependency,
            container: "\(type(of: request.container))",
            level: ResolutionStack.depth - 1,
            replacement: override ?? (context == nil ? registration : nil),
            context: context,
            call: call
        )
    }

    /// Shows an instance, new or stored, to the decorator, the trace and the observers.
    private func show<T>(_ instance: T) {
        if let decorator = modifiers.decorator?.closure((T, Bool).self, Void.self) {
            decorator((instance, origin != .scope))
        } else {
            settings.decorator?(instance)
        }
        if let line {
            let step = PathStep(declaration: request.declaration, container: "\(type(of: request.container))")
            let text = step.traceLine(level: ResolutionStack.depth - 1, origin: origin, instance: instance)
            ResolutionSession.current.setLine(line, text, logger: settings.logger)
        }
        for (observer, number) in observations { observer.end(number, from: origin) }
    }

    // MARK: - Cycles

    /// Stops the program if this thread is already building this declaration for the same parameter; or so often that it will not
    /// end, if its parameters cannot be compared.
    private func rejectRepetition() {
        var uncomparable = 0
        let cycle = ResolutionStack.repetition { earlier, last in
            let isOfSameContainer = earlier.container == last.container
            if let isSame = isSameParameter(earlier, last) {
                guard isSame else { return false }
                if isOfSameContainer { return true }
            }
            uncomparable += 1
            return uncomparable >= Self.recursionLimit
        }
        if let cycle { Failure.circularDependency(cycle) }
    }

    /// The recursion limit of one declaration for parameters that cannot be compared.
    private static var recursionLimit: Int { 400 }

    /// Whether two frames of this declaration have the same parameter; `nil` if they cannot be compared.
    private func isSameParameter(_ earlier: Frame, _ last: Frame) -> Bool? {
        guard request.declaration.parameter != Void.self else { return true }
        // A resolution on the fast path has not stored its parameter.
        guard let earlier = earlier.completion?.parameter, let last = last.completion?.parameter else { return false }
        return last.isSame(as: earlier)
    }
}

extension Cell.Reference {
    /// Claims the cell for a resolution on this thread. A cycle stops the program.
    func claimOrFail(
        _ policy: Cell.Policy,
        outdatedBy generations: (any Generation.Source)?,
        mayPublish: () -> Bool
    ) -> Claim {
        do {
            return try claim(policy, outdatedBy: generations, mayPublish: mayPublish)
        } catch {
            Failure.circularDependency(error.path)
        }
    }
}

extension ObservedResolution {
    /// The observers of what runs here: those of the resolutions on this thread, the innermost first, of the task, and of its shared
    /// container.
    static var currentObservers: [any ResolutionObserver] {
        let resolutions = ResolutionStack.frames.reversed().flatMap { ($0.completion as? Resolution)?.observers ?? [] }
        return resolutions + (taskObserver.map { [$0] } ?? []) + Container.shared.manager.observers
    }
}
