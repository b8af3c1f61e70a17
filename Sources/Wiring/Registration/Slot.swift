public import Synchronization

/// What one container knows of one declaration, whatever its types.
@usableFromInline
class AnySlot: Instances, @unchecked Sendable {
    // Holds because what can change is behind a lock or atomic; its one subclass keeps its own behind locks.

    /// What the state says to a resolution, to be read without the lock.
    @usableFromInline final let hint = Atomic<UInt>(0)
    /// The closure that stands in the declaration's place, a ``Closure``, for those who take no lock.
    @usableFromInline final let replacement = Published()
    /// All ways of keeping instances that were ever asked for, the last first.
    @usableFromInline final let keepings = Protected<Keeping?>(nil)
    /// The address of the last.
    @usableFromInline final let lastKeeping = Atomic<UInt>(0)

    /// Clears what `options` names.
    func reset(_ options: FactoryResetOptions) -> Leftover { fatalError("abstract") }

    /// Whether there is nothing that `options` names.
    func isEmpty(_ options: FactoryResetOptions) -> Bool { fatalError("abstract") }

    /// All there is, in a form that ``restore(_:)`` takes.
    func snapshot() -> any Sendable { fatalError("abstract") }

    /// Puts a snapshot back, or what a new slot holds for `nil`.
    func restore(_ snapshot: (any Sendable)?) -> Leftover { fatalError("abstract") }

    /// Copies all there is into another container's table.
    func copy(into table: borrowing DeclarationTable<AnySlot>) { fatalError("abstract") }

    // MARK: - Ways of keeping

    @inlinable final var currentHint: Hint { Hint(rawValue: hint.load(ordering: .acquiring)) }

    /// What a factory value that sets a scope may refer to, if the container keeps by that scope already.
    ///
    /// - Parameter earlier: What the value has set before.
    final func keeping(by scope: Scope.Standard, after earlier: Unmanaged<Keeping>?) -> Unmanaged<Keeping>? {
        guard let current = currentHint.keeping, current._withUnsafeGuaranteedRef({ $0.standard == scope }) else {
            return nil
        }
        return find(current) { $0.isSame(as: earlier, andScope: scope) }
    }

    /// The same for a factory value that keeps an instance for each parameter.
    final func keepingPerParameter(after earlier: Unmanaged<Keeping>?) -> Unmanaged<Keeping>? {
        guard let current = currentHint.keeping, current._withUnsafeGuaranteedRef({ $0.keying != nil }) else {
            return nil
        }
        return find(current) { $0.isSamePerParameter(as: earlier) }
    }

    /// One of the ways there are already.
    private final func find(_ likely: Unmanaged<Keeping>, where isSought: (Keeping) -> Bool) -> Unmanaged<Keeping>? {
        if likely._withUnsafeGuaranteedRef(isSought) { return likely }
        // Holds because `keepings` keeps all of them as long as the slot.
        var next = UnsafeRawPointer(bitPattern: lastKeeping.load(ordering: .acquiring)).map {
            Unmanaged<Keeping>.fromOpaque($0)
        }
        while let keeping = next {
            if keeping._withUnsafeGuaranteedRef(isSought) { return keeping }
            next = keeping._withUnsafeGuaranteedRef { $0.next.map(Unmanaged.passUnretained) }
        }
        return nil
    }

    /// The way of keeping instances that these modifiers are.
    final func keeping(_ scope: Scope?, timeToLive: Double?, keying: AnyObject?) -> Unmanaged<Keeping> {
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
            lastKeeping.store(UInt(bitPattern: Unmanaged.passUnretained(made).toOpaque()), ordering: .releasing)
            return .passUnretained(made)
        }
    }
}

/// What one container knows of one declaration: what to build, how to keep it, and what it keeps.
@usableFromInline
final class Slot<P, T>: AnySlot, @unchecked Sendable {
    // Holds because all that can change is behind a lock.
    private let state = Protected(SlotState<P, T>())

    /// What is set now.
    var current: SlotState<P, T> { state.withLock { $0 } }

    /// Registers a closure in place of the declaration's.
    ///
    /// - Parameter isClearing: Whether the instances that this container keeps are cleared.
    /// - Returns: Whether it was admitted.
    func register(_ closure: @escaping (P) -> T, once: Bool, isClearing: Bool) -> Bool {
        // What was taken out is released here, after unlocking; likewise below.
        change { state in
            guard state.admits(once: once) else { return (false, nil) }
            state.register(closure)
            return (true, isClearing ? .everything : nil)
        }.result
    }

    /// Sets a closure that stands above all others.
    func override(by closure: @escaping (P) -> T, isClearing: Bool) {
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
    func modify(once: Bool, _ change: (inout Modifiers<P, T>) -> Void) -> Bool {
        self.change { state in
            guard state.admits(once: once) else { return (false, nil) }
            state.modify(change)
            return (true, nil)
        }.result
    }

    /// From now on only factory values that are past their `once()` change anything.
    ///
    /// - Parameter before: What stands before it: a reset may have come since it was set.
    func passOnce(with before: Modifiers<P, T>) {
        _ = state.withLock { state -> SlotState<P, T>? in
            guard !state.once else { return nil }
            let old = state
            state.passOnce(with: before)
            tell(of: state, after: old)
            return old
        }
    }

    override func reset(_ options: FactoryResetOptions) -> Leftover {
        change { state in
            state.reset(options)
            return ((), options.clearing)
        }
    }

    override func isEmpty(_ options: FactoryResetOptions) -> Bool {
        switch options {
        case .scope: isEmpty
        case .all: isEmpty && current.isEmpty(.all)
        case .registration, .context, .none: current.isEmpty(options)
        }
    }

    private struct Snapshot {
        var state = SlotState<P, T>()
        var instances = Instances.Snapshot()
    }

    override func snapshot() -> any Sendable {
        Unchecked(state.withLock { Snapshot(state: $0, instances: snapshotOfInstances()) })
    }

    override func restore(_ snapshot: (any Sendable)?) -> Leftover {
        // Holds because only `snapshot()` of this very slot makes one.
        restore(snapshot.map { ($0 as! Unchecked<Snapshot>).value } ?? Snapshot())
    }

    private func restore(_ snapshot: Snapshot) -> Leftover {
        state.withLock { state in
            let old = state
            state = snapshot.state
            tell(of: state, after: old)
            return (old, restore(snapshot.instances))
        }
    }

    override func copy(into table: borrowing DeclarationTable<AnySlot>) {
        // Holds because the types are a part of the declaration.
        let copy = unsafeDowncast(table.find(declaration, orInsert: Slot<P, T>.init), to: Slot<P, T>.self)
        _ = copy.restore(state.withLock { Snapshot(state: $0, instances: snapshotOfInstances()) })
    }

    /// Changes the state, and clears what the change calls for, at once: who sees one sees the other.
    ///
    /// - Returns: Also what was taken out, to be released after unlocking.
    private func change<Result>(
        _ body: (inout SlotState<P, T>) -> (result: Result, clearing: Clearing?)
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
    private func tell(of state: SlotState<P, T>, after old: SlotState<P, T>) {
        let (modifiers, closure) = (state.modifiers, state.replacement)
        replacement.publish(closure, inPlaceOf: old.replacement)
        var hint = Hint(
            modifiers.scope == nil && modifiers.timeToLive == nil && modifiers.keying == nil
                ? nil : keeping(modifiers.scope, timeToLive: modifiers.timeToLive, keying: modifiers.keying)
        )
        if closure != nil { hint.formUnion(.replacement) }
        if modifiers.decorator != nil { hint.formUnion(.decorator) }
        if !modifiers.contexts.isEmpty { hint.formUnion(.contexts) }
        self.hint.store(hint.rawValue, ordering: .releasing)
    }
}
