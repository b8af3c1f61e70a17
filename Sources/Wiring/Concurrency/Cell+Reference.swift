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

        /// The declaration of the instances, if a container or a singleton scope has them.
        private var declaration: Declaration? {
            switch self {
            case .cell(let cell): (cell as? Instances)?.declaration
            // SAFETY: See the case.
            case .slot(let cell): cell.with { ($0 as? Instances)?.declaration }
            case .parameter(_, let cells): cells.declaration
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
                    content.noteEviction(for: policy.scope, of: declaration)
                    _ = consume content
                case .wait(let other):
                    if waiters != nil, !other.hasEnded { return .wait(other) }
                    switch waiters != nil ? .nothing : try other.wait(path: path()) {
                    case .instance(let instance): return .instance(instance)
                    case .failure(let failure): return .failure(failure)
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
            generations?.preserve()
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
