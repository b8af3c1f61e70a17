/// A resolution on the slow path: it determines which closure runs, how long the instance is kept, and who observes it.
///
/// The library begins it, pushes its frame, and determines the next step. The caller calls the declaration's closure, which
/// only it has. The library returns stored instances and calls registered closures, and ends the resolution. No lock is held
/// while a closure runs.
final class Resolution: Frame.Completion {
    struct Request {
        let container: AnyObject
        let manager: ContainerManager
        let declaration: Declaration
        /// The modifiers of the factory value. They take precedence over the container's slot, even during a reset.
        var modification = Modification.none
        /// Where it was resolved.
        let call: CallSite
        var parameter: AnyParameter?
        /// The part of a collection that is resolved, if it was contributed without a declaration.
        var contribution: Contribution?
        /// The manager of the child that this was directed to the root from.
        var child: ContainerManager?
    }

    enum Step {
        /// Return a stored instance, or one that another thread has built.
        case instance(StoredInstance.Strong)
        /// Call a closure that replaces the declaration's.
        case closure(ErasedClosure)
        /// Call the declaration's closure.
        case declaration
    }

    let request: Request
    let settings: ContainerManager.Settings
    let modifiers: Modifiers
    /// Stores the instance under construction: a ``Construction`` or the session. `nil` if the instance is not stored.
    private var storage: Frame.Completion?
    /// The singleton scope that stores the instance, if one does.
    private(set) var singletons: Scope.Singleton?
    /// The nodes that the instance under construction depends on: see ``AnyLifecycleNode``.
    private var dependencies: [AnyLifecycleNode] = []
    private(set) var next = Step.declaration
    /// The closures that decorate a new instance.
    private var decorations: [SlotState.Replacement] = []
    var origin = InstanceOrigin.scope
    /// The index of the trace's line; `nil` without a trace.
    var line: Int?
    /// The observers that were told of the beginning, and the numbers that they returned.
    var observations: [(observer: any ResolutionObserver, number: Int)] = []

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
        var request = request.visible
        /// The scope of a singleton that is resolved from the root of a child.
        var singleton: Scope?
        while true {
            let manager = request.manager
            let restarts = manager.settledRestarts()
            manager.registerAutomatically(request.container)
            let slot = manager.state(of: request.declaration)
            let settings = manager.currentSettings
            var modifiers = request.modification.modifiers(over: slot ?? SlotState())
            if let singleton {
                modifiers.scope = singleton
            } else if manager.parent != nil, let scope = modifiers.scope ?? settings.defaultScope,
                scope.kind == .singleton
            {
                guard manager.isReplacedInChild(request.declaration) else {
                    (request, singleton) = (request.toRoot, scope)
                    continue
                }
                modifiers.scope = Scope.cached
            }
            let resolution = Resolution(request, settings, modifiers)
            // Continue only if everything was read before a restart.
            guard manager.hasNotRestarted(since: restarts) else { continue }
            let container = Frame.ContainerID(request.container, manager)
            ResolutionStack.push(Frame(declaration: request.declaration, container: container, completion: resolution))
            resolution.next = resolution.firstStep()
            if resolution.hasInstance || manager.hasNotRestarted(since: restarts) {
                resolution.announce(slot)
                return resolution
            }
            resolution.discard()
        }
    }

    /// Continues a construction for which a closure was registered after the claim.
    static func resume(_ construction: Frame.Completion, _ request: Request) -> Resolution {
        let slot = request.manager.state(of: request.declaration)
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

    /// Whether a scope or another thread's construction has provided the instance: it goes to all callers that waited for it.
    private var hasInstance: Bool { if case .instance = next { true } else { false } }

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
        var generations: Generation.Watch?
        switch scope.kind {
        case .unique:
            if modifiers.hooks != nil { Failure.hooksWithoutScope(ResolutionStack.path, at: call) }
            if settings.circularDependencyTesting { rejectRepetition() }
            return nil
        case .graph where modifiers.hashing == nil && !ResolutionSession.current.isAsynchronous:
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
            generations = Generation.Watch(source: manager, declaration: declaration)
        case .singleton:
            // SAFETY: Only a `Singleton` is of this kind.
            let singleton = unsafeDowncast(scope, to: Scope.Singleton.self)
            instances = singleton.instances.find(declaration, orInsert: Instances.init)
            generations = Generation.Watch(source: singleton, declaration: declaration)
            singletons = singleton
        }
        while true {
            let cell = instances.cell(for: request.parameter, modifiers.hashing, policy)
            switch cell.claimOrFail(policy, outdatedBy: generations, mayPublish: { manager.keepsInstances }) {
            case .instance(let instance): return instance
            case .build(let construction):
                storage = construction
                return nil
            // Find the cell that has replaced it.
            case .retired: continue
            }
        }
    }

    /// The closure that applies now: an override, that of a context, a registered one, or the declaration's. Its instance is
    /// decorated as of now.
    private func chooseClosure() -> Step {
        let slot = request.manager.state(of: request.declaration) ?? SlotState()
        let contexts = request.modification.modifiers(over: slot).contexts
        decorations = slot.decorations(in: request.manager.automaticRun)
        origin = .replacement
        if let override = slot.override { return .closure(override.closure) }
        if !contexts.isEmpty, let context = contexts.closure(in: request.manager.context) {
            origin = .context
            return .closure(context.closure)
        }
        if let registration = slot.registration ?? request.contribution?.closure?.replacement {
            return .closure(registration.closure)
        }
        origin = .declaration
        return .declaration
    }

    // MARK: - End

    /// Decorates a new instance, stores it, and shows it to the decorator, the trace and observers.
    override func end<T>(with instance: inout T) {
        for decoration in decorations { instance = decoration.closure.typed(T.self, T.self)(instance) }
        if let storage {
            self.storage = nil
            let node = makeNode(of: instance, dependencies: dependencies)
            if node == nil, modifiers.hooks != nil { (instance as? Outcome)?.setCompletion(self) }
            _ = storage.addDependencies(node.map { [$0] } ?? dependencies)
            storage.end(with: &instance)
            if let node { admit(node, instance) }
        }
        show(instance)
    }

    override func instanceWithoutDeclaration<P, T>(_ parameters: P, _ product: T.Type) -> T {
        defer { ResolutionStack.pop() }
        switch next {
        case .instance(let stored):
            let instance = stored.value(T.self)
            addDependencies(on: stored, instance)
            show(instance)
            return instance
        case .closure(let closure):
            var instance = closure.typed(P.self, T.self)(parameters)
            end(with: &instance)
            return instance
        case .declaration: fatalError("only the caller has the declaration's closure")
        }
    }

    override func addDependencies(_ nodes: [AnyLifecycleNode]) -> Bool {
        guard storage != nil else { return false }
        dependencies += nodes
        return true
    }

    override func abandon() {
        storage?.abandon()
        storage = nil
    }
}

extension Cell.Reference {
    /// Claims the cell for a resolution on this thread. A cycle stops the program.
    func claimOrFail(
        _ policy: Cell.Policy,
        outdatedBy generations: Generation.Watch?,
        mayPublish: () -> Bool
    ) -> Claim {
        do {
            let claim = try claim(policy, outdatedBy: generations, mayPublish: mayPublish)
            if case .build(let construction) = claim, policy.scope == .singletons { construction.beginSingleton() }
            return claim
        } catch {
            Failure.circularDependency(error.path)
        }
    }
}
