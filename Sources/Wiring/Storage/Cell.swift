/// A place for one instance that is built at most once, however many threads ask for it.
@usableFromInline
final class Cell<Value>: Sendable {
    @usableFromInline let state = Protected(CellState<Value>())

    init() {}

    /// The instance, if it is there and its time is unlimited.
    @inlinable
    func hit(scope: KeeperID) -> Value? { state.withLock { $0.hit(scope: scope) } }

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
    func value(
        _ rule: KeepingRule,
        epoch: () -> Epoch.Stamp,
        mayKeep: () -> Bool,
        path: () -> [PathStep],
        onCircle: (Waits.Circle) -> Value,
        make: () -> Value
    ) -> Value? {
        while true {
            let timeToLive = rule.timeToLive()
            if let value = state.withLock({ $0.hit(scope: rule.scope, timeToLive: timeToLive) }) { return value }
            switch claim(rule, timeToLive, epoch: epoch, mayKeep: mayKeep, make: make) {
            case .found(let value): return value
            case .retired: return nil
            // What had its time goes here, outside of lock and gate: its `deinit` may resolve.
            case .expired: continue
            case .wait(let build):
                do {
                    // Without a result the builder's thread has ended: ask again.
                    if let value = try WaitGraph.shared.wait(for: build, path: path(), build.wait) { return value }
                    state.withLock { $0.abandon(build) }
                } catch {
                    return onCircle(error)
                }
            }
        }
    }

    /// What the cell holds now, without a construction under way.
    func snapshot() -> CellState<Value>.Content {
        state.withLock { $0.content.isHeld ? $0.content : .empty }
    }

    /// Puts a snapshot back and returns what was there, to be released by the caller.
    func replace(with content: CellState<Value>.Content) -> CellState<Value>.Content {
        state.withLock { $0.replace(with: content) }
    }

    /// Empties the cell of what is to be cleared, and returns what was there.
    func clear(_ clearing: Clearing) -> CellState<Value>.Content {
        state.withLock { state in
            switch clearing {
            case .everything: break
            case .keptFor(let scope): if state.content.scope != scope { return .empty }
            case .constructions: guard case .building = state.content else { return .empty }
            }
            return state.replace(with: .empty)
        }
    }

    /// Whether nothing here is kept, or being built, for another scope.
    func keepsNothing(but scope: KeeperID) -> Bool {
        state.withLock { $0.content.scope.map { $0 == scope } ?? true }
    }

    /// Empties the cell for good: it has been taken out of where it was found.
    func retire() -> CellState<Value>.Content { replace(with: .retired) }

    private enum Outcome {
        case found(Value)
        case wait(Build<Value>)
        case expired(CellState<Value>.Content)
        case retired
    }

    private func claim(
        _ rule: KeepingRule,
        _ timeToLive: TimeToLive?,
        epoch: () -> Epoch.Stamp,
        mayKeep: () -> Bool,
        make: () -> Value
    ) -> Outcome {
        let build = Build<Value>(builder: ResolutionStack.threadNumber)
        return build.run {
            let begun = epoch()
            let start = ConstructionStart(stamp: begun, mayKeep: begun.isQuiet && mayKeep())
            switch state.withLock({ $0.claim(build, scope: rule.scope, timeToLive: timeToLive, at: start) }) {
            case .hit(let value): return (.found(value), value)
            case .wait(let other): return (.wait(other), nil)
            case .expired(let content): return (.expired(content), nil)
            case .retired: return (.retired, nil)
            case .build:
                let value = make()
                let holding = rule.hold(value)
                state.withLock { state in
                    guard let holding, start.mayKeep, begun == epoch(), state.publish(build, holding) else {
                        return state.abandon(build)
                    }
                }
                return (.found(value), value)
            }
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

    /// The time to live at this moment.
    func timeToLive() -> TimeToLive? { seconds.map { TimeToLive(seconds: $0, now: MonotonicTime.now) } }

    /// The hold on a new instance; `nil` for one that is not kept.
    func hold<Value>(_ value: Value) -> Holding<Value>? {
        // Written so that no number is none too.
        if let seconds, !(seconds > 0) { return nil }
        let reference: Reference<Value>? = isWeak ? .weakly(value) : isNil(value) ? nil : .strong(value)
        return reference.map { Holding(reference: $0, scope: scope, used: timeToLive()?.now) }
    }
}
