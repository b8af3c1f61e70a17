/// Holds one instance that is built at most once, however many threads resolve it.
class Cell: @unchecked Sendable {
    // SAFETY: The state is reached only under the lock. Subclasses are responsible for what they add.
    @exclusivity(unchecked) private final var state = CellState()
    // Not first: threads that take the locks of neighboring objects would share a cache line.
    private final let mutex = Lock()

    /// Runs `body` with exclusive access to the state. `body` must not call the user's code or release the user's objects.
    @inline(__always)
    final func withState<Result>(_ body: (inout CellState) -> Result) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return body(&state)
    }

    // MARK: - Hits

    @inline(__always)
    final func lock() { mutex.lock() }

    @inline(__always)
    final func unlock() { mutex.unlock() }

    /// The instance that the locked cell holds for a scope, valid until ``unlock()``.
    @inline(__always)
    final func reference(for scope: ScopeID) -> StoredInstance.Reference? { state.reference(for: scope) }

    /// The address of the instance that the locked cell holds for a scope, if a hit only copies it, valid until ``unlock()``.
    @inline(__always)
    final func plainAddress(for scope: ScopeID) -> UnsafeRawPointer? { state.plainAddress(for: scope) }

    /// The instance, if the cell holds one for this scope. See ``Swift/Unmanaged/value(_:scope:kind:)``.
    final func value<Value>(_ type: Value.Type, scope: ScopeID) throws(Miss) -> Value {
        try Unmanaged.passUnretained(self).value(Value.self, scope: scope)
    }

    // MARK: - Changes

    /// Claims the cell for `construction`, if it is empty.
    final func claimIfEmpty(_ construction: Construction, _ scope: ScopeID, at start: Construction.Start) -> Bool {
        mutex.lock()
        defer { mutex.unlock() }
        return state.claimIfEmpty(construction, scope: scope, at: start)
    }

    /// The content, without a construction under way.
    final func snapshot() -> CellState.Content { withState { $0.snapshot } }

    /// Replaces the content, and returns the previous one, which the caller releases.
    final func replace(with content: CellState.Content) -> CellState.Content {
        withState { $0.replace(with: content) }
    }

    /// Clears the cell, and returns its content, which the caller releases.
    final func clear(_ clearing: Clearing) -> CellState.Content { withState { $0.clear(clearing) } }
}

// SAFETY: The caller knows that the cell exists until the call returns.
extension Unmanaged where Instance: Cell {
    /// The instance, if the cell holds one for this scope. Takes the cell's lock; only the retain of the instance runs under
    /// it. A time to live is not checked. Throws `Miss` if a dependent must be recorded.
    ///
    /// - Parameter kind: What the cell must hold. A settled instance misses while its start is awaited.
    @inline(__always)
    func value<Value>(_ type: Value.Type, scope: ScopeID, kind: StoredInstance.Kind = .instance) throws(Miss) -> Value {
        // Closures that captured the cell would retain it.
        _withUnsafeGuaranteedRef { $0.lock() }
        if kind == .instance, let address = _withUnsafeGuaranteedRef({ $0.plainAddress(for: scope) }) {
            // SAFETY: The caller's declaration has this type, so the cell holds it.
            let value = address.assumingMemoryBound(to: Value.self).pointee
            _withUnsafeGuaranteedRef { $0.unlock() }
            return value
        }
        guard let stored = _withUnsafeGuaranteedRef({ $0.reference(for: scope) }), stored.isHit(kind) else {
            _withUnsafeGuaranteedRef { $0.unlock() }
            throw Miss()
        }
        guard stored.isWeak else {
            let value = stored.strongValue(Value.self)
            _withUnsafeGuaranteedRef { $0.unlock() }
            return value
        }
        guard let object = stored.object else {
            _withUnsafeGuaranteedRef { $0.unlock() }
            throw Miss()
        }
        let value = stored.weakValue(Value.self, consume object)
        _withUnsafeGuaranteedRef { $0.unlock() }
        return value
    }
}

extension Cell {
    /// What to clear.
    enum Clearing {
        case everything
        /// Instances of one scope, and constructions for it.
        case scope(ScopeID)
        /// Constructions under way: they continue, but are not published.
        case constructions
        /// Instances that have stopped, or were built with one that has.
        case stopped

        /// Whether a slot's change with this clearing outdates constructions in children. A change of scope does not, because a
        /// child looks up the scope at each resolution.
        var outdatesChildren: Bool { if case .scope = self { false } else { true } }
    }

    /// How a scope stores an instance.
    struct Policy {
        let scope: ScopeID
        var isWeak = false
        /// The seconds until an unused instance expires; `nil` for never.
        var seconds: Double?
        /// Whether the instance may be an ``Outcome``. If not, its type need not be checked, which would take a dynamic cast.
        var mayStoreOutcome = true

        /// The time to live, measured from now.
        func timeToLive() -> TimeToLive? { seconds.map { TimeToLive(seconds: $0, now: MonotonicTime.now) } }

        /// The output of a construction under this policy.
        ///
        /// - Parameter nodes: What dependents of the instance depend on.
        func output<Value>(
            _ value: Value,
            _ nodes: [AnyLifecycleNode] = [],
            of construction: Construction? = nil
        ) -> Construction.Output {
            Construction.Output(
                instance: StoredInstance(value, scope: scope, nodes),
                storage: storage(of: value, nodes, construction)
            )
        }

        private func storage<Value>(
            of value: Value,
            _ nodes: [AnyLifecycleNode],
            _ construction: Construction?
        ) -> Construction.Output.Storage {
            if mayStoreOutcome, Value.self is Outcome.Type {
                // SAFETY: `Value` is the type of an outcome, so the cast succeeds.
                let outcome = value as! Outcome
                if let construction, let generations = construction.generations {
                    outcome.setGenerations(generations, since: construction.start.stamp)
                }
                return storage(of: outcome, nodes)
            }
            guard storesAnything else { return .none }
            if isWeak { return StoredInstance(weakly: value, scope: scope, nodes).map { .other($0) } ?? .none }
            return isNil(value) ? .none : .strong
        }

        private func storage(of outcome: Outcome, _ nodes: [AnyLifecycleNode]) -> Construction.Output.Storage {
            guard let stored = outcome.stored(scope, weakly: isWeak, nodes), storesAnything else { return .none }
            return .other(stored)
        }

        // This also rejects NaN.
        private var storesAnything: Bool { seconds.map { $0 > 0 } ?? true }
    }
}

/// There is no instance on the fast path.
@usableFromInline
struct Miss: Error {}
