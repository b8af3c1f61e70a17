extension Resolution {
    /// Where a scope stores the instance of a declaration.
    struct Storage {
        fileprivate let policy: Cell.Policy
        fileprivate let instances: Instances
        /// The instances of the graph scope, which belong to a resolution, and their owner.
        fileprivate var graph: (instances: GraphInstances, owner: ContainerManager)?
        /// What outdates a construction.
        fileprivate var generations: Generation.Watch?

        /// Claims the instance.
        ///
        /// - Parameters:
        ///   - waiters: What has the tasks that wait, if the declaration is asynchronous.
        ///   - mayPublish: Whether the scope may store a new instance.
        /// - Returns: Anything but `retired`.
        @inline(__always)
        func claim(
            for parameter: AnyParameter? = nil,
            _ hashing: AnyParameterHashing? = nil,
            waiters: (any Flight.Waiters.Type)? = nil,
            ifKept mayPublish: () -> Bool
        ) -> Cell.Reference.Claim {
            while true {
                let cell =
                    graph.map { $0.instances.cell(of: instances, in: $0.owner, for: parameter, hashing, policy) }
                    ?? instances.cell(for: parameter, hashing, policy)
                if let flight = claimIfEmpty(cell, waiters) { return .build(flight) }
                do {
                    let claim = try cell.claim(
                        policy,
                        outdatedBy: generations,
                        waiters: waiters,
                        mayPublish: { graph != nil || mayPublish() }
                    )
                    // Find the cell that has replaced it.
                    if case .retired = claim { continue }
                    // The step of an asynchronous flight does so for its task.
                    if case .build(let flight) = claim, policy.scope == .singletons, waiters == nil {
                        flight.beginSingleton()
                    }
                    return claim
                } catch {
                    Failure.circularDependency(error.path)
                }
            }
        }

        /// Claims an empty cell of the graph scope, whose instances nothing outdates: the usual case, in fewer steps.
        @inline(__always)
        private func claimIfEmpty(_ reference: Cell.Reference, _ waiters: (any Flight.Waiters.Type)?) -> Flight? {
            guard graph != nil, case .cell(let cell) = reference else { return nil }
            let start = Flight.Start(stamp: Generation.Stamp(), mayPublish: true)
            let flight = Flight.make(waiters: waiters)
            guard cell.claimIfEmpty(flight, policy.scope, at: start) else {
                flight.recycle()
                return nil
            }
            flight.build(reference, policy, outdatedBy: nil, at: start)
            return flight
        }
    }
}

extension ContainerManager {
    /// Where a scope of this container's isolation stores the instance of a declaration; `nil` if it stores none. The frame has been
    /// pushed.
    ///
    /// - Parameter slot: The declaration's slot, if it is known.
    @inline(__always)
    func storage(
        of declaration: Declaration,
        in slot: Slot? = nil,
        _ scope: Scope,
        _ timeToLive: TimeToLive? = nil
    ) -> Resolution.Storage? {
        let policy = Cell.Policy(scope: scope.id, isWeak: scope.kind == .shared, timeToLive: timeToLive)
        switch scope.kind {
        case .unique: return nil
        case .graph:
            let graph = (ResolutionSession.current.graph, self)
            return Resolution.Storage(policy: policy, instances: slot ?? makeSlot(for: declaration), graph: graph)
        case .cached, .shared:
            let generations = Generation.Watch(source: self, declaration: declaration)
            let instances = slot ?? makeSlot(for: declaration)
            return Resolution.Storage(policy: policy, instances: instances, generations: generations)
        case .singleton:
            // SAFETY: Only a `Singleton` is of this kind.
            let singleton = unsafeDowncast(scope, to: Scope.Singleton.self)
            let instances = singleton.instances.find(declaration, orInsert: Instances.init)
            let generations = Generation.Watch(source: singleton, declaration: declaration)
            return Resolution.Storage(policy: policy, instances: instances, generations: generations)
        }
    }
}
