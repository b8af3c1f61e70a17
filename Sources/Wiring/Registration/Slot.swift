public import Synchronization

/// What one container knows of one declaration, whatever its types.
@usableFromInline
class AnySlot: DeclarationEntry, @unchecked Sendable {
    // Holds because this class has no state, and its one subclass keeps its own behind locks.

    /// Clears what `options` names.
    func reset(_ options: FactoryResetOptions) -> Leftover { fatalError("abstract") }

    /// Clears the instances that one scope keeps here.
    func clear(scope: Scope) -> Leftover { fatalError("abstract") }

    /// Whether there is nothing that `options` names.
    func isEmpty(_ options: FactoryResetOptions) -> Bool { fatalError("abstract") }

    /// All there is, in a form that ``restore(_:)`` takes.
    func snapshot() -> any Sendable { fatalError("abstract") }

    /// Puts a snapshot back, or what a new slot holds for `nil`.
    func restore(_ snapshot: (any Sendable)?) -> Leftover { fatalError("abstract") }

    /// Copies all there is into another container's table.
    func copy(into table: DeclarationTable<AnySlot>) { fatalError("abstract") }
}

/// What one container knows of one declaration: what to build, how to keep it, and what it keeps.
@usableFromInline
final class Slot<P, T>: AnySlot, @unchecked Sendable {
    // Holds because all that can change is behind a lock or atomic.
    private let state = Protected(SlotState<P, T>())
    /// The instances that this container keeps.
    @usableFromInline let instances: Instances<P, T>
    /// What the state says to a resolution that may find an instance, to be read without the lock.
    @usableFromInline let hint = Atomic<UInt>(Hint(nil, isComplete: true).rawValue)

    override init(_ declaration: Declaration) {
        instances = Instances(declaration)
        super.init(declaration)
    }

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

    /// Whether `scope` is set, so that setting it changes nothing.
    @inlinable
    func keeps(by scope: Scope) -> Bool {
        Hint(hint.load(ordering: .acquiring)).scope == Hint(scope, isComplete: true).scope
    }

    /// Whether `scope` is all that a resolution must know to take an instance that is there.
    @inlinable
    func keepsSimply(by scope: Scope) -> Bool {
        hint.load(ordering: .acquiring) == Hint(scope, isComplete: true).rawValue
    }

    /// Sets a scope, and clears the instances that another one before it has kept.
    ///
    /// - Returns: Whether it was admitted.
    func set(scope new: Scope?, once: Bool) -> Bool {
        change { state in
            guard state.admits(once: once) else { return (false, nil) }
            let old = state.modifiers.scope
            state.modify { $0.scope = new }
            // Others may be building for the new scope already.
            return (true, old === new ? nil : old.map { .keptFor($0.keeper) })
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
    func passOnce() { state.withLock { $0.passOnce() } }

    override func reset(_ options: FactoryResetOptions) -> Leftover {
        change { state in
            state.reset(options)
            switch options {
            case .all, .scope: return ((), .everything)
            // Instances stay. What is being built is built by what was reset.
            case .registration, .context: return ((), .constructions)
            case .none: return ((), nil)
            }
        }
    }

    override func clear(scope: Scope) -> Leftover { instances.clear(.keptFor(scope.keeper)) }

    override func isEmpty(_ options: FactoryResetOptions) -> Bool {
        switch options {
        case .scope: instances.isEmpty
        case .all: instances.isEmpty && current.isEmpty(.all)
        case .registration, .context, .none: current.isEmpty(options)
        }
    }

    private struct Snapshot {
        var state = SlotState<P, T>()
        var instances = Instances<P, T>.Snapshot()
    }

    override func snapshot() -> any Sendable {
        Unchecked(state.withLock { Snapshot(state: $0, instances: instances.snapshot()) })
    }

    override func restore(_ snapshot: (any Sendable)?) -> Leftover {
        // Holds because only `snapshot()` of this very slot makes one.
        restore(snapshot.map { ($0 as! Unchecked<Snapshot>).value } ?? Snapshot())
    }

    private func restore(_ snapshot: Snapshot) -> Leftover {
        state.withLock { state in
            let old = state
            state = snapshot.state
            giveHint(of: state)
            return (old, instances.restore(snapshot.instances))
        }
    }

    override func copy(into table: DeclarationTable<AnySlot>) {
        // Holds because the types are a part of the declaration.
        let copy = unsafeDowncast(table.find(declaration, orInsert: Slot<P, T>.init), to: Slot<P, T>.self)
        _ = copy.restore(state.withLock { Snapshot(state: $0, instances: instances.snapshot()) })
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
            giveHint(of: state)
            // The cells' locks are taken within the slot's, never the other way round.
            return (result, (old, clearing.map { instances.clear($0) }))
        }
    }

    private func giveHint(of state: SlotState<P, T>) {
        hint.store(
            Hint(state.modifiers.scope, isComplete: state.modifiers.areScopeAlone).rawValue,
            ordering: .releasing
        )
    }
}

/// A scope's address, and whether a resolution that may find an instance need know nothing else.
@usableFromInline
struct Hint {
    @usableFromInline let rawValue: UInt

    @inlinable
    init(_ rawValue: UInt) { self.rawValue = rawValue }

    @inlinable
    init(_ scope: Scope?, isComplete: Bool) {
        // Holds because the address is only compared, and the state keeps the scope for as long as it stands here. Its
        // low bits are free, because objects are aligned.
        let address = scope.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
        rawValue = isComplete ? address : address | 1
    }

    /// The scope's address.
    @inlinable var scope: UInt { rawValue & ~1 }
}
