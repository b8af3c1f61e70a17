/// What one container stores about one declaration: what is set about it, and its instances. It is compiled once for all types.
package final class Slot: Instances, @unchecked Sendable {
    // SAFETY: What can change is behind a lock or atomic.

    /// A summary of the state, read without the lock.
    let flags = AtomicWord()
    /// The raw value of the time to live that is set, read without the lock.
    private let timeToLiveWord = AtomicWord(TimeToLive.noneRawValue)
    /// The scope that the declaration set when the slot was created, if it set nothing else.
    private let initialScope: Scope.Kind?
    private let lazyState = LazyReference<StateBox>()
    /// Hashes and compares parameters, once each has had its own instance. The same for all factory values, because the
    /// parameter's type is a part of the declaration.
    let hashing = LazyReference<AnyParameterHashing>()
    /// The first custom scope that was set.
    let customScope = LazyReference<Scope>()
    /// The modifiers of the declaration that capture nothing.
    let known = KnownModifiers()
    /// 1 if the declaration is known to be a collection.
    private let collectionMark = AtomicWord()
    /// The values that no context affects: bit 0 is set, bits 8 to 15 are ``SlotReference/known``.
    private let unaffected = AtomicWord()
    /// The isolation that the container was created for, if there is one.
    private let isolation = LazyReference<IsolationState>()

    /// The state and its lock, once the state has changed.
    private final class StateBox: Protected<SlotState>, @unchecked Sendable {
        // SAFETY: What this adds is atomic.

        /// How many changes have outdated constructions in children.
        let changes = AtomicWord()

        // Not inlined, so that the box is not retained.
        @inline(never)
        final var explicitReplacement: (closure: ErasedClosure, isOverride: Bool)? {
            withLock { $0.explicitReplacement }
        }
    }

    /// - Parameter scope: The scope of a declaration that sets one and nothing else, as most do.
    init(_ declaration: Declaration, scope: Scope.Kind? = nil) {
        initialScope = scope
        super.init(declaration)
        if let scope { flags.set(Slot.Flags(Retention(scope)).rawValue) }
    }

    /// Sets the isolation that the container was created for.
    func belong(to isolation: IsolationState?) { if let isolation { _ = self.isolation.object { isolation } } }

    /// Whether the declaration is known to be a collection, as a value that has a reference to the slot does not say.
    var isCollection: Bool { collectionMark.current != 0 }

    func noteCollection() { collectionMark.set(1) }

    var currentFlags: Slot.Flags { Slot.Flags(rawValue: flags.current) }

    /// Whether something other than `autoRegister()` replaces or changes the declaration's instance.
    var isReplacing: Bool {
        !currentFlags.isDisjoint(with: .replacing)
            // SAFETY: The slot retains the box.
            || lazyState.unretained?.with { $0.withLock { !$0.explicit.contributions.isEmpty } } ?? false
    }

    /// What anything but `autoRegister()` has contributed to the declaration.
    var explicitContributions: [Contribution] { lazyState.made?.withLock(\.explicit.contributions) ?? [] }

    /// The current state.
    var current: SlotState { lazyState.made?.withLock { $0 } ?? SlotState(scope: initialScope?.scope) }

    /// The closure that was set outside `autoRegister()` to replace the declaration's, and whether it is an override.
    var explicitReplacement: (closure: ErasedClosure, isOverride: Bool)? {
        // SAFETY: The slot retains the box.
        lazyState.unretained?.with { $0.explicitReplacement }
    }

    /// How many changes have outdated constructions in children, besides those of the container as a whole.
    // Not inlined, so that the slot is not retained.
    @inline(never)
    var changes: UInt64 {
        // SAFETY: The slot retains the box.
        lazyState.unretained?.with { $0.changes.current } ?? 0
    }

    private var box: StateBox { lazyState.object { StateBox(SlotState(scope: initialScope?.scope)) } }

    // MARK: - Changes

    /// Whether a factory value may change the state.
    func admits(once: Bool) -> Bool { lazyState.made?.withLock { $0.admits(once: once) } ?? true }

    /// Changes what is set, other than a scope, and clears instances.
    ///
    /// - Parameters:
    ///   - once: Whether the change is admitted after a `once()`.
    ///   - clearing: What is cleared; `nil` if the change sets modifiers.
    /// - Returns: Whether the change was admitted.
    func change(once: Bool, clearing: Clearing?, _ change: (inout SlotState.Layer) -> Void) -> Bool {
        let box = box
        // It copies no state, which would take longer than the rest, but one layer. What was taken out is released here, after
        // unlocking; likewise below.
        let (isAdmitted, _, _) = box.withLock { state -> (Bool, SlotState.Layer?, Cleared?) in
            guard state.admits(once: once) else { return (false, nil, nil) }
            let old = state.explicit
            state.change(change)
            updateFlags(state, changesModifiers: clearing == nil)
            return (true, old, clear(clearing, in: box))
        }
        return isAdmitted
    }

    /// Adds a contribution, and clears the container's instances, unless an earlier one is the same.
    ///
    /// - Parameter isSame: Whether an earlier contribution is the same. Called under the lock.
    /// - Returns: The earlier contribution, or `new`.
    func contribute(_ new: Contribution, unless isSame: (Contribution) -> Bool) -> Contribution {
        change { state in
            if let earlier = state.contributions.first(where: isSame) { return (earlier, nil) }
            state.change { $0.contribute(new) }
            return (new, .everything)
        }.result
    }

    /// Sets a scope, and clears the instances of the previous one.
    ///
    /// - Parameters:
    ///   - automatic: What `autoRegister()` set.
    ///   - standard: The scope that applies if none is set.
    /// - Returns: Whether the change was admitted.
    func set(scope new: Scope?, over automatic: SlotState.Layer?, orElse standard: Scope?, once: Bool) -> Bool {
        change { state in
            guard state.admits(once: once) else { return (false, nil) }
            let old = state.scope(with: automatic) ?? standard
            state.set(scope: new)
            // Constructions for the new scope may be under way already.
            let isSame = old === (state.scope(with: automatic) ?? standard)
            return (true, isSame ? nil : old.map { .scope($0.id) })
        }.result
    }

    /// Records that a factory value has evaluated its `once()`. From now on only such values change the state.
    ///
    /// - Parameter before: The modifiers before the `once()`, which a reset may have cleared since.
    ///
    /// - Returns: Whether this is the first.
    func passOnce(with before: Modifiers) -> Bool {
        let old = box.withLock { state -> SlotState? in
            guard !state.once else { return nil }
            let old = state
            state.passOnce(with: before)
            updateFlags(state)
            return old
        }
        return old != nil
    }

    @inline(never)
    func reset(_ options: FactoryResetOptions) -> DeferredRelease {
        change { state in
            state.reset(options)
            return ((), options.clearing)
        }
    }

    /// Records what `autoRegister()` has set. Releases nothing.
    func setAutomatic(_ layer: SlotState.Layer?) {
        let flags = layer?.flags ?? Slot.Flags(.unspecified)
        guard currentFlags.contains(.automatic) || flags.contains(.automatic) else { return }
        box.withLock { state in
            state.automaticFlags = flags
            updateFlags(state)
        }
    }

    /// - Parameter automatic: What `autoRegister()` set.
    func isEmpty(_ options: FactoryResetOptions, over automatic: SlotState.Layer?) -> Bool {
        let clearsInstances = options == .all || options == .scope
        return (!clearsInstances || isEmpty) && current.with(automatic).isEmpty(options)
    }

    /// Changes the state and clears the instances that the change affects, atomically.
    ///
    /// - Returns: The result, and what was taken out.
    private func change<Result>(
        _ body: (inout SlotState) -> (result: Result, clearing: Clearing?)
    ) -> (result: Result, released: DeferredRelease) {
        let box = box
        return box.withLock { state in
            let old = state
            let (result, clearing) = body(&state)
            updateFlags(state)
            return (result, (old, clear(clearing, in: box)))
        }
    }

    /// Clears the instances that a change affects. Called under the lock, when the flags have been updated.
    ///
    /// A child reads the count before the flags, so a child that sees the new count also sees the new flags. The change outdates the
    /// constructions of a child that sees the old count.
    @inline(never)
    private func clear(_ clearing: Clearing?, in box: StateBox) -> Cleared? {
        if let clearing, clearing.outdatesChildren { box.changes.set(box.changes.current + 1) }
        // The cells' locks are taken within the slot's, never the other way round.
        return clearing.map { clearInstances($0) }
    }

    /// - Parameter changesModifiers: Whether more has changed than what replaces or decorates instances.
    private func updateFlags(_ state: SlotState, changesModifiers: Bool = true) {
        var flags = currentFlags.subtracting(.ofReplacements)
        if changesModifiers {
            let modifiers = state.modifiers
            let (retention, isComplete) = retention(of: modifiers)
            flags = state.automaticFlags | Slot.Flags(retention)
            if !isComplete { flags |= .furtherRetention }
            if modifiers.decorator != nil { flags |= .decorator }
            if !modifiers.contexts.isEmpty { flags |= .contexts }
            if modifiers.following != nil { flags |= .hooks }
            if modifiers.timeToLive != nil { flags |= .timeToLive }
            timeToLiveWord.set(modifiers.timeToLive?.rawValue ?? TimeToLive.noneRawValue)
        }
        self.flags.set((flags | state.replacementFlags).rawValue)
    }

    /// Whether this time to live is set.
    func has(_ timeToLive: TimeToLive) -> Bool { timeToLiveWord.current == timeToLive.rawValue }

    #if DEBUG
        /// Remembers the end of an operation. From now on resolutions take the slow path.
        func note(_ operation: EndedOperation) {
            box.withLock { state in
                state.note(operation)
                updateFlags(state)
            }
        }
    #endif

    // MARK: - Snapshots

    /// The slot at one moment, without what `autoRegister()` set.
    struct Snapshot {
        var state = SlotState()
        var instances = Instances.Snapshot()
    }

    /// The slot at one moment, for a copy.
    ///
    /// - Parameters:
    ///   - automatic: What `autoRegister()` set, if the copy includes it, as if others had set it.
    ///   - inherited: What the container's parents have set, if it has parents.
    func snapshotOfAll(including automatic: SlotState.Layer? = nil, over inherited: SlotState? = nil) -> Snapshot {
        var snapshot = box.withLock {
            Snapshot(state: $0, instances: snapshotOfInstances(within: $0.modifiers.timeToLive))
        }
        snapshot.state = snapshot.state.with(automatic).withAutomaticAsOwn
        if let inherited { snapshot.state = snapshot.state.overlaying(inherited) }
        return snapshot
    }

    /// Restores a snapshot, and returns what was there.
    func restore(_ snapshot: Snapshot) -> DeferredRelease {
        box.withLock { state in
            let old = exchange(&state, with: snapshot.state)
            state.automaticFlags = old.automaticFlags
            updateFlags(state)
            return (old, restore(snapshot.instances))
        }
    }

    /// The scope and the instance at one moment; `nil` if the slot was created without a scope, or if its state has changed since.
    private var unchanged: (scope: Scope.Kind, instance: CellState.Content)? {
        guard let initialScope else { return nil }
        // Under the lock of the cell: a change creates the box, and then clears the instance. Without a box there are no parameters.
        return withState { lazyState.unretained == nil ? (initialScope, $0.snapshot) : nil }
    }

    /// A slot for a copy of the container, without what `autoRegister()` set. Releases nothing of the user's.
    var copyOfSlot: Slot {
        let copy: Slot
        // Most declarations have a scope and nothing else.
        if let (scope, instance) = unchanged {
            copy = Slot(declaration, scope: scope)
            _ = copy.replace(with: instance)
        } else {
            copy = Slot(declaration)
            _ = copy.restore(snapshotOfAll())
        }
        copy.known.share(known)
        return copy
    }

    // MARK: - Contexts

    /// Whether a value has closures for contexts at most, of which none applies. As long as no context has been changed, this is
    /// determined once.
    ///
    /// - Parameter context: The context of the resolution.
    @inline(__always)
    func isUnaffectedByContext(_ reference: SlotReference, _ context: @autoclosure () -> FactoryContext) -> Bool {
        let checked = UInt64(reference.known) << 8 | 1
        if unaffected.current == checked, !FactoryContext.isAnyChanged { return true }
        guard determineUnaffected(reference, context()) else { return false }
        // Of an unchanged context, because it counts only while there is no other.
        if !FactoryContext.isAnyChanged { unaffected.set(checked) }
        return true
    }

    @inline(never)
    private func determineUnaffected(_ reference: SlotReference, _ context: FactoryContext) -> Bool {
        var modifiers = Modifiers()
        known.forEach(in: reference) { modifiers.set($0) }
        guard modifiers.closure(in: context) == nil else { return false }
        modifiers.remove { $0.context != nil }
        return modifiers.isEmpty
    }

    // MARK: - Retention

    /// The retention of a factory value, if the slot includes it already.
    ///
    /// - Parameter earlier: What the value has specified before.
    @inline(__always)
    func retention(_ retention: Retention, after earlier: Retention) -> Retention? {
        let known = currentFlags.retention
        // The usual case first: a build without optimization is slow on the bits.
        if known.rawValue == retention.rawValue, earlier.rawValue == 0 { return retention }
        return known.includes(retention) ? earlier.setting(retention) : nil
    }

    /// The retention that modifiers specify, and whether it is complete.
    func retention(of modifiers: Modifiers) -> (retention: Retention, isComplete: Bool) {
        var (retention, isComplete) = (Retention.unspecified, true)
        if let scope = modifiers.scope {
            if scope.isStoredInContainer, !scope.isStandard { _ = customScope.object { scope } }
            let known = self.retention(of: scope)
            (retention, isComplete) = (known ?? .unspecified, known != nil)
        }
        if let hashing = modifiers.hashing {
            _ = self.hashing.object { hashing }
            retention = retention.setting(.perParameter)
        }
        return (retention, isComplete)
    }

    /// The retention by a scope; `nil` if it is neither a standard one nor the ``customScope``.
    func retention(of scope: Scope) -> Retention? {
        if scope.isStandard { return Retention(scope.kind) }
        // SAFETY: The slot retains its scope.
        return customScope.unretained?.with { $0 === scope } ?? false ? .custom : nil
    }

    /// The scope of a retention.
    func scope(of retention: Retention) -> Scope? {
        retention.scopeOnly == .custom ? customScope.made : retention.standard?.scope
    }

    // MARK: - Hits

    /// What holds the instance, or those for parameters, and the scope that it is stored for, if a hit depends only on the retention.
    @inline(__always)
    func hitCell(
        _ retention: Retention,
        ignoring ignored: Slot.Flags = Slot.Flags()
    ) -> (cell: Borrowed<Instances>, scope: ScopeID)? {
        guard currentFlags.allowsHit(for: retention, ignoring: ignored) else {
            return replacedSingletonCell(retention, ignoring: ignored)
        }
        let scope = retention.scopeOnly
        // The scope is a standard one, which its kind identifies.
        if scope.isStoredInContainer { return (Borrowed(self), ScopeID(number: UInt64(scope.rawValue))) }
        return otherHitCell(scope)
    }

    /// This slot, if it stores the instance of a singleton that a child replaces, as if it were cached.
    @inline(never)
    private func replacedSingletonCell(
        _ retention: Retention,
        ignoring ignored: Slot.Flags
    ) -> (cell: Borrowed<Instances>, scope: ScopeID)? {
        let declared = retention.setting(Retention(.singleton))
        return retention.scopeOnly == .replacedSingleton && currentFlags.allowsHit(for: declared, ignoring: ignored)
            ? (Borrowed(self), ScopeID(.cached)) : nil
    }

    // SAFETY: The slot exists while this runs, and the singletons as long as the task or the container resolves with them.
    @inline(never)
    private func otherHitCell(_ retention: Retention) -> (cell: Borrowed<Instances>, scope: ScopeID)? {
        switch retention {
        case Retention(.singleton): singletonCell.map { ($0, .singletons) }
        case .custom: customScope.unretained.map { (Borrowed(self), $0.with(\.id)) }
        default: nil
        }
    }

    /// The cell in the singleton scope that the container resolves with.
    private var singletonCell: Borrowed<Instances>? {
        guard let isolation = isolation.unretained else {
            return Scope.singleton.markedAsUsedDirectly().instances.find(declaration)
        }
        // SAFETY: The slot retains its isolation.
        return isolation.with {
            Scope.Singleton.current(in: $0).instances.find(declaration)
        }
    }
}
