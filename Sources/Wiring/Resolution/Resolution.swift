/// One resolution for which there is more to look at than its declaration's closure: which closure, for how long, and who looks
/// at the result.
///
/// It begins in the library, which pushes its frame, looks at all that is set, and says what comes next. The closure of the
/// declaration is then called by the caller, who alone knows it; what was kept or registered is the library's to hand out. It
/// ends in the library again. No lock is held while a closure runs.
final class Resolution: Duty {
    /// What is asked for.
    struct Request {
        let container: AnyObject
        let manager: ContainerManager
        let declaration: Declaration
        /// What the declaration set in this very access. It wins over what the container keeps, and holds even if the container
        /// is reset at this moment.
        var declared = Modification.none
        /// Where it was asked for.
        let call: CallSite
        var parameter: AnyParameter?
    }

    /// What comes next.
    enum Step {
        /// To take the instance that a scope has, or that another thread has built.
        case instance(Held)
        /// To call a closure that stands in the place of the declaration's.
        case closure(AnyClosure)
        /// To call the declaration's closure.
        case declaration
    }

    private let request: Request
    private let settings: Settings
    private let modifiers: Modifiers
    /// Who keeps the instance that is being built: a construction, or the outermost resolution; `nil` if nobody does.
    private var keeper: Duty?
    /// What comes next.
    private(set) var next = Step.declaration
    private var origin = TraceLine.Origin.cache
    /// The place of the trace's line; `nil` without a trace.
    private var line: Int?
    /// What the observer calls this.
    private var observed = 0

    private init(_ request: Request, _ settings: Settings, _ modifiers: Modifiers) {
        self.request = request
        self.settings = settings
        self.modifiers = modifiers
    }

    override var parameter: AnyParameter? { request.parameter }
    override var call: CallSite? { request.call.isKnown ? request.call : nil }
    /// Who is told of this resolution.
    var observer: (any ResolutionObserver)? { settings.observer }

    // MARK: - Begin

    /// Begins a resolution, which ``end(with:)`` ends.
    static func begin(_ request: Request) -> Resolution {
        let manager = request.manager
        while true {
            let forgettings = manager.forgettings()
            manager.registerAutomatically(request.container)
            let kept = manager.slot(for: request.declaration)?.takeUnretainedValue().current
            let resolution = Resolution(
                request,
                manager.currentSettings,
                request.declared.modifiers(over: kept ?? SlotState())
            )
            let container = ContainerIdentity(request.container, manager)
            ResolutionStack.push(Frame(declaration: request.declaration, container: container, duty: resolution))
            resolution.next = resolution.begin()
            if manager.hasForgottenNothing(since: forgettings) {
                resolution.announce(kept)
                return resolution
            }
            resolution.giveUp()
        }
    }

    /// Ends the innermost resolution, which this is, because it begins anew.
    func giveUp() {
        abandon()
        ResolutionStack.pop()
    }

    /// Tells those who look at resolutions that this begins.
    private func announce(_ kept: SlotState?) {
        if let observer = settings.observer { observed = tell(observer, kept) }
        if settings.trace, !ResolutionStack.isEndingSession { line = OutermostResolution.current.reserveLine() }
    }

    private func begin() -> Step {
        if ResolutionStack.depth > ResolutionStack.suspiciousDepth { rejectRepetition() }
        if let held = claim() { return .instance(held) }
        // Chosen after the claim, so that a closure registered later clears what is being built.
        return chooseClosure()
    }

    /// Continues a construction for which something has been registered since it was claimed.
    static func take(over construction: Duty, _ request: Request) -> Resolution {
        let kept = request.manager.slot(for: request.declaration)?.takeUnretainedValue().current
        let modifiers = request.declared.modifiers(over: kept ?? SlotState())
        // What looks at the instance was not there when the resolution began.
        let resolution = Resolution(request, Settings(), modifiers)
        resolution.keeper = construction
        ResolutionStack.setDuty(resolution)
        resolution.next = resolution.chooseClosure()
        return resolution
    }

    /// Tells an observer that this begins.
    private func tell(_ observer: any ResolutionObserver, _ kept: SlotState?) -> Int {
        let dependency = ObservedDeclaration(request.declaration)
        let override = kept?.override.map { ObservedReplacement($0, of: dependency, isOverride: true) }
        let registration = kept?.registration.map { ObservedReplacement($0, of: dependency, isOverride: false) }
        // An override comes before it.
        let contexts = override == nil ? modifiers.contexts : ContextClosures()
        let context = contexts.isEmpty ? nil : contexts.closure(in: request.manager.context)?.type
        return observer.begin(
            ObservedResolution(
                dependency: dependency,
                container: "\(type(of: request.container))",
                level: ResolutionStack.depth - 1,
                replacement: override ?? (context == nil ? registration : nil),
                context: context,
                call: call
            )
        )
    }

    /// The instance that a scope has; `nil` if it is to be built.
    private func claim() -> Held? {
        let (manager, declaration) = (request.manager, request.declaration)
        let scope = (modifiers.scope ?? settings.defaultScope ?? Scope.unique).used(in: manager.isolation)
        let rule = KeepingRule(
            scope: scope.keeper,
            isWeak: scope.lifetime == .shared,
            seconds: modifiers.timeToLive
        )
        let home: Instances
        var changes: (any Changing)?
        switch scope.lifetime {
        case .unique:
            if settings.circularDependencyTesting { rejectRepetition() }
            return nil
        case .graph where modifiers.keying == nil:
            let graph = OutermostResolution.current
            switch graph.claim(manager.makeSlot(for: declaration), in: manager, rule) {
            case .instance(let held): return held
            case .build:
                keeper = graph
                return nil
            }
        case .graph:
            home = OutermostResolution.current.instances(of: manager.makeSlot(for: declaration), in: manager)
        case .cached, .shared:
            home = manager.makeSlot(for: declaration)
            changes = manager
        case .singleton:
            // SAFETY: Only a `Singleton` has this lifetime.
            let singleton = unsafeDowncast(scope, to: Scope.Singleton.self)
            home = singleton.instances.find(declaration, orInsert: Instances.init)
            changes = singleton
        }
        while true {
            let cell = home.cell(for: request.parameter, modifiers.keying, rule)
            switch cell.claimOrFail(rule, outdatedBy: changes, mayKeep: { manager.isRegistered }) {
            case .instance(let held): return held
            case .build(let construction):
                keeper = construction
                return nil
            // A cell that was retired since it was found has a successor.
            case .retired: continue
            }
        }
    }

    /// The closure that counts now: an override, or a context's, or the registered one, or the declaration's.
    private func chooseClosure() -> Step {
        let kept = request.manager.slot(for: request.declaration)?.takeUnretainedValue().current ?? SlotState()
        let contexts = request.declared.modifiers(over: kept).contexts
        origin = .registration
        if let override = kept.override { return .closure(override.closure) }
        if !contexts.isEmpty, let context = contexts.closure(in: request.manager.context) {
            origin = .context
            return .closure(context.closure)
        }
        if let registration = kept.registration { return .closure(registration.closure) }
        origin = .declaration
        return .declaration
    }

    // MARK: - End

    /// Keeps a new instance, and has those see it who look at instances.
    override func end<T>(with instance: T) {
        keep(instance)
        show(instance)
    }

    private func keep<T>(_ instance: T) {
        keeper?.end(with: instance)
        keeper = nil
    }

    /// The instance of a resolution whose next step is not the declaration's closure. Ends the resolution.
    override func answer<P, T>(_ parameters: P, _ product: T.Type) -> T {
        defer { ResolutionStack.pop() }
        switch next {
        case .instance(let held):
            let instance = held.value(T.self)
            show(instance)
            return instance
        case .closure(let closure):
            let instance = closure.closure(P.self, T.self)(parameters)
            end(with: instance)
            return instance
        case .declaration: fatalError("the declaration's closure is the caller's")
        }
    }

    /// Has those see an instance who look at instances, whether it is new or not.
    private func show<T>(_ instance: T) {
        if let decorator = modifiers.decorator?.closure(T.self) {
            decorator(instance, origin != .cache)
        } else {
            settings.decorator?(instance)
        }
        if let line {
            let step = PathStep(declaration: request.declaration, container: "\(type(of: request.container))")
            let text = TraceLine(level: ResolutionStack.depth - 1, step: step).text(origin: origin, instance: instance)
            OutermostResolution.current.setLine(line, text, logger: settings.logger)
        }
        settings.observer?.end(observed, from: origin.observed)
    }

    override func abandon() {
        keeper?.abandon()
        keeper = nil
    }

    // MARK: - Circles

    /// Ends the program if this declaration is being built on this thread already, for the same parameter; or so often
    /// that it will not end, where nobody can tell whether it is the same.
    private func rejectRepetition() {
        var unknown = 0
        let circle = ResolutionStack.repetition { earlier, last in
            let isOfSameContainer = earlier.container == last.container
            if let isSame = isSameParameter(earlier, last) {
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

    /// Whether two frames of this declaration are of the same parameter; `nil` where that cannot be known.
    private func isSameParameter(_ earlier: Frame, _ last: Frame) -> Bool? {
        guard request.declaration.parameter != Void.self else { return true }
        // Nobody looked at the parameter of a resolution that found nothing set.
        guard let earlier = earlier.duty?.parameter, let last = last.duty?.parameter else { return false }
        return last.isSame(as: earlier)
    }
}

extension CellReference {
    /// Claims the cell, for a resolution on this thread. A circular dependency ends the program.
    func claimOrFail(_ rule: KeepingRule, outdatedBy changes: (any Changing)?, mayKeep: () -> Bool) -> Claim {
        do {
            return try claim(rule, outdatedBy: changes, mayKeep: mayKeep)
        } catch {
            Failure.circularDependency(error.path)
        }
    }
}
