/// A resolution on the slow path: it determines which closure runs, how long the instance is kept, and who observes it.
///
/// The library begins it, pushes its frame, and determines the next step. The caller calls the declaration's closure, which
/// only it has. The library returns stored instances and calls closures that replace the declaration's, and ends the
/// resolution. No lock is held while a closure runs.
package final class Resolution: Frame.Completion {
    package struct Request {
        package internal(set) var container: AnyObject
        package internal(set) var manager: ContainerManager
        package let declaration: Declaration
        /// The modifiers of the factory value. They take precedence over the container's slot, even during a reset.
        package let modification: Modification
        /// Where it was resolved.
        let call: CallSite
        let parameter: AnyParameter?
        /// The part of a collection that is resolved, if it was contributed without a declaration.
        var contribution: Contribution?
        /// The manager of the child that this was directed to the root from.
        var child: ContainerManager?
        /// Whether the declaration is isolated to the main actor, as far as a check of declarations knows.
        package internal(set) var isOnMainActor = false
        /// Whether the declaration's closure is one of the main actor, as far as that check knows.
        package internal(set) var isBuiltOnMainActor = false
        /// What has the tasks that wait, if the declaration is asynchronous.
        package var waiters: (any Flight.Waiters.Type)?
        /// Whether a start looks up what it has just resolved: no decorator and no observer sees it again.
        package var isRepeated = false

        init(
            _ declaration: Declaration,
            _ modification: Modification,
            of container: AnyObject,
            _ manager: ContainerManager,
            at call: CallSite,
            for parameter: AnyParameter?
        ) {
            (self.container, self.manager) = (container, manager)
            (self.declaration, self.modification) = (declaration, modification)
            (self.call, self.parameter) = (call, parameter)
        }
    }

    package enum Step {
        /// Return a stored instance, or one that another thread has built.
        case instance(StoredInstance.Strong)
        /// Throw the error of another thread's closure.
        case failure(ConstructionFailure)
        /// Await the flight of another task.
        case wait(Flight)
        /// Call a closure that replaces the declaration's.
        case closure(ErasedClosure)
        /// Call the declaration's closure.
        case declaration
    }

    package let request: Request
    package let settings: ContainerManager.Settings
    /// What `autoRegister()` has set, for the whole resolution.
    let automatic: AutomaticRegistration?
    package let modifiers: Modifiers
    /// Stores the instance under construction; `nil` if it is not stored.
    @exclusivity(unchecked) package private(set) var flight: Flight?
    /// The singleton scope that stores the instance, if one does.
    private(set) var singletons: Scope.Singleton?
    /// The handles of what the instance under construction depends on: see ``FollowerHandle``.
    private var dependencies: [FollowerHandle] = []
    @exclusivity(unchecked) package private(set) var next = Step.declaration
    /// How the instance is made, if it is built.
    @exclusivity(unchecked) private(set) var plan: Plan?
    var origin = InstanceOrigin.scope
    /// When it began; `nil` if nobody observes it.
    let began: ContinuousClock.Instant?
    @exclusivity(unchecked) package var observation: Observation?
    /// See ``ObservedResolution/afterOperation``.
    private(set) var afterOperation: String?

    private init(
        _ request: Request,
        _ settings: ContainerManager.Settings,
        _ automatic: AutomaticRegistration?,
        _ modifiers: Modifiers
    ) {
        self.request = request
        self.settings = settings
        self.automatic = automatic
        self.modifiers = modifiers
        began = settings.observers.isEmpty ? nil : .now
    }

    /// The scope that keeps the instance.
    package var scope: Scope {
        (modifiers.scope ?? request.modification.admitted(settings.defaultScope) ?? Scope.unique)
            .used(in: request.manager.isolation)
    }

    /// The closures that decorate a new instance.
    package var decorations: [SlotState.Replacement] { plan?.decorations ?? [] }

    override var parameter: AnyParameter? { request.parameter }
    override var call: CallSite? { request.call.ifKnown }

    // MARK: - Begin

    /// Begins a resolution. It ends with ``end(with:)`` or ``instanceWithoutDeclaration(_:_:)``.
    package static func begin(_ request: Request) -> Resolution {
        let routed = request.routed
        request.logNotice(routed)
        var (request, singleton) = (routed, Scope?.none)
        while true {
            let (resolution, slot) = prepare(&request, &singleton)
            #if DEBUG
                let contexts = resolution.modifiers.contexts
                request.manager.logMisspeltArguments(contexts, of: request.step, in: request.container)
                resolution.afterOperation = request.noteAfterOperation(slot)
                resolution.logHooksOfChild()
            #endif
            ResolutionStack.push(Frame(step: request.step, completion: resolution))
            if ResolutionStack.isCycleCheckDue(at: ResolutionStack.depth) { resolution.rejectRepetition() }
            // Chosen after the claim, so that a closure that is registered later outdates the construction.
            resolution.next = resolution.claim() ?? resolution.chooseClosure()
            // An instance that another flight makes goes to all callers that waited for it.
            if !resolution.builds || request.manager.isCurrent(resolution.automatic) {
                resolution.announce(slot)
                return resolution
            }
            // Before it starts over.
            resolution.abandon()
            ResolutionStack.pop()
        }
    }

    /// A resolution that has yet to begin, and what the container and its parents set.
    ///
    /// - Parameters:
    ///   - request: A routed request. Becomes that to the root, for a singleton that a child does not replace.
    ///   - singleton: The scope of a singleton that is resolved from the root of a child.
    ///   - isForGraph: Whether nothing will be resolved, so that a singleton of a ``ChildContainer`` does no harm.
    package static func prepare(
        _ request: inout Request,
        _ singleton: inout Scope?,
        isForGraph: Bool = false
    ) -> (Resolution, SlotState?) {
        while true {
            let manager = request.manager
            let automatic = manager.automaticRegistration(of: request.container)
            let slot = manager.state(of: request.declaration, over: automatic)
            let settings = manager.currentSettings
            var modifiers = request.modification.modifiers(over: slot)
            if let singleton {
                modifiers.scope = singleton
            } else if let scope = modifiers.scope ?? request.modification.admitted(settings.defaultScope),
                scope.kind == .singleton
            {
                switch manager.singletonRoute(for: request.declaration) {
                case .scope: break
                case .child: modifiers.scope = Scope.cached
                case .root:
                    (request, singleton) = (isForGraph ? request.fromRoot ?? request : request.toRoot, scope)
                    continue
                }
            }
            return (Resolution(request, settings, automatic, modifiers), slot)
        }
    }

    /// Whether this resolution builds the instance.
    var builds: Bool {
        switch next {
        case .instance, .failure, .wait: false
        case .closure, .declaration: true
        }
    }

    /// The stored instance, or that of another flight; `nil` if it must be built.
    private func claim() -> Step? {
        let (manager, declaration, scope) = (request.manager, request.declaration, scope)
        guard let storage = manager.storage(of: declaration, scope, modifiers.timeToLive) else {
            rejectFollowing(isShared: false)
            if settings.circularDependencyTesting, ResolutionStack.depth <= ResolutionStack.cycleCheckDepth {
                rejectRepetition()
            }
            return nil
        }
        if scope.kind == .shared { rejectFollowing(isShared: true) }
        singletons = scope as? Scope.Singleton
        let claim = storage.claim(for: request.parameter, modifiers.hashing, waiters: request.waiters) {
            manager.keepsInstances && automatic?.isComplete ?? true
        }
        switch claim {
        case .instance(let instance): return .instance(instance)
        case .failure(let failure): return .failure(failure)
        case .wait(let flight): return .wait(flight)
        case .build(let flight):
            self.flight = flight
            return nil
        case .retired: fatalError("the storage finds the cell that has replaced it")
        }
    }

    /// Stops the program if the instances are to be followed, which the scope does not allow. A check of declarations reports that itself.
    private func rejectFollowing(isShared: Bool) {
        guard let following = modifiers.following, CollectedFailure.collector == nil else { return }
        following.reject(ResolutionStack.path, isShared: isShared, at: call)
    }

    /// Calls the closure that applies now. Its instance is decorated as of now.
    private func chooseClosure() -> Step {
        let plan = Plan(for: request, request.manager.state(of: request.declaration, over: automatic))
        (self.plan, origin) = (plan, plan.origin)
        return plan.closure.map { .closure($0) } ?? .declaration
    }

    // MARK: - End

    /// Decorates a new instance, stores it, and shows it to the decorator and observers.
    override func end<T>(with instance: inout T) {
        for decoration in decorations { instance = decoration.closure.typed(T.self, T.self)(instance) }
        store(&instance)
        show(instance)
    }

    /// Stores a new instance, if a scope keeps it.
    package override func store<T>(_ instance: inout T) {
        guard let flight = flight.take() else {
            observation?.endConstruction()
            return
        }
        let handle = makeHandle(of: instance, dependencies: dependencies)
        _ = flight.addDependencies(handle.map { [$0] } ?? dependencies)
        // The callers of an asynchronous flight await the start, and find observers told.
        if flight.isAsynchronous {
            if let handle { admit(handle, instance) }
            flight.willResume = observation.map { observation in { observation.endConstruction() } }
            flight.end(with: &instance)
            // If it had ended before, nobody was resumed.
            flight.willResume.take()?()
        } else {
            flight.end(with: &instance)
            if let handle { admit(handle, instance) }
            observation?.endConstruction()
        }
    }

    /// Returns a stored instance, and shows it.
    package func found<T>(_ stored: StoredInstance.Strong, _ product: T.Type) -> T {
        let instance = stored.value(T.self)
        addDependencies(on: stored, instance)
        show(instance)
        return instance
    }

    func instanceWithoutDeclaration<P, T>(_ parameters: P, _ product: T.Type) -> T {
        defer { ResolutionStack.pop() }
        switch next {
        case .instance(let stored): return found(stored, T.self)
        case .closure(let closure):
            var instance = closure.typed(P.self, T.self)(parameters)
            end(with: &instance)
            return instance
        case .declaration: fatalError("only the caller has the declaration's closure")
        case .failure, .wait: fatalError("the closure neither throws nor awaits")
        }
    }

    override var buildsSingleton: Bool { flight?.buildsSingleton ?? false }

    override package func addDependencies(_ nodes: [FollowerHandle]) -> Bool {
        guard flight != nil else { return false }
        dependencies.add(nodes)
        return true
    }

    package override func fail(_ failure: ConstructionFailure) {
        // Before those that wait for the instance receive the error.
        observation?.endConstruction(failure)
        flight.take()?.fail(failure)
    }

    package override func abandon() { flight.take()?.abandon() }
}

extension Resolution {
    /// Stops the program if this thread is already building this declaration for the same parameter; or so often that it will not
    /// end, if its parameters cannot be compared.
    func rejectRepetition() {
        // A part may be one of a part, or of what needs another part. What it resolves finds a cycle.
        guard request.modification.kind.whole == nil else { return }
        var uncomparable = 0
        let cycle = ResolutionStack.repetition { earlier, last in
            let isOfSameContainer = earlier.step.containerNumber == last.step.containerNumber
            if let isSame = isSameParameter(earlier, last) {
                guard isSame else { return false }
                if isOfSameContainer { return true }
            }
            uncomparable += 1
            return uncomparable >= Self.recursionLimit
        }
        if let cycle { Failure.circularDependency(cycle, at: call) }
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

    /// How an instance is made that is built now: which closure makes it, and what decorates it.
    ///
    /// It says which closure takes precedence. Resolutions, the trace and observers read it. If nothing but overrides and
    /// registrations is set, `enterOrLeave` and ``ContainerManager/directClosure(for:in:_:parentsWithout:)`` find the same closure in
    /// fewer steps.
    package struct Plan {
        package enum Source {
            case declaration
            case context(ErasedClosure, FactoryContextType)
            /// A contribution, if it is a part of a collection that has a closure instead of a declaration.
            case replacement(SlotState.Replacement, ObservedResolution.Replacement.Kind)
        }

        package let source: Source
        /// The closures that decorate the instance, in order.
        let decorations: [SlotState.Replacement]

        /// - Parameter slot: What the container and its parents set; `nil` if they set nothing.
        package init(for request: Resolution.Request, _ slot: SlotState?) {
            decorations = slot?.decorations ?? []
            source = Self.source(for: request, slot)
        }

        private static func source(for request: Resolution.Request, _ slot: SlotState?) -> Source {
            if let override = slot?.override { return .replacement(override, .override) }
            if let context = request.modification.modifiers(over: slot).closure(in: request.manager.context) {
                return .context(context.closure, context.type)
            }
            if let registration = slot?.registration { return .replacement(registration, .registration) }
            if let closure = request.contribution?.closure { return .replacement(closure.replacement, .contribution) }
            return .declaration
        }

        /// The closure, unless it is the declaration's.
        var closure: ErasedClosure? {
            switch source {
            case .declaration: nil
            case .context(let closure, _): closure
            case .replacement(let replacement, _): replacement.closure
            }
        }

        var origin: InstanceOrigin {
            switch source {
            case .declaration: .declaration
            case .context: .context
            case .replacement: .replacement
            }
        }
    }
}
