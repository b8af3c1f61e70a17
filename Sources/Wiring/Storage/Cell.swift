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
    ///   - epoch: A number that changes when what is being built is outdated; `nil` while that happens.
    ///   - path: The calling thread's path to this cell, for the error of a circle.
    ///   - make: Runs outside of any lock, at most once among all who ask until its result is kept.
    /// - Returns: The instance; `nil` if the cell has been retired.
    func value(
        _ rule: KeepingRule,
        epoch: () -> UInt64?,
        path: () -> [PathStep],
        make: () -> Value
    ) -> Value? {
        while true {
            let timeToLive = rule.timeToLive()
            if let value = state.withLock({ $0.hit(scope: rule.scope, timeToLive: timeToLive) }) {
                return value
            }
            switch claim(rule, timeToLive, epoch: epoch, make: make) {
            case .found(let value): return value
            case .retired: return nil
            case .wait(let build):
                do {
                    // Without a result the builder's thread has ended: ask again.
                    if let value = try WaitGraph.shared.wait(for: build, path: path(), build.wait) {
                        return value
                    }
                    state.withLock { $0.abandon(build) }
                } catch {
                    Failure.circularDependency(error.path)
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

    /// Empties the cell, if what it holds or waits for is kept for `scope`, or no scope is named, and returns what was
    /// there.
    func clear(scope: KeeperID? = nil) -> CellState<Value>.Content {
        state.withLock { state in
            if let scope, let owner = state.content.scope, owner != scope { return .empty }
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
        case retired
    }

    private func claim(
        _ rule: KeepingRule,
        _ timeToLive: TimeToLive?,
        epoch: () -> UInt64?,
        make: () -> Value
    ) -> Outcome {
        let build = Build<Value>(builder: ResolutionStack.threadNumber)
        return build.run {
            let begun = epoch()
            switch state.withLock({ $0.claim(build, scope: rule.scope, timeToLive: timeToLive) }) {
            case .hit(let value): return (.found(value), value)
            case .wait(let other): return (.wait(other), nil)
            case .retired: return (.retired, nil)
            case .build(let expired):
                release(expired)
                let value = make()
                let holding = rule.hold(value)
                state.withLock { state in
                    guard let holding, let begun, begun == epoch(), state.publish(build, holding) else {
                        return state.abandon(build)
                    }
                }
                return (.found(value), value)
            }
        }
    }

    /// Lets go of what a cell held, outside of its lock: a `deinit` may resolve.
    private func release(_ content: consuming CellState<Value>.Content) {}
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
