import Synchronization

/// A place for one instance that is built at most once, however many threads ask for it.
///
/// What it holds stands behind a lock, and its address beside, so that a hit takes no lock: see
/// ``ThreadRecord/withReading(_:)``.
///
/// What is not on the way of a hit is not inlined: it would stand in the program once for each caller.
@usableFromInline
struct Cell: ~Copyable, Sendable {
    @usableFromInline let state = Protected(CellState())
    /// What the state holds.
    @usableFromInline let published = Published()

    init() {}

    /// The instance, if it is there for this scope. A time to live is not looked at.
    @export(implementation)
    @inline(__always)
    func read(scope: KeeperID) -> Reading? {
        let record = ThreadRecord.current
        record.pointee.beginReading()
        if let memory = published.memory, memory.scope == scope { return Reading(memory, record) }
        record.pointee.endReading()
        return nil
    }

    /// The instance, built by `make` if it is not there.
    ///
    /// - Parameters:
    ///   - rule: Whose instance it is and how it is kept.
    ///   - epoch: The changes so far that outdate what is being built.
    ///   - mayKeep: Asked at the claim: whether what is built from then on may be kept.
    ///   - path: The calling thread's path to this cell, for the error of a circle.
    ///   - onCircle: Called in place of a wait that would never end.
    ///   - make: Runs outside of any lock, at most once among all who ask until its result is kept.
    /// - Returns: The instance; `nil` if the cell has been retired.
    @inline(never)
    func value(
        _ rule: KeepingRule,
        epoch: () -> Epoch.Stamp,
        mayKeep: () -> Bool,
        path: () -> [PathStep],
        onCircle: (Waits.Circle) -> Held,
        make: () -> Built
    ) -> Held? {
        while true {
            let timeToLive = rule.timeToLive()
            if !published.isEmpty,
                let held = change({ $0.hit(scope: rule.scope, timeToLive: timeToLive) })
            {
                return held
            }
            switch claim(rule, timeToLive, epoch: epoch, mayKeep: mayKeep, make: make) {
            case .found(let held): return held
            case .retired: return nil
            // What had its time goes here, outside of lock and gate: its `deinit` may resolve.
            case .expired: continue
            case .wait(let construction):
                do {
                    // Without a result the builder's thread has ended: ask again.
                    if let kept = try WaitGraph.shared.wait(for: construction, path: path()) {
                        return Held(kept)
                    }
                    change { $0.abandon(construction) }
                } catch {
                    return onCircle(error)
                }
            }
        }
    }

    /// What the cell holds now, without a construction under way.
    @inline(never)
    func snapshot() -> CellState.Content {
        state.withLock { $0.content.kept == nil ? .empty : $0.content }
    }

    /// Puts a snapshot back and returns what was there, to be released by the caller.
    @inline(never)
    func replace(with content: CellState.Content) -> CellState.Content {
        change { $0.replace(with: content) }
    }

    /// Empties the cell of what is to be cleared, and returns what was there.
    @inline(never)
    func clear(_ clearing: Clearing) -> CellState.Content {
        change { state in
            switch clearing {
            case .everything: break
            case .keptFor(let scope): if state.content.scope != scope { return .empty }
            case .constructions: guard case .building = state.content else { return .empty }
            }
            return state.replace(with: .empty)
        }
    }

    /// Empties the cell for good, unless something is kept or being built in it for another scope.
    ///
    /// - Returns: What it held; `nil` if it stays.
    @inline(never)
    func retire(unlessKeptFor scope: KeeperID) -> CellState.Content? {
        change { state in
            if let other = state.content.scope, other != scope { return nil }
            return state.replace(with: .retired)
        }
    }

    /// Empties the cell for good: it has been taken out of where it was found.
    func retire() -> CellState.Content { replace(with: .retired) }

    /// Changes the state, and what is published of it.
    ///
    /// - Parameter body: Returns what it takes out.
    private func change<Result>(_ body: (inout CellState) -> Result) -> Result {
        state.withLock { state in
            let old = state.content.kept
            let result = body(&state)
            published.publish(state.content.kept, inPlaceOf: old)
            return result
        }
    }

    private enum Outcome {
        case found(Held)
        case wait(Construction)
        case expired(CellState.Content)
        case retired
    }

    private func claim(
        _ rule: KeepingRule,
        _ timeToLive: TimeToLive?,
        epoch: () -> Epoch.Stamp,
        mayKeep: () -> Bool,
        make: () -> Built
    ) -> Outcome {
        let construction = Construction.begin()
        let begun = epoch()
        let start = ConstructionStart(stamp: begun, mayKeep: begun.isQuiet && mayKeep())
        switch change({ $0.claim(construction, scope: rule.scope, timeToLive: timeToLive, at: start) }) {
        case .hit(let held):
            Construction.end(construction, with: nil)
            return .found(held)
        case .wait(let other):
            Construction.end(construction, with: nil)
            return .wait(other)
        case .expired(let content):
            Construction.end(construction, with: nil)
            return .expired(content)
        case .retired:
            Construction.end(construction, with: nil)
            return .retired
        case .build:
            let built = make()
            let used = rule.timeToLive()?.now
            change { state in
                guard let kept = built.kept, start.mayKeep, begun == epoch(),
                    state.publish(construction, kept, used: used)
                else { return state.abandon(construction) }
            }
            Construction.end(construction, with: built.instance)
            return .found(Held(built.instance))
        }
    }
}

/// What a construction has made.
@usableFromInline
struct Built {
    /// How the cell keeps the instance.
    @usableFromInline
    enum Hold {
        case none
        case strong
        case weak(Kept)
    }

    /// The instance, held strongly, for all who asked at this moment.
    let instance: Kept
    private let hold: Hold

    @usableFromInline
    init(instance: Kept, hold: Hold) {
        self.instance = instance
        self.hold = hold
    }

    /// An instance, and how a scope keeps it.
    @export(implementation)
    init<Value>(_ value: Value, scope: KeeperID, isWeak: Bool) {
        let hold: Hold =
            if isWeak {
                Kept(weakly: value, scope: scope).map { .weak($0) } ?? .none
            } else {
                isNil(value) ? .none : .strong
            }
        self.init(instance: Kept(value, scope: scope), hold: hold)
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
    let isWeak: Bool
    /// The seconds that an unused instance is kept; `nil` for always.
    let seconds: Double?

    init(scope: KeeperID, isWeak: Bool, seconds: Double?) {
        self.scope = scope
        self.isWeak = isWeak
        self.seconds = seconds
    }

    /// The time to live at this moment.
    func timeToLive() -> TimeToLive? { seconds.map { TimeToLive(seconds: $0, now: MonotonicTime.now) } }

    /// What a construction under this rule has made.
    func built<Value>(_ value: Value) -> Built {
        let built = Built(value, scope: scope, isWeak: isWeak)
        // Written so that no number is none too.
        if let seconds, !(seconds > 0) { return Built(instance: built.instance, hold: .none) }
        return built
    }
}
