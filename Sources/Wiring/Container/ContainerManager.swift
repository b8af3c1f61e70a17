/// What one container knows: registrations, instances and settings.
///
/// All of it may be used from any thread and task at any time. Closures given to it, and the `deinit` of what it lets
/// go, run with none of its locks held.
public final class ContainerManager: Changing, Sendable {
    let attention: Attention
    /// A number that no other container ever has.
    let number = UniqueNumber.next()
    /// What is known of each declaration.
    let slots = DeclarationTable<Slot>()
    /// Counts the changes of the container as a whole.
    let epoch = Epoch()

    private let late = Late<ContainerChanges>()
    private let lateIsolation = Late<IsolationState>()

    /// Makes a manager for one container.
    public init() {
        attention = Attention([.autoRegistration, Settings.attentionAtFirst])
    }

    // MARK: - Settings

    /// The scope of factories that have none. `nil`, which makes a new instance each time, at first.
    ///
    /// To set it clears nothing. An instance that the default scope before it has kept stays, and is handed out again once
    /// that is the default again, until one that is made for another scope takes its place.
    public var defaultScope: Scope? {
        get { currentSettings.defaultScope?.used(in: isolation) }
        set { change(.defaultScope) { $0.defaultScope = newValue?.kept } }
    }

    /// Whether each resolution from this container leaves a line for ``logger``, which takes it when the outermost
    /// resolution on the thread has ended. Off at first.
    ///
    /// A line has the form `level: <4 spaces a level>Container.key<T> = O|R|F|C:address Type`. The letter says where the
    /// instance came from: the closure of a context, a registered one, the declaration's, or a scope's cache.
    public var trace: Bool {
        get { currentSettings.trace }
        set { change(.trace) { $0.trace = newValue } }
    }

    /// Takes the lines of ``trace``: those of one outermost resolution in their order, on its thread. Prints them at first.
    ///
    /// Several threads may call it at once, whatever the isolation of where it was written; it must be safe for that. It may
    /// resolve; what it resolves leaves no lines.
    public var logger: (String) -> Void {
        get { currentSettings.logger }
        set { change(.logger) { $0.logger = newValue } }
    }

    /// Whether a factory without a scope that needs itself is found at its first repetition. On at first in a debug build.
    ///
    /// Where it is off, such a circle is found once resolutions are two hundred deep. That of factories with a scope is
    /// always found. A factory that takes a parameter needs itself if the parameter is the same, by its `==` or as an
    /// object; what comes of a recursion over other parameters is not looked for.
    public var circularDependencyTesting: Bool {
        get { currentSettings.circularDependencyTesting }
        set { change(.circularDependencyTesting) { $0.circularDependencyTesting = newValue } }
    }

    /// Whether resolving a promise for which nothing is registered ends the program with an error, instead of yielding `nil`.
    ///
    /// Until it is set, it is on in a debug build, unless the ``FactoryContext/current`` context is that of a preview, and off in
    /// a release build.
    public var promiseTriggersError: Bool {
        get {
            currentSettings.promiseTriggersError ?? (isBuiltForDebugging && !context.isPreview)
        }
        set { change(.promiseTriggersError) { $0.promiseTriggersError = newValue } }
    }

    var currentSettings: Settings { late.made?.settings.withLock { $0 } ?? Settings() }

    func setDecorator(_ decorator: ((Any) -> Void)?) { change(.decorator) { $0.decorator = decorator } }

    /// Changes one setting.
    private func change(_ name: Settings.Names, _ change: (inout Settings) -> Void) {
        let isAutomatic = isRegistering
        self.change { $0.change(name, isAutomatic: isAutomatic, change) }
    }

    /// - Returns: What was set before, to be released by the caller outside of any lock.
    @discardableResult
    func change(_ change: (inout Settings) -> Void) -> Settings {
        changes.settings.withLock { settings in
            let old = settings
            change(&settings)
            settings.areChanged = true
            // In this order, so that what stays on is never off.
            attention.turn(settings.attention, on: true)
            attention.turn(
                Attention.Switches([.observation, .unscoped, .circles, .promises]).subtracting(settings.attention),
                on: false
            )
            return old
        }
    }

    // MARK: - Isolation

    /// The isolation that the container was made for, if there is one.
    var isolation: IsolationState? { lateIsolation.made }

    /// Notes which isolation the container was made for. It is the first that counts.
    func belong(to isolation: IsolationState) {
        _ = lateIsolation.object { isolation }
        slots.entries.forEach { $0.belong(to: self.isolation) }
    }

    // MARK: - Context

    /// The context of the container's isolation, or else the one that was set while this container was the shared one.
    var ownContext: FactoryContext {
        isolation?.context ?? late.made?.context.withLock { $0 } ?? FactoryContext()
    }

    func changeContext(_ change: (inout FactoryContext) -> Void) {
        if let isolation { return isolation.changeContext(change) }
        changes.context.withLock { context in
            var changed = context ?? FactoryContext()
            change(&changed)
            context = changed
        }
    }

    // MARK: - Slots

    /// The slot for a declaration, if there is one. It is there as long as the container.
    func slot(for declaration: Declaration) -> Unmanaged<Slot>? { slots.find(declaration) }

    /// The slot for a declaration. From now on a resolution of it looks for its slot.
    func makeSlot(for declaration: Declaration) -> Slot {
        let slot = slots.find(
            declaration,
            orInsert: { declaration in
                let slot = Slot(declaration)
                slot.belong(to: isolation)
                return slot
            }
        )
        attention.note(declaration)
        return slot
    }

    /// The slot for a declaration that sets a scope, if there was none. See ``makeSlot(for:)``.
    func makeSlot(for declaration: Declaration, scope: Scope.Standard) -> Unmanaged<Slot>? {
        let made = slots.insert(declaration) { declaration in
            let slot = Slot(declaration, scope: scope)
            slot.belong(to: isolation)
            return slot
        }
        if made != nil { attention.note(declaration) }
        return made
    }

    // MARK: - Inheritance

    /// Takes over all that another container knows but for what its `autoRegister()` has set: registrations, modifiers,
    /// contexts, instances and settings. From then on each goes its own way, and registers by itself.
    ///
    /// Within the `autoRegister()` of the other container this one takes over what has been set so far, and does not register
    /// by itself: that would not end.
    func inherit(from other: ContainerManager) {
        other.evict()
        // Alone, so that no change of the other container as a whole is seen halfway.
        other.changeAsAWhole { _ in
            let isWithin = other.isRegistering
            let replaced = other.slots.entries.map {
                $0.copy(into: makeSlot(for: $0.declaration), isAutomaticIncluded: isWithin)
            }
            let known = other.currentSettings
            var settings = isWithin ? known : known.withoutAutomatic
            if settings.observer?.isInherited == false { settings.observer = nil }
            let old = change { $0 = settings }
            if isWithin || !other.registersAutomatically { attention.turn(.autoRegistration, on: false) }
            // What is a user's in them may have been replaced meanwhile.
            return (known, replaced, old)
        }
    }

    // MARK: - Automatic registration

    /// Runs `autoRegister()` if it has yet to run, or waits until it has.
    ///
    /// Within `autoRegister()` itself this does nothing.
    @inline(__always)
    func registerAutomatically(_ container: AnyObject) {
        if attention.isOn(.autoRegistration) { registerNow(container) }
    }

    @inline(never)
    private func registerNow(_ container: AnyObject) {
        let identity = ContainerIdentity(number: number, type: type(of: container))
        guard !isRegistering else { return }
        guard let registering = container as? any AutoRegistering else {
            attention.turn(.autoRegistration, on: false)
            return
        }
        // What is being let go is set again afterwards, not meanwhile.
        _ = forgettings()
        let changes = changes
        ResolutionStack.withFrame(.autoRegistration, of: identity) {
            _ = CellReference.cell(changes.autoRegistration).value(
                KeepingRule(scope: Scope.cached.keeper),
                // Two containers that need each other for it: go on without, as one thread within it does.
                onCircle: { _ in Held(Self.nothing) },
                make: {
                    registering.autoRegister()
                    return Built(instance: Self.nothing, hold: .strong)
                }
            )
        }
        changes.registrationChange.withLock { _ in
            // A reset may have come between, or be under way.
            let isToRunAgain = changes.forgettings.current % 2 == 1 || changes.autoRegistration.snapshot().isEmpty
            if !isToRunAgain { attention.turn(.autoRegistration, on: false) }
        }
    }

    /// What the cell of `autoRegister()` keeps.
    private static let nothing = Kept((), scope: Scope.cached.keeper)

    /// Whether `autoRegister()` has run, or is running on this thread, so that what is registered is what should be.
    var isRegistered: Bool { !attention.isOn(.autoRegistration) || isRegistering }

    /// Whether `autoRegister()` is running on this thread.
    var isRegistering: Bool { ResolutionStack.isRegisteringAutomatically(number) }

    /// Whether the container may have an `autoRegister()` to run: nobody has asked yet, or it has one.
    private var registersAutomatically: Bool {
        attention.isOn(.autoRegistration) || late.made.map { !$0.autoRegistration.snapshot().isEmpty } ?? false
    }

    /// Lets go what `autoRegister()` has set, so that its closures no longer keep the container alive. If the container is used
    /// again, `autoRegister()` runs again. Instances stay, and what is being built is kept.
    func forgetAutomaticRegistration() {
        guard registersAutomatically else { return }
        changeAsAWhole { _ in
            registeringAgain {
                (slots.entries.map { $0.forgetAutomaticRegistration() }, change { $0 = $0.withoutAutomatic })
            }
        }
    }

    /// Runs a change that lets go what `autoRegister()` has set, and has it run again before the next use. Nobody takes what is
    /// missing meanwhile for what is not set.
    private func registeringAgain<Result>(_ change: () -> Result) -> Result {
        let changes = changes
        // Within `autoRegister()` the same run goes on, and is not to begin anew.
        let isWithin = isRegistering
        changes.registrationChange.withLock { _ in
            if !isWithin { changes.forgettings.set(changes.forgettings.current + 1) }
            attention.turn(.autoRegistration, on: true)
        }
        let result = change()
        changes.registrationChange.withLock { _ in
            // Nothing of a user's is in that cell.
            _ = changes.autoRegistration.replace(with: .empty)
            attention.turn(.autoRegistration, on: true)
            if !isWithin { changes.forgettings.set(changes.forgettings.current + 1) }
        }
        return result
    }

    /// A number that changes when what `autoRegister()` has set is let go. Waits until nothing is being let go.
    ///
    /// A caller that reads the number before `autoRegister()` runs, and finds it unchanged after reading the registrations, has
    /// seen what `autoRegister()` set.
    func forgettings() -> UInt64 {
        guard let changes = late.made else { return 0 }
        while changes.forgettings.current % 2 == 1 { changes.saved.withLock { _ in } }
        return changes.forgettings.current & ~1
    }

    /// Whether what `autoRegister()` has set has not been let go since a number was asked for.
    func hasForgottenNothing(since number: UInt64) -> Bool { late.made?.forgettings.current ?? 0 == number }

    // MARK: - Changes

    func stamp(for scope: KeeperID) -> Epoch.Stamp { epoch.stamp(for: scope) }

    // MARK: - The container as a whole

    /// Clears what `options` names, for all declarations. Settings stay.
    ///
    /// Singletons are not the container's and are not cleared. After `.all` and `.registration`, `autoRegister()` runs
    /// again. What is being built meanwhile is handed to its callers, but not kept. Linear in the number of declarations
    /// that this container has resolved with a scope or changed.
    public func reset(options: FactoryResetOptions = .all) {
        guard let clearing = options.clearing else { return }
        changeAsAWhole { _ in
            epoch.change {
                guard options == .all || options == .registration else { return slots.entries.map { $0.reset(options) } }
                return registeringAgain { slots.entries.map { $0.reset(options, isForgetting: true) } }
            }
        }
        _ = ResolutionStack.clear(clearing, of: self)
    }

    /// Clears the instances that one scope keeps in this container. Singletons are not kept in a container.
    public func reset(scope: Scope) {
        changeAsAWhole { _ in
            epoch.change(scope: scope.keeper) { slots.entries.map { $0.clearInstances(.keptFor(scope.keeper)) } }
        }
        if scope === Scope.graph { _ = ResolutionStack.clear(.everything, of: self) }
    }

    /// Saves registrations, contexts, modifiers, instances and settings, until ``pop()``. Singletons and what
    /// `autoRegister()` has set are not saved. Linear, as a reset is.
    public func push() {
        evict()
        changeAsAWhole { saved in
            let slots = slots.entries.map { ($0, $0.snapshotOfAll()) }
            saved.append(ContainerChanges.SavedState(slots: slots, settings: currentSettings.withoutAutomatic))
            return ()
        }
    }

    /// Restores what the last ``push()`` saved, instances included. Without one it does nothing, not even to what the
    /// outermost resolution on this thread keeps.
    ///
    /// Everything set other than by `autoRegister()` is restored, also after a reset in between. `autoRegister()` runs again
    /// before the next use; what others set takes precedence.
    ///
    /// What is being built meanwhile is handed to its callers, but not kept. Linear, as a reset is.
    public func pop() {
        changeAsAWhole { saved in
            guard let state = saved.popLast() else { return () }
            let snapshots = Dictionary(
                uniqueKeysWithValues: state.slots.map { (ObjectIdentifier($0.slot), $0.snapshot) }
            )
            return epoch.change {
                registeringAgain {
                    let cleared = slots.entries.map { $0.restore(snapshots[ObjectIdentifier($0)]) }
                    let settings = change { settings in
                        // Who observes comes and goes with a test, whenever the state was saved.
                        let observer = settings.observer
                        settings = state.settings
                        settings.observer = observer
                    }
                    return (state, cleared, settings, ResolutionStack.clear(.everything, of: self))
                }
            }
        }
    }

    /// Whether this container keeps nothing that `options` names. Settings are not asked. Linear, as a reset is.
    public func isEmpty(_ options: FactoryResetOptions) -> Bool {
        slots.entries.allSatisfy { $0.isEmpty(options) }
    }

    /// Whether nothing has ever been done with the container.
    package var isUntouched: Bool { slots.entries.isEmpty && !currentSettings.areChanged }

    /// Takes out the cells for parameters that nobody needs any more. What was in them is released without a lock.
    private func evict() { slots.entries.forEach { _ = $0.evict() } }

    /// Runs `change` alone.
    ///
    /// - Parameter change: Returns what it took out, so that it is released after unlocking.
    private func changeAsAWhole(_ change: (inout [ContainerChanges.SavedState]) -> Any) {
        let leftover = changes.saved.withLock { saved in
            change(&saved)
        }
        _ = consume leftover
    }

    private var changes: ContainerChanges { late.object { ContainerChanges() } }
}
