/// The state of one container: registrations, instances and settings.
///
/// You can use it from any thread and any task. It never holds a lock while it runs your closures, or while it releases
/// your objects.
public final class ContainerManager: Generation.Source, Sendable {
    package let flags: FastPathFlags
    /// A number that is never reused.
    package let number = UInt64.unique()
    let slots = SharedTable<Slot>()
    /// Counts the changes of the container as a whole.
    let generation = Generation()

    /// The address of the container, once it has been used.
    private let owner = AtomicWord()
    private let lazyStateReference = LazyReference<LazyState>()
    let lazyParent = LazyReference<Parent>()
    let lazyIsolation = LazyReference<IsolationState>()
    /// That of the container that this one is a copy of. Not in the lazy state, which most copies do not need.
    let inheritedLineage = LazyReference<Lineage>()

    /// Creates a manager for one container.
    public init() { flags = FastPathFlags(.autoRegistration | Settings.initialSwitches) }

    deinit { slots.end() }

    /// Stops the program if another container has this manager. A factory value retains its container and not the manager, which the
    /// other container may outlive.
    func checkOwner(_ container: AnyObject) {
        let address = UInt64(UInt(bitPattern: ObjectIdentifier(container)))
        let known = owner.current
        if known == address || known == 0 && [0, address].contains(owner.setIfZero(address)) { return }
        Failure.manager(of: type(of: container), "and another container have the same manager")
    }

    /// The changes that outdate a construction: those of the container as a whole, and in a child also those of its parents, and
    /// the parents' replacements of the declaration.
    func stamp(for scope: ScopeID, of declaration: Declaration) -> Generation.Stamp {
        var stamp = generation.stamp(for: scope)
        guard isChild else { return stamp }
        _ = allParents { parent in
            // SAFETY: The child retains its parents, and a parent retains its slots.
            let changes = parent.slots.own.find(declaration)?.with { $0.changes } ?? 0
            stamp = stamp + parent.generation.stamp(for: scope) + Generation.Stamp(begun: changes, ended: changes)
            return true
        }
        return stamp
    }

    /// The state, created on first use.
    package var lazyState: LazyState { lazyStateReference.object { LazyState() } }

    /// The state, if it exists.
    var existingState: LazyState? { lazyStateReference.made }

    // MARK: - Settings

    /// The scope of factories that set none. Initially `nil`, so each of their resolutions makes a new instance.
    ///
    /// Setting this clears nothing. An instance of the previous default scope stays stored until an instance for
    /// another scope replaces it. If you restore the previous default scope before that, the instance is returned
    /// again.
    public var defaultScope: Scope? {
        get { currentSettings.defaultScope?.used(in: isolation) }
        set { change(.defaultScope) { $0.defaultScope = newValue?.stored } }
    }

    /// Whether each resolution from this container adds a line to the trace. Initially `false`.
    ///
    /// ``logger`` receives the lines when the outermost resolution on the thread has ended:
    ///
    /// ```
    /// 0: Container.repository<Repository> = F:105553129472512 LiveRepository
    /// 1:     Container.api<API> = C:105553131569664 LiveAPI
    /// ```
    /// A line begins with the number of resolutions that it is nested in. The letter says where the instance came from:
    /// the closure of a context (`O`), an override or a registered closure (`R`), the declaration's closure (`F`), or a
    /// scope (`C`). The number is the address of an object, and 0 for a value.
    public var trace: Bool {
        get { currentSettings.trace }
        set { change(.trace) { $0.trace = newValue } }
    }

    /// Receives the lines of ``trace``, errors that no caller receives, and notices. By default, it prints them to standard
    /// output.
    ///
    /// The lines of one outermost resolution arrive in order, on its thread. The rest also arrives if ``trace`` is off:
    ///
    /// - In any task: errors that occur after `start`, errors that `onRun` closures throw during a stop, and a message if a
    ///   stop exceeds its limit or a dependency is resolved during a shutdown.
    /// - In a debug build, once in a process: a notice of what is allowed but probably a mistake, such as a factory that is
    ///   stored in a global variable, or a value with the scope `.shared`.
    ///
    /// Several threads may call it at once, whatever its isolation, so it must be thread-safe. It may resolve; its own
    /// resolutions are not traced. Its type is not `@Sendable`, because programs written for Factory collect lines in a local
    /// variable.
    public var logger: (String) -> Void {
        get { currentSettings.logger }
        set { change(.logger) { $0.logger = newValue } }
    }

    /// Whether a cycle through a factory without a scope is detected at its first repetition, if that is at most 200 resolutions
    /// deep. Initially `true` in a debug build.
    ///
    /// Otherwise such a cycle is detected when resolutions are 200 deep; if it has not been repeated then, when they are 400, 800 or more
    /// deep. A cycle through a factory with a scope is always detected at once.
    ///
    /// If a factory without a scope takes a parameter, only a repetition with an equal parameter is a cycle, compared by `==` or
    /// by identity. If the parameters cannot be compared, the program stops after at least 400 repetitions.
    public var circularDependencyTesting: Bool {
        get { currentSettings.circularDependencyTesting }
        set { change(.circularDependencyTesting) { $0.circularDependencyTesting = newValue } }
    }

    /// Whether resolving a promise for which nothing is registered stops the program with an error, instead of returning `nil`.
    ///
    /// Initially `true` in a debug build, unless the ``FactoryContext/current`` context is that of a preview, and `false` in a
    /// release build.
    public var promiseTriggersError: Bool {
        get { currentSettings.promiseTriggersError ?? (isBuiltForDebugging && !context.isPreview) }
        set { change(.promiseTriggersError) { $0.promiseTriggersError = newValue } }
    }

    /// Receives each error that the closure of a throwing or asynchronous factory throws in this container, with the
    /// path that led to it. Initially `nil`.
    ///
    /// It is called once for each failure, in the thread or task that ran the closure, before any caller receives the
    /// error, and with no lock held. A dependency that throws its own error is reported. One that passes on the error of
    /// another, or of a start that it has awaited, is not reported again: two errors are the same if they are one object or, if
    /// they are not objects, if their types and descriptions are equal. A `CancellationError` is not a failure. If a child
    /// resolves a singleton and its closure throws, the root's observer is called.
    ///
    /// The error of an `onStart` closure is reported once, too, and so is any error with which an instance ends a `run`
    /// or `start` of this container. This receives the error before `run` or `start` throws it, in a task of its own, with
    /// the instance's declaration as the path.
    ///
    /// The observer that is set when a closure fails receives the failure. A failure is not reported if all callers of the construction
    /// have been cancelled. If a closure catches errors of its dependencies and throws one of them, that error is not reported again, as
    /// long as it is among the last 16 that the closure received.
    ///
    /// An observer costs nothing until a closure fails.
    ///
    /// Callers receive the error unchanged, without the path.
    ///
    /// - Important: Do not resolve the failed dependency in the closure. It is called within the failed resolution, so that
    ///   would be a cycle.
    public var failureObserver: (@Sendable (ResolutionFailure) -> Void)? {
        get { currentSettings.failureObserver?.receive }
        set { change(.failureObserver) { $0.failureObserver = newValue.map(FailureObserver.init) } }
    }

    /// The container's own settings, without those of a parent.
    var ownSettings: Settings { existingState?.settings.withLock { $0 } ?? Settings() }

    func setDecorator(_ decorator: ((Any) -> Void)?) { change(.decorator) { $0.decorator = decorator } }

    private func change(_ name: Settings.Names, _ change: (inout Settings) -> Void) {
        var new = Settings()
        change(&new)
        assign(name, from: new)
    }

    // Not inlined into each setter.
    @inline(never)
    private func assign(_ name: Settings.Names, from new: Settings) {
        let isAutomatic = isAutoRegistering
        change { $0.assign(name, from: new, isAutomatic: isAutomatic) }
    }

    /// Changes the settings, and the switches that depend on them.
    ///
    /// - Returns: The previous settings, which the caller releases with no lock held.
    @discardableResult
    @inline(never)
    package func change(_ change: (inout Settings) -> Void) -> Settings {
        lazyState.settings.withLock { settings in
            let old = settings
            change(&settings)
            settings.areChanged = true
            // In this order, so that a switch that stays on is never off.
            flags.turn(settings.switches, on: true)
            flags.turn(FastPathFlags.Switches.settings.subtracting(settings.switches), on: false)
            return old
        }
    }

    // MARK: - Isolation

    /// The isolation that the container was created for, if there is one. A child has that of its parent.
    var isolation: IsolationState? {
        if let parent = unretainedParent { return parent.with { $0.manager.isolation } }
        return lazyIsolation.made
    }

    /// Sets the isolation that the container was created for, unless it is a child. The first call counts.
    func belong(to isolation: IsolationState) {
        if parent == nil { _ = lazyIsolation.object { isolation } }
        slots.own.entries.forEach { $0.belong(to: self.isolation) }
    }

    // MARK: - Context

    /// The context of the container's isolation, or else the one that was set while this container was the shared one. A child
    /// has that of its parent until it sets its own.
    var ownContext: FactoryContext {
        guard let parent else { return isolation?.context ?? assignedContext ?? FactoryContext() }
        return assignedContext ?? parent.manager.ownContext
    }

    /// The context that was set while this container was the shared one.
    var assignedContext: FactoryContext? { existingState?.context.withLock { $0 } }

    func changeContext(_ change: (inout FactoryContext) -> Void) {
        // Before it takes effect.
        ProcessCount.changedContexts.increment()
        if parent == nil, let isolation { return isolation.changeContext(change) }
        let initial = ownContext
        lazyState.context.withLock { context in
            var changed = context ?? initial
            change(&changed)
            context = changed
        }
    }

    // MARK: - Slots

    /// The slot for a declaration, created if there is none. From now on the declaration's resolutions look for it.
    package func makeSlot(for declaration: Declaration) -> Slot {
        let slot = slots.find(declaration) { prepare(Slot($0)) }
        flags.note(declaration)
        return slot
    }

    /// Sets what a new slot shares with others, and returns it.
    func prepare(_ slot: consuming Slot) -> Slot {
        slot.belong(to: isolation)
        guard isChild else { return slot }
        _ = allParents { parent in
            // SAFETY: A parent retains its slots.
            guard let found = parent.slots.own.find(slot.declaration) else { return true }
            found.with { slot.known.share($0.known) }
            return false
        }
        return slot
    }

    /// Records that hits in children may depend on a slot's modifiers, if it has any.
    func noteModifiers(of slot: Slot) { if slot.currentFlags.hasModifiers { flags.turn(.modifiers, on: true) } }

    /// A new slot for a declaration that sets a scope; `nil` if there is a slot already. See ``makeSlot(for:)``.
    func makeSlot(for declaration: Declaration, scope: Scope.Kind) -> Borrowed<Slot>? {
        let new = slots.own.insert(prepare(Slot(declaration, scope: scope)))
        if new != nil { flags.note(declaration) }
        return new
    }
}

extension ContainerManager {
    /// State that most containers never need, created on first use.
    package final class LazyState: Sendable {
        let settings = Protected(Settings())
        /// The context that was set while the container was the shared one.
        let context = Protected<FactoryContext?>(nil)
        /// The states that `push()` saved, the last on top. Its lock serializes changes of the container as a whole.
        let saved = Protected<[SavedState]>([])
        /// The lifetime, while something retains it.
        let lifetime = Protected(Weak<Lifetime>())
        /// The ``AutomaticRegistration``, once `autoRegister()` has run.
        let autoRegistration = Cell()
        /// The last children of other types, and those types, in a debug build.
        let typedChildren = Protected<[(manager: Weak<ContainerManager>, type: AnyObject.Type)]>([])
        /// What the container waits for before it ends, if it is a child: its operation, and the closures that keep it.
        let holders = Protected(1)
        /// Whether a change is under way after which `autoRegister()` runs again. The lock is held while the switch for
        /// `autoRegister()` changes together with its cell.
        let isRestarting = Protected(false)
        /// What the container's copies descend from, once there is one.
        let lineage = LazyReference<Lineage>()
        /// What follows the instances of the container.
        package let follower = Protected<(any ContainerFollower)?>(nil)
        /// What follows those of children, and of their children.
        package let childFollowers = Protected<[any ContainerFollower]>([])
    }

    /// A state that ``push()`` saves: the settings, and each slot before it changes for the first time. Only the last one on the stack takes
    /// over slots, and leaves them to the one before.
    final class SavedState {
        let settings: Settings
        private let sharing: Sharing
        private let version: Sharing.Version

        init(settings: Settings, of sharing: Sharing) {
            (self.settings, self.sharing) = (settings, sharing)
            version = sharing.save()
        }

        deinit { sharing.remove(version) }

        /// Ends the saving, and returns copies of the slots that have changed since.
        ///
        /// - Parameter earlier: The previous saved state.
        func end(before earlier: SavedState?) -> [Slot] {
            sharing.remove(version, before: earlier?.version)
            // SAFETY: The entries of a container are slots.
            return version.preserved.entries.map { unsafeDowncast($0, to: Slot.self) }
        }

        /// Clears the saved instances, and returns them.
        func clearInstances() -> DeferredRelease { version.preserved.entries.map { $0.clearInstances(.everything) } }
    }

    /// Lives as long as a task or a bound closure shares a container that was created for an isolation. Then it clears what the
    /// container's `autoRegister()` set: a closure that captured the container would retain it forever.
    final class Lifetime: Sendable {
        private let manager: ContainerManager

        fileprivate init(of manager: ContainerManager) { self.manager = manager }

        deinit { manager.clearAutomaticRegistration() }
    }

    /// The lifetime of a container with an `autoRegister()`, created if nothing retains one; `nil` if that cannot set anything, or if the
    /// container was not created for an isolation and is no child.
    func lifetime(of container: AnyObject) -> Lifetime? {
        // As an object: see `runAutoRegister`.
        guard mayRegisterAutomatically, isolation != nil || isChild,
            container is any AnyObject & AutoRegistering
        else { return nil }
        return lazyState.lifetime.withLock { known in
            if let lifetime = known.object { return lifetime }
            let lifetime = Lifetime(of: self)
            known = Weak(lifetime)
            return lifetime
        }
    }
}
