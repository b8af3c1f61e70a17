/// Holds one instance that is built at most once, however many threads and tasks resolve it.
package class Cell: @unchecked Sendable {
    // SAFETY: The state is reached only under the lock. Subclasses are responsible for what they add.
    @exclusivity(unchecked) private final var state = CellState()
    // Not first: threads that take the locks of neighboring objects would share a cache line.
    private final let mutex = Lock()

    package init() {}

    /// Runs `body` with exclusive access to the state, under the rules of ``Lock/withLock(_:)``.
    @inline(__always)
    final func withState<Result>(_ body: (inout CellState) -> Result) -> Result {
        mutex.withLock { body(&state) }
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

    /// Begins the time to live of the locked cell's instance anew, if there is one that has not ended.
    @inline(__always)
    final func use(_ expiry: TimeToLive.Expiry?) -> Bool { state.use(expiry) }

    final func value<Value>(_ type: Value.Type, scope: ScopeID) throws(Miss) -> Value {
        try Borrowed(self).value(Value.self, scope: scope)
    }

    // MARK: - Changes

    /// Claims the cell for `flight`, if it is empty.
    final func claimIfEmpty(_ flight: Flight, _ scope: ScopeID, at start: Flight.Start) -> Bool {
        withState { $0.claimIfEmpty(flight, scope: scope, at: start) }
    }

    /// The content, without a construction under way.
    final func snapshot() -> CellState.Content { withState { $0.snapshot } }

    /// Replaces the content, and returns the previous one, which the caller releases.
    final func replace(with content: CellState.Content) -> CellState.Content { withState { $0.replace(with: content) } }

    /// Clears the cell, and returns its content, which the caller releases.
    final func clear(_ clearing: Clearing) -> CellState.Content { withState { $0.clear(clearing) } }
}

// SAFETY: The caller knows that the cell exists until the call returns.
extension Borrowed where Object: Cell {
    /// The instance, if the cell holds one for this scope. Takes the cell's lock; only the retain of the instance runs under
    /// it. Records what is being built as a dependent.
    ///
    /// - Parameters:
    ///   - expiry: Begins anew if it is sliding. It is not checked if there is none.
    ///   - awaitsReadiness: Whether the caller waits until the instance is ready, so that one that has yet to become ready misses.
    ///   - isFollowed: Whether the caller's declaration asks for a follower, so that one that has not been admitted misses.
    @inline(__always)
    func value<Value>(
        _ type: Value.Type,
        scope: ScopeID,
        within expiry: TimeToLive.Expiry? = nil,
        awaitsReadiness: Bool = false,
        isFollowed: Bool = false
    ) throws(Miss) -> Value {
        // Closures that captured the cell would retain it.
        with { $0.lock() }
        if expiry == nil, let address = with({ $0.plainAddress(for: scope) }) {
            // SAFETY: The caller's declaration has this type, so the cell holds it.
            let value = address.assumingMemoryBound(to: Value.self).pointee
            with { $0.unlock() }
            return value
        }
        guard let stored = with({ $0.reference(for: scope) }),
            stored.isHit(awaitsReadiness: awaitsReadiness, isFollowed: isFollowed), with({ $0.use(expiry) })
        else {
            with { $0.unlock() }
            throw Miss()
        }
        let followers = stored.hasDependent ? stored.followers : nil
        guard stored.isWeak else {
            let value = stored.strongValue(Value.self)
            with { $0.unlock() }
            if let followers { ResolutionStack.addDependencies(followers.handles) }
            return value
        }
        guard let object = stored.object else {
            with { $0.unlock() }
            throw Miss()
        }
        let value = stored.weakValue(Value.self, consume object)
        with { $0.unlock() }
        if let followers { ResolutionStack.addDependencies(followers.handles) }
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
        /// `nil` if an instance never expires.
        var timeToLive: TimeToLive?

        /// The time to live, measured from now.
        func expiry() -> TimeToLive.Expiry? { timeToLive.map { TimeToLive.Expiry($0) } }

        /// The output of a flight under this policy.
        ///
        /// - Parameter nodes: What dependents of the instance depend on.
        func output<Value>(_ value: Value, _ nodes: [FollowerHandle] = []) -> Flight.Output {
            let instance = StoredInstance(value, scope: scope, nodes)
            guard timeToLive.map({ $0.duration > 0 }) ?? true else { return .init(instance: instance, stored: nil) }
            let stored = isWeak ? StoredInstance(weakly: value, scope: scope, nodes) : isNil(value) ? nil : instance
            return .init(instance: instance, stored: stored)
        }
    }
}

/// A cell that no scope has.
extension Cell {
    /// The content, if there is one.
    final func content<Content>(_ type: Content.Type) -> Content? { try? value(Content.self, scope: .singletons) }

    /// The content, made by `make` if there is none.
    ///
    /// - Parameters:
    ///   - path: The calling thread's path to this cell, for the error that reports a cycle.
    ///   - onCycle: Called instead of a wait that would never end.
    ///   - stored: Makes what is stored out of the content, which callers that are waiting get. The same by default.
    ///   - make: Runs without a lock, at most once until its result is stored.
    package final func content<Content>(
        path: () -> [PathStep] = { ResolutionStack.path },
        onCycle: (WaitGraph.Cycle) -> Content,
        storing stored: ((Content) -> Content)? = nil,
        make: () -> Content
    ) -> Content {
        do {
            switch try Reference.cell(self).claim(Policy(scope: .singletons), outdatedBy: nil, path: path) {
            case .instance(let instance): return instance.value(Content.self)
            case .build(let flight):
                let content = make()
                let instance = StoredInstance(content, scope: .singletons)
                let kept = stored.map { StoredInstance($0(content), scope: .singletons) } ?? instance
                flight.end(with: Flight.Output(instance: instance, stored: kept))
                return content
            case .retired, .failure, .wait:
                fatalError("the cell is not in a table, and `make` neither fails nor awaits")
            }
        } catch {
            return onCycle(error)
        }
    }

    /// Replaces the content, and returns the previous one, which the caller releases. What is being made goes to its callers, but is
    /// not stored.
    final func setContent<Content>(_ content: Content) -> CellState.Content {
        replace(with: .full(StoredInstance(content, scope: .singletons), used: nil))
    }
}

/// There is no instance on the fast path.
@usableFromInline
package struct Miss: Error {
    package init() {}
}

/// Identifies a scope by a number that is never reused. The address of a scope could be.
///
/// 0 stands for every singleton scope, 1 to 5 are the standard scopes, by their `Scope.Kind`, and custom scopes have unique
/// numbers above 16.
package struct ScopeID: Hashable, Sendable {
    let number: UInt64

    // Written out, because the derived operator is slow in a build without optimization.
    package static func == (left: ScopeID, right: ScopeID) -> Bool { left.number == right.number }

    static func make() -> ScopeID { ScopeID(number: .unique()) }

    /// Stands for every singleton scope, because a clone of one holds the same instances.
    package static var singletons: ScopeID { ScopeID(number: 0) }
}

extension Cell {
    /// A cell: one with its own lock, or that of a parameter, which shares the lock of its table.
    enum Reference {
        case cell(Cell)
        /// A slot, not retained: its container's manager retains it, and the ``Generation/Watch`` of the flight retains the
        /// manager.
        case slot(Borrowed<Cell>)
        case parameter(ParameterCells.Entry, in: ParameterCells)

        @inline(__always)
        private func withState<Result>(_ body: (inout CellState) -> Result) -> Result {
            switch self {
            case .cell(let cell): cell.withState(body)
            // SAFETY: See the case.
            case .slot(let cell): cell.with { $0.withState(body) }
            case .parameter(let entry, let cells): cells.withState(of: entry, body)
            }
        }

        /// The result of a claim.
        enum Claim {
            /// The cell holds the instance.
            case instance(StoredInstance.Strong)
            /// The construction that the caller waited for has failed.
            case failure(ConstructionFailure)
            /// The caller builds the instance, and ends the flight.
            case build(Flight)
            /// A task builds it. The caller awaits the flight.
            case wait(Flight)
            /// The cell was removed from its table. Find the cell again.
            case retired
        }

        /// Claims the cell for a flight, unless it holds the instance. Waits while another thread builds it.
        ///
        /// - Parameters:
        ///   - policy: How the instance is stored.
        ///   - generations: Counts the changes that outdate the flight.
        ///   - waiters: What has the tasks that wait, if the closure is asynchronous. Then this returns the flight to wait for.
        ///   - mayPublish: Called at the claim: whether an instance that is built from now on may be published.
        ///   - path: The calling thread's path to this cell, for the error that reports a cycle.
        /// - Throws: The cycle that waiting would close.
        func claim(
            _ policy: Cell.Policy,
            outdatedBy generations: Generation.Watch?,
            waiters: (any Flight.Waiters.Type)? = nil,
            mayPublish: () -> Bool = { true },
            path: () -> [PathStep] = { ResolutionStack.path }
        ) throws(WaitGraph.Cycle) -> Claim {
            while true {
                generations?.preserve()
                let expiry = policy.expiry()
                let stamp = generations?.stamp(for: policy.scope) ?? Generation.Stamp()
                let start = Flight.Start(stamp: stamp, mayPublish: stamp.isQuiet && mayPublish())
                let flight = Flight.make(waiters: waiters)
                let claim = withState { state in
                    let claim = state.claim(flight, scope: policy.scope, expiry: expiry, at: start)
                    if case .wait(let other) = claim { other.isKnown = true }
                    return claim
                }
                if case .build = claim {
                    flight.build(self, policy, outdatedBy: generations, at: start)
                    return .build(flight)
                }
                flight.recycle()
                switch claim {
                case .build: break
                case .hit(let instance): return .instance(instance)
                case .retired: return .retired
                // Released here, without a lock: a `deinit` may resolve.
                case .evicted(let content):
                    content.noteEviction(for: policy.scope, of: generations?.declaration)
                    _ = consume content
                case .wait(let other):
                    if waiters != nil, !other.hasEnded { return .wait(other) }
                    switch waiters != nil ? .nothing : try other.wait(path: path()) {
                    case .instance(let instance): return .instance(instance)
                    case .failure(let failure): return .failure(failure)
                    // It has ended since. Claim again.
                    case .nothing: withState { $0.end(other) }
                    }
                }
            }
        }

        /// Ends a flight, and publishes its output, unless something has changed since the flight began.
        ///
        /// - Returns: Whether another thread or a task knows the flight.
        func end(_ flight: Flight, with output: Flight.Output?, outdatedBy generations: Generation.Watch?) -> Bool {
            let (scope, start) = (flight.policy.scope, flight.start)
            let used = output == nil ? nil : flight.policy.expiry()?.now
            generations?.preserve()
            return withState { state in
                let isCurrent = start.mayPublish && start.stamp == generations?.stamp(for: scope) ?? Generation.Stamp()
                state.end(flight, with: isCurrent ? output?.stored : nil, used: used)
                return flight.isKnown
            }
        }
    }
}
