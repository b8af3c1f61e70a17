/// What one container knows of one declaration: what to build, how to keep it, and what it keeps. Without its types, so that
/// all of this is compiled once.
final class Slot: Instances, @unchecked Sendable {
    // Holds because what can change is behind a lock or atomic.

    /// What the state says to a resolution, to be read without the lock.
    let hint = Word()
    /// The scope that its declaration set when this was made, if that was all.
    private let first: Scope.Standard?
    /// What is set, once that is more.
    private let late = Late<SlotChanges>()
    /// How parameters are told apart, once there was to be an instance for each. The same for all factory values, because
    /// the parameter's type is a part of the declaration.
    let keying = Late<AnyParameterKeying>()
    /// The first scope of a program's own that was set.
    let ownScope = Late<Scope>()
    /// The isolation that the container was made for, if there is one.
    private let isolation = Late<IsolationState>()

    override init(_ declaration: Declaration) {
        first = nil
        super.init(declaration)
    }

    /// Makes a slot for a declaration that sets a scope and no more, as most do.
    init(_ declaration: Declaration, scope: Scope.Standard) {
        first = scope
        super.init(declaration)
        hint.set(Hint(KeepingWay(scope)).rawValue)
    }

    /// Notes which isolation the container was made for.
    func belong(to isolation: IsolationState?) { if let isolation { _ = self.isolation.object { isolation } } }

    var currentHint: Hint { Hint(rawValue: hint.current) }

    /// What is set now.
    var current: SlotState { late.made?.state.withLock { $0 } ?? SlotState(scope: first?.scope) }

    /// The closure in the declaration's place, where no context has one.
    var replacement: AnyClosure? {
        // SAFETY: The slot keeps its changes.
        late.unretained?._withUnsafeGuaranteedRef { $0.replacement }
    }

    private var changes: SlotChanges { late.object { SlotChanges(SlotState(scope: first?.scope)) } }

    /// Registers a closure in place of the declaration's.
    ///
    /// - Parameter isAutomatic: Whether `autoRegister()` does it. Otherwise the instances that this container keeps are
    ///   cleared.
    /// - Returns: Whether it was admitted.
    func register(_ replacement: Replacement, once: Bool, isAutomatic: Bool) -> Bool {
        // What was taken out is released here, after unlocking; likewise below.
        change { state in
            guard state.admits(once: once) else { return (false, nil) }
            state.register(replacement, isAutomatic: isAutomatic)
            return (true, isAutomatic ? nil : .everything)
        }.result
    }

    /// Sets a closure that stands above all others. See ``register(_:once:isAutomatic:)``.
    func override(by replacement: Replacement, isAutomatic: Bool) {
        _ = change { state in
            state.override(by: replacement, isAutomatic: isAutomatic)
            return ((), isAutomatic ? nil : .everything)
        }
    }

    /// Sets a scope, and clears the instances that another one before it has kept.
    ///
    /// - Parameter standard: What keeps instances where no scope is set.
    /// - Returns: Whether it was admitted.
    func set(scope new: Scope?, orElse standard: Scope?, once: Bool, isAutomatic: Bool) -> Bool {
        change { state in
            guard state.admits(once: once) else { return (false, nil) }
            let old = state.modifiers.scope ?? standard
            state.set(scope: new, isAutomatic: isAutomatic)
            // Others may be building for the new scope already.
            return (true, old === (state.modifiers.scope ?? standard) ? nil : old.map { .keptFor($0.keeper) })
        }.result
    }

    /// Changes the modifiers.
    ///
    /// - Returns: Whether the change was admitted.
    func modify(once: Bool, isAutomatic: Bool, _ change: (inout Modifiers) -> Void) -> Bool {
        self.change { state in
            guard state.admits(once: once) else { return (false, nil) }
            state.modify(isAutomatic: isAutomatic, change)
            return (true, nil)
        }.result
    }

    /// From now on only factory values that are past their `once()` change anything.
    ///
    /// - Parameter before: What stands before it: a reset may have come since it was set.
    func passOnce(with before: Modifiers) {
        _ = changes.state.withLock { state -> SlotState? in
            guard !state.once else { return nil }
            let old = state
            state.passOnce(with: before)
            tell(of: state)
            return old
        }
    }

    /// - Parameter isForgetting: Whether what `autoRegister()` has set is let go, because it runs again. Until it is set again,
    ///   resolutions take a closer look.
    func reset(_ options: FactoryResetOptions, isForgetting: Bool = false) -> Leftover {
        change { state in
            if isForgetting { state.forgetAutomatic() }
            state.reset(options)
            return ((), options.clearing)
        }
    }

    /// Lets go what `autoRegister()` has set, and nothing else.
    func forgetAutomaticRegistration() -> Leftover {
        guard late.made != nil else { return () }
        return reset(.none, isForgetting: true)
    }

    func isEmpty(_ options: FactoryResetOptions) -> Bool {
        switch options {
        case .scope: isEmpty
        case .all: isEmpty && current.isEmpty(.all)
        case .registration, .context, .none: current.isEmpty(options)
        }
    }

    /// All there is at one moment, but for what `autoRegister()` has set.
    struct Snapshot {
        var state = SlotState()
        var instances = Instances.Snapshot()
    }

    func snapshotOfAll() -> Snapshot {
        changes.state.withLock { Snapshot(state: $0.withoutAutomatic, instances: snapshotOfInstances()) }
    }

    /// Puts a snapshot back, or what a new slot holds for `nil`.
    func restore(_ snapshot: Snapshot?) -> Leftover {
        let snapshot = snapshot ?? Snapshot()
        return changes.state.withLock { state in
            let old = state
            state.restore(snapshot.state)
            tell(of: state)
            return (old, restore(snapshot.instances))
        }
    }

    /// Copies all there is into another container's slot.
    ///
    /// - Parameter isAutomaticIncluded: Whether what `autoRegister()` has set is copied, too, as if others had set it.
    /// - Returns: What was there, to be released by the caller outside of any lock.
    func copy(into slot: Slot, isAutomaticIncluded: Bool) -> Leftover {
        var snapshot = snapshotOfAll()
        if isAutomaticIncluded { snapshot.state = current.withAutomaticAsOwn }
        return slot.restore(snapshot)
    }

    /// Changes the state, and clears what the change calls for, at once: who sees one sees the other.
    ///
    /// - Returns: Also what was taken out, to be released after unlocking.
    private func change<Result>(
        _ body: (inout SlotState) -> (result: Result, clearing: Clearing?)
    ) -> (result: Result, leftover: Leftover) {
        changes.state.withLock { state in
            let old = state
            let (result, clearing) = body(&state)
            tell(of: state)
            // The cells' locks are taken within the slot's, never the other way round.
            return (result, (old, clearing.map { clearInstances($0) }))
        }
    }

    /// Updates the hint, which is read without the lock.
    private func tell(of state: SlotState) {
        let (modifiers, closure) = (state.modifiers, state.replacement)
        let (way, isAll) = way(of: modifiers)
        var hint = Hint(way)
        if !isAll { hint.formUnion(.further) }
        if closure != nil { hint.formUnion(.replacement) }
        if modifiers.decorator != nil { hint.formUnion(.decorator) }
        if !modifiers.contexts.isEmpty { hint.formUnion(.contexts) }
        if state.isForgotten { hint.formUnion(.forgotten) }
        self.hint.set(hint.rawValue)
    }

    // MARK: - Ways of keeping

    /// What a factory value that says how its instances are kept may refer to, if the container keeps them so already.
    ///
    /// - Parameter earlier: What the value has said before.
    @inline(__always)
    func keeping(_ way: KeepingWay, after earlier: KeepingWay) -> KeepingWay? {
        let known = currentHint.way
        // First what is so mostly: a build without optimization takes long over the bits.
        if known.rawValue == way.rawValue, earlier.rawValue == 0 { return way }
        return known.says(way) ? earlier.setting(way) : nil
    }

    /// The way of keeping instances that modifiers are, and whether that says all there is to say.
    func way(of modifiers: Modifiers) -> (way: KeepingWay, isAll: Bool) {
        var (way, isAll) = (KeepingWay.unsaid, modifiers.timeToLive == nil)
        if let scope = modifiers.scope {
            if let standard = scope.standard {
                way = KeepingWay(standard)
            } else if scope.isKeptInContainers, ownScope.object(orMake: { scope }) === scope {
                way = .own
            } else {
                isAll = false
            }
        }
        if let keying = modifiers.keying {
            _ = self.keying.object { keying }
            way = way.setting(.perParameter)
        }
        return (way, isAll)
    }

    /// The scope that a way of keeping instances names.
    func scope(of way: KeepingWay) -> Scope? { way.scopeAlone == .own ? ownScope.made : way.standard?.scope }

    // MARK: - Hits

    /// The cell of an instance for all parameters that is kept in a way, if a resolution that finds the instance need look at
    /// nothing else; and for whom it is kept.
    @inline(__always)
    func home(_ way: KeepingWay) -> (cell: Unmanaged<Instances>, keeper: KeeperID)? {
        guard currentHint.isSimple(for: way) else { return nil }
        if way.isKeptInContainers { return (.passUnretained(self), KeeperID(number: UInt64(way.rawValue))) }
        return way.isPerParameter ? nil : otherHome(way)
    }

    /// The same of instances for parameters.
    @inline(__always)
    func homeOfParameters(_ way: KeepingWay) -> (cell: Unmanaged<Instances>, keeper: KeeperID)? {
        guard currentHint.isSimple(for: way) else { return nil }
        let scope = way.scopeAlone
        if scope.isKeptInContainers { return (.passUnretained(self), KeeperID(number: UInt64(scope.rawValue))) }
        return otherHome(scope)
    }

    // SAFETY: The slot is there while this runs, and the singletons as long as the task or the container resolves with them.
    @inline(never)
    private func otherHome(_ way: KeepingWay) -> (cell: Unmanaged<Instances>, keeper: KeeperID)? {
        switch way {
        case KeepingWay(.singleton): singletons.map { ($0, .singletons) }
        case .own: ownScope.unretained.map { (.passUnretained(self), $0._withUnsafeGuaranteedRef(\.keeper)) }
        default: nil
        }
    }

    /// What the singleton scope keeps that the container resolves with. It is there as long as the task, or the container, has
    /// that scope.
    private var singletons: Unmanaged<Instances>? {
        guard let isolation = isolation.unretained else {
            return Scope.singleton.asTaskLocal().instances.find(declaration)
        }
        // SAFETY: The slot keeps its isolation.
        return isolation._withUnsafeGuaranteedRef {
            Scope.Singleton.current(in: $0).instances.find(declaration)
        }
    }
}
