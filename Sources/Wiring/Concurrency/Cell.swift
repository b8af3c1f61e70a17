/// The state of a cell and its transitions, as a value that tests use without threads.
///
/// A transition that takes something out returns it, so that the caller releases it after unlocking.
struct CellState: ~Copyable, @unchecked Sendable {
    // SAFETY: The address belongs to an instance that never changes and that the content retains.

    enum Content: Sendable {
        case empty
        case building(Flight, scope: ScopeID, start: Flight.Start)
        /// - Parameter used: When the instance was last used with a time to live, or built.
        case full(StoredInstance, used: Int64?)
        /// The cell was removed from its table, and stays empty.
        case retired

        /// The stored instance, which may be an object that is gone.
        var stored: StoredInstance? { if case .full(let stored, _) = self { stored } else { nil } }

        /// Whether there is no instance, or an object that is gone. Do not call it under a lock: it retains the object.
        var isEmpty: Bool { stored?.keepAlive == nil }

        /// The scope of the instance or construction.
        var scope: ScopeID? {
            switch self {
            case .empty, .retired: nil
            case .building(_, let scope, _): scope
            case .full(let stored, _): stored.scope
            }
        }
    }

    /// Copies of the stored instance's reference, address and scope, which a hit reads without unpacking the content.
    private var reference: StoredInstance.Reference?
    private var plainAddress: UnsafeRawPointer?
    private var scope = ScopeID.singletons

    /// When the instance was last used. The contents do not know it, so that a use does not write them.
    private var used: Int64?

    // Last, because it is not as large as its stride.
    private var contents: Content = .empty

    init() {}

    init(_ stored: StoredInstance, used: Int64?) { set(.full(stored, used: used)) }

    var content: Content {
        if case .full(let stored, _) = contents { .full(stored, used: used) } else { contents }
    }

    private mutating func set(_ new: Content) {
        if case .full(let stored, let used) = new {
            (reference, plainAddress, scope) = (stored.reference, stored.plainAddress, stored.scope)
            self.used = used
        } else {
            (reference, plainAddress) = (nil, nil)
        }
        contents = new
    }

    /// The result of a claim.
    enum Claim {
        /// The cell holds the instance.
        case hit(StoredInstance.Strong)
        /// It is being built: wait.
        case wait(Flight)
        /// The claimant builds it.
        case build
        /// An instance that has expired or stopped, is gone, or is of another scope was taken out: release it, and claim again.
        case evicted(Content)
        /// The cell was removed from its table: find the cell again.
        case retired
    }

    /// The instance stored for a scope, valid until the next change. A time to live is not checked.
    @inline(__always)
    func reference(for scope: ScopeID) -> StoredInstance.Reference? { self.scope == scope ? reference : nil }

    /// The address of an instance that a hit only copies, valid until the next change.
    @inline(__always)
    func plainAddress(for scope: ScopeID) -> UnsafeRawPointer? { self.scope == scope ? plainAddress : nil }

    /// The instance, if it is stored for this scope and has not expired. A sliding time to live begins anew.
    mutating func hit(scope: ScopeID, expiry: TimeToLive.Expiry?) -> StoredInstance.Strong? {
        guard case .full(let stored, _) = contents, stored.scope == scope, !stored.hasStopped,
            expiry?.isAlive(since: used) ?? true, let keepAlive = stored.keepAlive
        else { return nil }
        if let expiry { used = expiry.renewed(used) }
        return StoredInstance.Strong(stored, keepAlive)
    }

    /// Begins a sliding time to live anew, unless it has ended.
    mutating func use(_ expiry: TimeToLive.Expiry) -> Bool {
        guard expiry.isAlive(since: used) else { return false }
        used = expiry.renewed(used)
        return true
    }

    /// Claims the cell for `flight`, unless it holds the instance, or another construction that no change has outdated.
    mutating func claim(
        _ flight: Flight,
        scope: ScopeID,
        expiry: TimeToLive.Expiry?,
        at start: Flight.Start
    ) -> Claim {
        if let instance = hit(scope: scope, expiry: expiry) { return .hit(instance) }
        switch contents {
        case .retired: return .retired
        case .building(let other, let owner, let earlier) where owner == scope && earlier.suffices(for: start):
            return .wait(other)
        case .full: return .evicted(replace(with: .empty))
        case .empty, .building:
            set(.building(flight, scope: scope, start: start))
            return .build
        }
    }

    /// Claims the cell for `flight`, if it is empty.
    mutating func claimIfEmpty(_ flight: Flight, scope: ScopeID, at start: Flight.Start) -> Bool {
        guard case .empty = contents else { return false }
        // There are no copies to clear.
        contents = .building(flight, scope: scope, start: start)
        return true
    }

    /// Ends `flight` and publishes its instance.
    ///
    /// - Returns: Whether it was published. It is not if the cell was cleared after the claim.
    mutating func publish(_ flight: Flight, _ stored: StoredInstance, used: Int64?) -> Bool {
        guard isUnderConstruction(by: flight) else { return false }
        set(.full(stored, used: used))
        return true
    }

    /// Ends `flight` without an instance.
    mutating func abandon(_ flight: Flight) {
        if isUnderConstruction(by: flight) { set(.empty) }
    }

    /// Replaces the content, and returns the previous one. A construction under way continues, but is not published.
    mutating func replace(with other: Content) -> Content {
        let old = content
        set(other)
        return old
    }

    /// Whether the cell is needed: a construction is under way, or it holds an instance that is neither gone nor expired.
    ///
    /// - Parameter objects: Takes a strong reference to a weakly stored object. It may be the last one, so the caller releases it
    ///   after unlocking.
    func isNeeded(_ expiry: TimeToLive.Expiry?, retainingIn objects: inout [AnyObject]) -> Bool {
        // The usual case first: it copies nothing.
        if expiry == nil, let reference, !reference.isWeak { return true }
        switch contents {
        case .building: return true
        case .empty, .retired: return false
        case .full(let stored, _):
            if let expiry, !expiry.isAlive(since: used) { return false }
            guard stored.reference.isWeak else { return true }
            guard let object = stored.keepAlive else { return false }
            objects.append(object)
            return true
        }
    }

    /// The content, without a construction under way.
    var snapshot: Content {
        if case .full = content { content } else { .empty }
    }

    /// Clears the content, and returns what was there.
    mutating func clear(_ clearing: Cell.Clearing) -> Content {
        let isAffected =
            switch clearing {
            case .everything: true
            case .scope(let scope): contents.scope == scope
            case .constructions: if case .building = contents { true } else { false }
            case .stopped: contents.stored?.hasStopped == true
            }
        return isAffected ? replace(with: .empty) : .empty
    }

    /// Removes the cell from its table, if there is neither an instance nor a construction.
    mutating func retireIfEmpty() -> Bool {
        switch contents {
        case .building, .full: return false
        case .empty, .retired:
            set(.retired)
            return true
        }
    }

    private func isUnderConstruction(by flight: Flight) -> Bool {
        guard case .building(let current, _, _) = contents else { return false }
        return current === flight
    }
}

/// Holds one instance that is built at most once, however many threads and tasks resolve it.
class Cell: @unchecked Sendable {
    // SAFETY: The state is reached only under the lock. Subclasses are responsible for what they add.
    @exclusivity(unchecked) private final var state = CellState()
    // Not first: threads that take the locks of neighboring objects would share a cache line.
    private final let mutex = Lock()

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

    /// The instance, if the cell holds one for this scope. See ``Borrowed/value(_:scope:awaitsStart:mayStart:)``.
    fileprivate final func use(_ expiry: TimeToLive.Expiry, for scope: ScopeID) -> Bool {
        state.reference(for: scope) != nil && state.use(expiry)
    }

    final func value<Value>(_ type: Value.Type, scope: ScopeID) throws(Miss) -> Value {
        try Borrowed(self).value(Value.self, scope: scope)
    }

    // MARK: - Changes

    /// Claims the cell for `flight`, if it is empty.
    final func claimIfEmpty(_ flight: Flight, _ scope: ScopeID, at start: Flight.Start) -> Bool {
        mutex.lock()
        defer { mutex.unlock() }
        return state.claimIfEmpty(flight, scope: scope, at: start)
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
extension Borrowed where Object: Cell {
    /// The instance, if the cell holds one for this scope. Takes the cell's lock; only the retain of the instance runs under
    /// it. Throws `Miss` if a dependent must be recorded.
    ///
    /// - Parameters:
    ///   - expiry: Begins anew if it is sliding. It is not checked if there is none.
    ///   - awaitsStart: Whether the caller waits for the start of the instance, so that one that has yet to start misses.
    ///   - mayStart: Whether the caller has hooks, so that one that no lifecycle has misses.
    @inline(__always)
    func value<Value>(
        _ type: Value.Type,
        scope: ScopeID,
        within expiry: TimeToLive.Expiry? = nil,
        awaitsStart: Bool = false,
        mayStart: Bool = false
    ) throws(Miss) -> Value {
        // Closures that captured the cell would retain it.
        with { $0.lock() }
        if let expiry, !with({ $0.use(expiry, for: scope) }) {
            with { $0.unlock() }
            throw Miss()
        }
        if let address = with({ $0.plainAddress(for: scope) }) {
            // SAFETY: The caller's declaration has this type, so the cell holds it.
            let value = address.assumingMemoryBound(to: Value.self).pointee
            with { $0.unlock() }
            return value
        }
        guard let stored = with({ $0.reference(for: scope) }),
            stored.isHit(awaitsStart: awaitsStart, mayStart: mayStart)
        else {
            with { $0.unlock() }
            throw Miss()
        }
        guard stored.isWeak else {
            let value = stored.strongValue(Value.self)
            with { $0.unlock() }
            return value
        }
        guard let object = stored.object else {
            with { $0.unlock() }
            throw Miss()
        }
        let value = stored.weakValue(Value.self, consume object)
        with { $0.unlock() }
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
        func output<Value>(_ value: Value, _ nodes: [LifecycleHandle] = []) -> Flight.Output {
            Flight.Output(instance: StoredInstance(value, scope: scope, nodes), storage: storage(of: value, nodes))
        }

        private func storage<Value>(of value: Value, _ nodes: [LifecycleHandle]) -> Flight.Output.Storage {
            guard storesAnything else { return .none }
            if isWeak { return StoredInstance(weakly: value, scope: scope, nodes).map { .other($0) } ?? .none }
            return isNil(value) ? .none : .strong
        }

        private var storesAnything: Bool { timeToLive.map { $0.duration > 0 } ?? true }
    }
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
            case failure(any Error)
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
        ///   - isAsynchronous: Whether the closure is asynchronous. Then this returns the flight to wait for.
        ///   - mayPublish: Called at the claim: whether an instance that is built from now on may be published.
        ///   - path: The calling thread's path to this cell, for the error that reports a cycle.
        /// - Throws: The cycle that waiting would close.
        func claim(
            _ policy: Cell.Policy,
            outdatedBy generations: Generation.Watch?,
            isAsynchronous: Bool = false,
            mayPublish: () -> Bool = { true },
            path: () -> [PathStep] = { ResolutionStack.path }
        ) throws(WaitGraph.Cycle) -> Claim {
            while true {
                let expiry = policy.expiry()
                let stamp = generations?.stamp(for: policy.scope) ?? Generation.Stamp()
                let start = Flight.Start(stamp: stamp, mayPublish: stamp.isQuiet && mayPublish())
                let flight = Flight.make(isAsynchronous: isAsynchronous)
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
                case .evicted(let content): _ = consume content
                case .wait(let other):
                    if isAsynchronous, !other.hasEnded { return .wait(other) }
                    switch isAsynchronous ? .nothing : try other.wait(path: path()) {
                    case .instance(let instance): return .instance(instance)
                    case .failure(let error): return .failure(error)
                    // It has ended since. Claim again.
                    case .nothing: withState { $0.abandon(other) }
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
            return withState { state in
                if let output, start.mayPublish,
                    start.stamp == generations?.stamp(for: scope) ?? Generation.Stamp(),
                    output.publish(in: &state, by: flight, used: used)
                {
                    return flight.isKnown
                }
                state.abandon(flight)
                return flight.isKnown
            }
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
    final func content<Content>(
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
                let storage = stored.map {
                    Flight.Output.Storage.other(StoredInstance($0(content), scope: .singletons))
                }
                let instance = StoredInstance(content, scope: .singletons)
                flight.end(with: Flight.Output(instance: instance, storage: storage ?? .strong))
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
struct Miss: Error {}

/// Identifies a scope by a number that is never reused. The address of a scope could be.
///
/// 0 stands for every singleton scope, 1 to 5 are the standard scopes, by their `Scope.Kind`, and custom scopes have unique
/// numbers above 16.
struct ScopeID: Hashable, Sendable {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    // Written out, because the derived operator is slow in a build without optimization.
    static func == (left: ScopeID, right: ScopeID) -> Bool { left.number == right.number }

    static func make() -> ScopeID { ScopeID(number: .unique()) }

    /// Stands for every singleton scope, because a clone of one holds the same instances.
    static var singletons: ScopeID { ScopeID(number: 0) }
}
