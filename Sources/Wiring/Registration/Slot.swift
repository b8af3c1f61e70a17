import Synchronization

/// What one container knows of one declaration, whatever its types.
class AnySlot: DeclarationEntry, @unchecked Sendable {
    // Holds because this class has no state, and its one subclass keeps its own behind locks.

    /// Something taken out, to be released by the caller outside of any lock.
    typealias Leftover = Any

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
}

/// What one container knows of one declaration: what to build, how to keep it, and what it keeps.
final class Slot<P, T>: AnySlot, @unchecked Sendable {
    // Holds because all that can change is behind a lock or atomic.
    private let state = Protected(SlotState<P, T>())
    /// The instances that this container keeps.
    let instances: Instances<P, T>
    /// The scope's address, to compare a declaration's with it without the lock.
    private let scope = Atomic<UInt>(0)

    override init(_ declaration: Declaration) {
        instances = Instances(declaration)
        super.init(declaration)
    }

    /// What is set now.
    var current: SlotState<P, T> { state.withLock { $0 } }

    /// Registers a closure in place of the declaration's.
    ///
    /// - Returns: Whether it was admitted.
    func register(_ closure: @escaping (P) -> T, once: Bool) -> Bool {
        let (admitted, leftover) = state.withLock { state in
            let old = state
            guard state.admits(once: once) else { return (false, old) }
            state.register(closure)
            return (true, old)
        }
        _ = consume leftover
        return admitted
    }

    /// Sets a scope, and clears the instances that another one before it has kept. Takes no lock if nothing changes.
    ///
    /// - Returns: Whether it was admitted.
    func set(scope new: Scope?, once: Bool) -> Bool {
        let address = Self.address(of: new)
        // A factory value that is past its `once()`, or has none, may set the same scope again.
        if scope.load(ordering: .acquiring) == address { return true }
        let (admitted, old) = state.withLock { state in
            let old = state.modifiers.scope
            guard state.admits(once: once) else { return (false, old) }
            state.modify { $0.scope = new }
            scope.store(address, ordering: .releasing)
            return (true, old)
        }
        // Others may be building for the new scope already.
        if admitted, let old, old !== new { _ = instances.clear(scope: ObjectIdentifier(old)) }
        return admitted
    }

    /// Changes the modifiers.
    ///
    /// - Returns: Whether the change was admitted.
    func modify(once: Bool, _ change: (inout Modifiers<P, T>) -> Void) -> Bool {
        let (admitted, leftover) = state.withLock { state in
            let old = state
            guard state.admits(once: once) else { return (false, old) }
            state.modify(change)
            return (true, old)
        }
        _ = consume leftover
        return admitted
    }

    /// From now on only factory values that are past their `once()` change anything.
    func passOnce() { state.withLock { $0.passOnce() } }

    override func reset(_ options: FactoryResetOptions) -> Leftover {
        let old = state.withLock { state in
            let old = state
            state.reset(options)
            scope.store(Self.address(of: state.modifiers.scope), ordering: .releasing)
            return old
        }
        switch options {
        case .all, .scope: return (old, instances.clear(scope: nil))
        case .registration, .context, .none: return old
        }
    }

    override func clear(scope: Scope) -> Leftover { instances.clear(scope: ObjectIdentifier(scope)) }

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
        Unchecked(Snapshot(state: current, instances: instances.snapshot()))
    }

    override func restore(_ snapshot: (any Sendable)?) -> Leftover {
        // Holds because only `snapshot()` of this very slot makes one.
        let snapshot = snapshot.map { ($0 as! Unchecked<Snapshot>).value } ?? Snapshot()
        let old = state.withLock { state in
            let old = state
            state = snapshot.state
            scope.store(Self.address(of: state.modifiers.scope), ordering: .releasing)
            return old
        }
        return (old, instances.restore(snapshot.instances))
    }

    private static func address(of scope: Scope?) -> UInt {
        // Holds because the address is only compared, and the state keeps the scope for as long as it stands here.
        scope.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    }
}
