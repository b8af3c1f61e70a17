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
                    Failure.circularDependency(error.path, at: ResolutionStack.currentCall)
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

    /// What a resolution of a value with a retention does, whose frame has been pushed.
    package enum RetentionStep {
        /// Return a stored instance.
        case instance(StoredInstance.Strong)
        /// Await the flight of another task.
        case wait(Flight)
        /// Call a closure, and end the flight. `nil` for the declaration's closure.
        case build(Flight, ErasedClosure?)
        /// More is set.
        case resolution(Resolution)
    }

    /// Begins a resolution of a value with a retention, and pushes its frame. It is shorter than ``Resolution/begin(_:)`` if at most
    /// closures that replace the declaration's are set.
    ///
    /// - Parameters:
    ///   - waiters: What has the tasks that wait, if the declaration is asynchronous.
    ///   - request: For a declaration about which more is set.
    package func begin(
        _ reference: SlotReference,
        of container: AnyObject,
        waiters: (any Flight.Waiters.Type)? = nil,
        _ request: (Declaration) -> Resolution.Request
    ) -> RetentionStep {
        // SAFETY: The container retains its slots.
        let slot = reference.slot.object
        guard reference.isScopeOnly, let claim = claim(slot, reference.retention, of: container, waiters) else {
            return .resolution(Resolution.begin(request(slot.declaration)))
        }
        switch claim {
        case .instance(let instance):
            ResolutionStack.addDependencies(instance.followers)
            return .instance(instance)
        case .wait(let flight): return .wait(flight)
        case .failure, .retired:
            fatalError("a declaration whose closure throws does not come here, and the cell is not a parameter's")
        case .build(let flight):
            // Read after the claim, so that a closure that is registered later outdates the construction. The flags also say if
            // `autoRegister()` has set anything.
            guard !flags.isOn(.autoRegistration),
                case .closure(let closure) = directClosure(
                    for: slot.declaration,
                    in: reference.slot,
                    reference.retention
                )
            else {
                flight.abandon()
                ResolutionStack.pop()
                return .resolution(Resolution.begin(request(slot.declaration)))
            }
            return .build(flight, closure)
        }
    }

    /// Pushes a frame and claims the instance of a declaration that has a retention and at most replacing closures.
    ///
    /// - Returns: The instance, or the flight to end; `nil` if more is set. Then there is no frame.
    private func claim(
        _ slot: Slot,
        _ retention: Retention,
        of container: AnyObject,
        _ waiters: (any Flight.Waiters.Type)?
    ) -> Cell.Reference.Claim? {
        guard !retention.isPerParameter,
            isDestination(without: .observation | .construction),
            ResolutionStack.depth < ResolutionStack.cycleCheckDepth,
            case .closure = directClosure(for: slot.declaration, in: Borrowed(slot), retention),
            case let route = retention.standard == .singleton ? singletonRoute(for: slot.declaration) : .scope,
            // Built from the root's point of view.
            route != .root,
            let scope = route == .child ? Scope.cached : slot.scope(of: retention), scope.kind != .unique,
            // The flight for any other scope does not know the container, which starts what the instance needs.
            scope.isStoredInContainer || !FollowedContainers.exist
        else { return nil }
        ResolutionStack.push(Frame(step: PathStep(slot.declaration, of: container, self)))
        return storage(of: slot.declaration, in: slot, scope.used(in: isolation))?
            .claim(waiters: waiters) { keepsInstances }
    }
}
