/// A place for one instance that is built at most once, however many threads ask for it.
class Cell: @unchecked Sendable {
    // SAFETY: The state is touched under the lock alone. Subclasses answer for what they add.
    private final let mutex = Lock()
    @exclusivity(unchecked) private final var state = CellState()

    /// Runs `body` alone with the state. It must not call code of users, nor release anything of theirs.
    @inline(__always)
    final func withState<Result>(_ body: (inout CellState) -> Result) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return body(&state)
    }

    /// Locks the cell, if it holds an instance for a scope.
    ///
    /// - Returns: What it holds, until ``unlock()``; `nil` if the cell is not locked.
    @inline(__always)
    final func lockIfFull(for scope: KeeperID) -> KeptReference? {
        mutex.lock()
        if let kept = state.reference(for: scope) { return kept }
        mutex.unlock()
        return nil
    }

    /// Locks the cell until ``unlock()``.
    @inline(__always)
    final func lock() { mutex.lock() }

    /// What the cell, which the caller has locked, holds strongly for a scope, until ``unlock()``.
    @inline(__always)
    final func strongReference(for scope: KeeperID) -> KeptReference? {
        guard let kept = state.reference(for: scope), !kept.isWeak else { return nil }
        return kept
    }

    @inline(__always)
    final func unlock() { mutex.unlock() }

    /// The instance, if it is there for this scope. See ``Swift/Unmanaged/value(_:scope:)``.
    final func value<Value>(_ type: Value.Type, scope: KeeperID) throws(Missing) -> Value {
        try Unmanaged.passUnretained(self).value(Value.self, scope: scope)
    }

    /// What the cell holds now, without a construction under way.
    final func snapshot() -> CellState.Content { withState(\.snapshot) }

    /// Puts a snapshot back and returns what was there, to be released by the caller.
    final func replace(with content: CellState.Content) -> CellState.Content {
        withState { $0.replace(with: content) }
    }

    /// Empties the cell of what is to be cleared, and returns what was there, to be released by the caller.
    final func clear(_ clearing: Clearing) -> CellState.Content { withState { $0.clear(clearing) } }
}

// SAFETY: The callers know that the cell is there until the call returns.
extension Unmanaged where Instance: Cell {
    /// The instance of a cell that the caller knows to be there, if it is there for this scope. Takes the cell's lock, and runs
    /// nothing but the retain of the instance under it. A time to live is not looked at.
    @inline(__always)
    func value<Value>(_ type: Value.Type, scope: KeeperID) throws(Missing) -> Value {
        // Not with the cell itself, which would be retained.
        guard let kept = _withUnsafeGuaranteedRef({ $0.lockIfFull(for: scope) }) else { throw Missing() }
        guard kept.isWeak else {
            let value = kept.strongValue(Value.self)
            _withUnsafeGuaranteedRef { $0.unlock() }
            return value
        }
        guard let object = kept.object else {
            _withUnsafeGuaranteedRef { $0.unlock() }
            throw Missing()
        }
        let value = kept.weakValue(Value.self, consume object)
        _withUnsafeGuaranteedRef { $0.unlock() }
        return value
    }
}

/// Which cell: one with a lock of its own, or that of a parameter, which shares the lock of its table.
enum CellReference {
    case cell(Cell)
    case parameter(ParameterCell, in: ParameterCells)

    @inline(__always)
    fileprivate func withState<Result>(_ body: (inout CellState) -> Result) -> Result {
        switch self {
        case .cell(let cell): cell.withState(body)
        case .parameter(let cell, let cells): cells.withState(of: cell, body)
        }
    }

    /// What a caller that asks for an instance gets.
    enum Claim {
        /// The instance.
        case instance(Held)
        /// The caller builds, and ends the construction on this thread.
        case build(Construction)
        /// The cell has a successor: ask that one.
        case retired
    }

    /// Claims the cell for a construction, unless the instance is there. Waits while another thread builds it.
    ///
    /// - Parameters:
    ///   - rule: Whose instance it is and how it is kept.
    ///   - changes: Counts the changes that outdate what is being built; `nil` where there are none.
    ///   - mayKeep: Asked at the claim: whether what is built from then on may be kept.
    ///   - path: The calling thread's path to this cell, for the error that a cycle ends with.
    /// - Throws: The cycle that waiting would close.
    func claim(
        _ rule: KeepingRule,
        outdatedBy changes: (any Changing)?,
        mayKeep: () -> Bool = { true },
        path: () -> [PathStep] = { ResolutionStack.path }
    ) throws(Waits.Circle) -> Claim {
        while true {
            let timeToLive = rule.timeToLive()
            let stamp = changes?.stamp(for: rule.scope) ?? Epoch.Stamp()
            let start = ConstructionStart(stamp: stamp, mayKeep: stamp.isQuiet && mayKeep())
            let construction = Construction.begin()
            let claim = withState { state in
                let claim = state.claim(construction, scope: rule.scope, timeToLive: timeToLive, at: start)
                if case .wait(let other) = claim { other.isAwaited = true }
                return claim
            }
            switch claim {
            case .build:
                construction.work = Construction.Work(cell: self, rule: rule, changes: changes, start: start)
                return .build(construction)
            case .hit(let held):
                construction.dismiss()
                return .instance(held)
            case .retired:
                construction.dismiss()
                return .retired
            case .expired(let content):
                construction.dismiss()
                // Released here, without a lock: its `deinit` may resolve.
                _ = consume content
            case .wait(let other):
                construction.dismiss()
                guard !ForkedChild.isGone(other.builder) else {
                    withState { $0.abandon(other) }
                    continue
                }
                // Without a result the builder's thread has ended: ask again.
                if let kept = try WaitGraph.shared.wait(for: other, path: path()) { return .instance(Held(kept)) }
                withState { $0.abandon(other) }
            }
        }
    }

    /// The instance, built by `make` if it is not there. `nil` if the cell has been retired.
    ///
    /// - Parameters:
    ///   - onCircle: Called in place of a wait that would never end.
    ///   - make: Runs without a lock, at most once among all who ask until its result is kept.
    func value(
        _ rule: KeepingRule,
        outdatedBy changes: (any Changing)? = nil,
        path: () -> [PathStep] = { ResolutionStack.path },
        onCircle: (Waits.Circle) -> Held,
        make: () -> Built
    ) -> Held? {
        do {
            switch try claim(rule, outdatedBy: changes, path: path) {
            case .instance(let held): return held
            case .retired: return nil
            case .build(let construction):
                let built = ResolutionStack.building(construction, make)
                construction.end(with: built)
                return Held(built.instance)
            }
        } catch {
            return onCircle(error)
        }
    }

    /// Keeps what was built, unless something has changed since the construction began.
    ///
    /// - Returns: Whether another thread waits for the construction.
    func publish(_ built: Built, by construction: Construction, _ work: borrowing Construction.Work) -> Bool {
        let used = work.rule.timeToLive()?.now
        return withState { state in
            if let kept = built.kept, work.start.mayKeep,
                work.start.stamp == work.changes?.stamp(for: work.rule.scope) ?? Epoch.Stamp(),
                state.publish(construction, kept, used: used)
            {
                return construction.isAwaited
            }
            state.abandon(construction)
            return construction.isAwaited
        }
    }

    func abandon(_ construction: Construction) { withState { $0.abandon(construction) } }
}

/// Something whose changes outdate what is being built.
protocol Changing: AnyObject {
    /// The changes so far that concern what is being built for a scope.
    func stamp(for scope: KeeperID) -> Epoch.Stamp
}

/// What a construction has made.
struct Built {
    /// How the cell keeps the instance.
    enum Hold {
        case none
        case strong
        case weak(Kept)
    }

    /// The instance, held strongly, for all who asked at this moment.
    let instance: Kept
    private let hold: Hold

    init(instance: Kept, hold: Hold) {
        self.instance = instance
        self.hold = hold
    }

    /// What the cell is to keep; `nil` for what is not kept.
    var kept: Kept? {
        switch hold {
        case .none: nil
        case .strong: instance
        case .weak(let kept): kept
        }
    }
}

/// What to clear of what is kept.
enum Clearing {
    case everything
    /// What is kept, or being built, for one scope.
    case keptFor(KeeperID)
    /// What is being built: it goes on, but will not be kept.
    case constructions
}

/// How a scope keeps an instance.
struct KeepingRule {
    let scope: KeeperID
    var isWeak = false
    /// The seconds that an unused instance is kept; `nil` for always.
    var seconds: Double?

    /// The time to live at this moment.
    func timeToLive() -> TimeToLive? { seconds.map { TimeToLive(seconds: $0, now: MonotonicTime.now) } }

    /// What a construction under this rule has made.
    func built<Value>(_ value: Value) -> Built { Built(instance: Kept(value, scope: scope), hold: hold(value)) }

    private func hold<Value>(_ value: Value) -> Built.Hold {
        // This also rejects NaN.
        if let seconds, !(seconds > 0) { return .none }
        if isWeak { return Kept(weakly: value, scope: scope).map { .weak($0) } ?? .none }
        return isNil(value) ? .none : .strong
    }
}
