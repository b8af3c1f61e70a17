extension Cell {
    /// A cell: one with its own lock, or that of a parameter, which shares the lock of its table.
    enum Reference {
        case cell(Cell)
        /// A slot, not retained: its container's manager retains it, and the ``Generation/Watch`` of the construction retains the
        /// manager.
        case slot(Unmanaged<Cell>)
        case parameter(ParameterCells.Entry, in: ParameterCells)

        @inline(__always)
        private func withState<Result>(_ body: (inout CellState) -> Result) -> Result {
            switch self {
            case .cell(let cell): cell.withState(body)
            // SAFETY: See the case.
            case .slot(let cell): cell._withUnsafeGuaranteedRef { $0.withState(body) }
            case .parameter(let entry, let cells): cells.withState(of: entry, body)
            }
        }

        /// The result of a claim.
        enum Claim {
            /// The cell holds the instance.
            case instance(StoredInstance.Strong)
            /// The caller builds the instance, and ends the construction on this thread.
            case build(Construction)
            /// The cell was removed from its table. Find the cell again.
            case retired
        }

        /// Claims the cell for a construction, unless it holds the instance. Waits while another thread builds it.
        ///
        /// - Parameters:
        ///   - policy: How the instance is stored.
        ///   - generations: Counts the changes that outdate the construction.
        ///   - mayPublish: Called at the claim: whether an instance that is built from now on may be published.
        ///   - path: The calling thread's path to this cell, for the error that reports a cycle.
        /// - Throws: The cycle that waiting would close.
        func claim(
            _ policy: Cell.Policy,
            outdatedBy generations: Generation.Watch?,
            mayPublish: () -> Bool = { true },
            path: () -> [PathStep] = { ResolutionStack.path }
        ) throws(WaitGraph.Cycle) -> Claim {
            while true {
                let timeToLive = policy.timeToLive()
                let stamp = generations?.stamp(for: policy.scope) ?? Generation.Stamp()
                let start = Construction.Start(stamp: stamp, mayPublish: stamp.isQuiet && mayPublish())
                let construction = Construction.begin()
                let claim = withState { state in
                    let claim = state.claim(construction, scope: policy.scope, timeToLive: timeToLive, at: start)
                    if case .wait(let other) = claim { other.isAwaited = true }
                    return claim
                }
                switch claim {
                case .build:
                    construction.build(self, policy, outdatedBy: generations, at: start)
                    return .build(construction)
                case .hit(let instance):
                    construction.recycle()
                    return .instance(instance)
                case .retired:
                    construction.recycle()
                    return .retired
                case .evicted(let content):
                    construction.recycle()
                    // Released here, without a lock: a `deinit` may resolve.
                    _ = consume content
                case .wait(let other):
                    construction.recycle()
                    // Without a result the builder's thread has exited. Claim again.
                    if let stored = try WaitGraph.shared.wait(for: other, path: path()) {
                        return .instance(StoredInstance.Strong(stored))
                    }
                    withState { $0.abandon(other) }
                }
            }
        }

        /// The instance, built by `make` if the cell is empty. `nil` if the cell was retired.
        ///
        /// - Parameters:
        ///   - onCycle: Called instead of a wait that would never end.
        ///   - make: Runs without a lock, at most once until its result is published.
        func value(
            _ policy: Cell.Policy,
            outdatedBy generations: Generation.Watch? = nil,
            path: () -> [PathStep] = { ResolutionStack.path },
            onCycle: (WaitGraph.Cycle) -> StoredInstance.Strong,
            make: () -> Construction.Output
        ) -> StoredInstance.Strong? {
            do {
                switch try claim(policy, outdatedBy: generations, path: path) {
                case .instance(let instance): return instance
                case .retired: return nil
                case .build(let construction):
                    let output = make()
                    construction.end(with: output)
                    return StoredInstance.Strong(output.instance)
                }
            } catch {
                return onCycle(error)
            }
        }

        /// Publishes the output of a construction, unless something has changed since the construction began.
        ///
        /// - Returns: Whether another thread waits for the construction.
        func publish(
            _ output: Construction.Output,
            by construction: Construction,
            outdatedBy generations: Generation.Watch?
        ) -> Bool {
            let (scope, start) = (construction.policy.scope, construction.start)
            let used = construction.policy.timeToLive()?.now
            return withState { state in
                if start.mayPublish, start.stamp == generations?.stamp(for: scope) ?? Generation.Stamp(),
                    output.publish(in: &state, by: construction, used: used)
                {
                    return construction.isAwaited
                }
                state.abandon(construction)
                return construction.isAwaited
            }
        }

        func abandon(_ construction: Construction) { withState { $0.abandon(construction) } }
    }
}
