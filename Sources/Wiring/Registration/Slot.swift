public import Synchronization

/// What one container knows of one declaration: what to build, how to keep it, and what it keeps. Without its types, so that
/// all of this is compiled once.
@usableFromInline
final class Slot: Instances, @unchecked Sendable {
    // Holds because what can change is behind a lock or atomic.

    /// What the state says to a resolution, to be read without the lock.
    @usableFromInline let hint = Atomic<UInt>(0)
    /// The closure that stands in the declaration's place, a ``Closure``, for those who take no lock.
    @usableFromInline let replacement = Published()
    private let state: Protected<SlotState>
    /// All ways of keeping instances that were ever asked for, the last first.
    private let keepings = Protected<Keeping?>(nil)
    /// The address of the last.
    private let lastKeeping = Atomic<UInt>(0)

    override init(_ declaration: Declaration) {
        state = Protected(SlotState())
        super.init(declaration)
    }

    /// Makes a slot for a declaration that sets a scope and no more, as most do.
    init(_ declaration: Declaration, scope: Scope) {
        state = Protected(SlotState(scope: scope))
        super.init(declaration)
        let keeping = keeping(scope, timeToLive: nil, keying: nil)
        hint.store(Hint(keeping).rawValue, ordering: .releasing)
    }

    @inlinable var currentHint: Hint { Hint(rawValue: hint.load(ordering: .acquiring)) }

    /// What is set now.
    var current: SlotState { state.withLock { $0 } }

    /// Registers a closure in place of the declaration's.
    ///
    /// - Parameter isClearing: Whether the instances that this container keeps are cleared.
    /// - Returns: Whether it was admitted.
    func register(_ closure: Kept, once: Bool, isClearing: Bool) -> Bool {
        // What was taken out is released here, after unlocking; likewise below.
        change { state in
            guard state.admits(once: once) else { return (false, nil) }
            state.register(closure)
            return (true, isClearing ? .everything : nil)
        }.result
    }

    /// Sets a closure that stands above all others.
    func override(by closure: Kept, isClearing: Bool) {
        _ = change { state in
            state.override(by: closure)
            return ((), isClearing ? .everything : nil)
        }
    }

    /// Sets a scope, and clears the instances that another one before it has kept.
    ///
    /// - Parameter standard: What keeps instances where no scope is set.
    /// - Returns: Whether it was admitted.
    func set(scope new: Scope?, orElse standard: Scope?, once: Bool) -> Bool {
        change { state in
            guard state.admits(once: once) else { return (false, nil) }
            let old = state.modifiers.scope ?? standard
            state.modify { $0.scope = new }
            // Others may be building for the new scope already.
            return (true, old === (new ?? standard) ? nil : old.map { .keptFor($0.keeper) })
        }.result
    }

    /// Changes the modifiers.
    ///
    /// - Returns: Whether the change was admitted.
    func modify(once: Bool, _ change: (inout Modifiers) -> Void) -> Bool {
        self.change { state in
            guard state.admits(once: once) else { return (false, nil) }
            state.modify(change)
            return (true, nil)
        }.result
    }

    /// From now on only factory values that are past their `once()` change anything.
    ///
    /// - Parameter before: What stands before it: a reset may have come since it was set.
    func passOnce(with before: Modifiers) {
        _ = state.withLock { state -> SlotState? in
            guard !state.once else { return nil }
            let old = state
            state.passOnce(with: before)
            tell(of: state, after: old)
            return old
        }
    }

    func reset(_ options: FactoryResetOptions) -> Leftover {
        change { state in
            state.reset(options)
            return ((), options.clearing)
        }
    }

    func isEmpty(_ options: FactoryResetOptions) -> Bool {
        switch options {
        case .scope: isEmpty
        case .all: isEmpty && current.isEmpty(.all)
        case .registration, .context, .none: current.isEmpty(options)
        }
    }

    /// All there is at one moment.
    struct Snapshot {
        var state = SlotState()
        var instances = Instances.Snapshot()
    }

    func snapshot() -> Snapshot { state.withLock { Snapshot(state: $0, instances: snapshotOfInstances()) } }

    /// Puts a snapshot back, or what a new slot holds for `nil`.
    func restore(_ snapshot: Snapshot?) -> Leftover {
        let snapshot = snapshot ?? Snapshot()
        return state.withLock { state in
            let old = state
            state = snapshot.state
            tell(of: state, after: old)
            return (old, restore(snapshot.instances))
        }
    }

    /// Copies all there is into another container's table.
    func copy(into table: borrowing DeclarationTable<Slot>) {
        _ = table.find(declaration, orInsert: Slot.init).restore(snapshot())
    }

    /// Changes the state, and clears what the change calls for, at once: who sees one sees the other.
    ///
    /// - Returns: Also what was taken out, to be released after unlocking.
    private func change<Result>(
        _ body: (inout SlotState) -> (result: Result, clearing: Clearing?)
    ) -> (result: Result, leftover: Leftover) {
        state.withLock { state in
            let old = state
            let (result, clearing) = body(&state)
            tell(of: state, after: old)
            // The cells' locks are taken within the slot's, never the other way round.
            return (result, (old, clearing.map { clear($0) }))
        }
    }

    /// Tells those who take no lock.
    private func tell(of state: SlotState, after old: SlotState) {
        let (modifiers, closure) = (state.modifiers, state.replacement)
        replacement.publish(closure, inPlaceOf: old.replacement)
        var hint = Hint(
            modifiers.keepsByDefault
                ? nil : keeping(modifiers.scope, timeToLive: modifiers.timeToLive, keying: modifiers.keying)
        )
        if closure != nil { hint.formUnion(.replacement) }
        if modifiers.decorator != nil { hint.formUnion(.decorator) }
        if !modifiers.contexts.isEmpty { hint.formUnion(.contexts) }
        self.hint.store(hint.rawValue, ordering: .releasing)
    }

    // MARK: - Ways of keeping

    /// What a factory value that sets a scope may refer to, if the container keeps by that scope already.
    ///
    /// - Parameter earlier: What the value has set before.
    func keeping(by scope: Scope.Standard, after earlier: Unmanaged<Keeping>?) -> Unmanaged<Keeping>? {
        guard let current = currentHint.keeping, current._withUnsafeGuaranteedRef({ $0.standard == scope }) else {
            return nil
        }
        return find(current) { $0.isSame(as: earlier, andScope: scope) }
    }

    /// The same for a factory value that keeps an instance for each parameter.
    func keepingPerParameter(after earlier: Unmanaged<Keeping>?) -> Unmanaged<Keeping>? {
        guard let current = currentHint.keeping, current._withUnsafeGuaranteedRef({ $0.keying != nil }) else {
            return nil
        }
        return find(current) { $0.isSamePerParameter(as: earlier) }
    }

    /// One of the ways there are already.
    private func find(_ likely: Unmanaged<Keeping>, where isSought: (Keeping) -> Bool) -> Unmanaged<Keeping>? {
        if likely._withUnsafeGuaranteedRef(isSought) { return likely }
        // Holds because `keepings` keeps all of them as long as the slot.
        var next = UnsafeRawPointer(bitPattern: lastKeeping.load(ordering: .acquiring)).map {
            Unmanaged<Keeping>.fromOpaque($0)
        }
        while let keeping = next {
            if keeping._withUnsafeGuaranteedRef(isSought) { return keeping }
            // Holds as above.
            next = keeping._withUnsafeGuaranteedRef { $0.next.map(Unmanaged.passUnretained) }
        }
        return nil
    }

    /// The way of keeping instances that these modifiers are.
    func keeping(_ scope: Scope?, timeToLive: Double?, keying: AnyParameterKeying?) -> Unmanaged<Keeping> {
        keepings.withLock { last in
            var next = last
            while let keeping = next {
                if keeping.isSame(scope: scope, timeToLive: timeToLive, isKeyed: keying != nil) {
                    return .passUnretained(keeping)
                }
                next = keeping.next
            }
            let made = Keeping(self, scope: scope, timeToLive: timeToLive, keying: keying, next: last)
            last = made
            // Holds because `keepings` has it.
            lastKeeping.store(UInt(bitPattern: Unmanaged.passUnretained(made).toOpaque()), ordering: .releasing)
            return .passUnretained(made)
        }
    }
}
