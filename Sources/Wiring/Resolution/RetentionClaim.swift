extension ContainerManager {
    /// What a resolution of a value with a retention does, whose frame has been pushed.
    enum RetentionStep {
        /// Return a stored instance.
        case instance(StoredInstance.Strong)
        /// Await the flight of another task.
        case wait(Flight)
        /// Call the declaration's closure, and end the flight.
        case declaration(Flight)
        /// More is set.
        case resolution(Resolution)
    }

    /// Begins a resolution of a value with a retention and nothing else, and pushes its frame.
    ///
    /// - Parameter request: For a declaration about which more is set.
    func begin(
        _ reference: SlotReference,
        of container: AnyObject,
        _ request: (Declaration) -> Resolution.Request
    ) -> RetentionStep {
        // SAFETY: The container retains its slots.
        let slot = reference.slot.object
        guard reference.isScopeOnly, let claim = claim(slot, reference.retention, of: container) else {
            return .resolution(Resolution.begin(request(slot.declaration)))
        }
        switch claim {
        case .instance(let instance):
            ResolutionStack.addDependencies(instance.lifecycleNodes)
            return .instance(instance)
        case .wait(let flight): return .wait(flight)
        case .failure, .retired:
            fatalError("a declaration whose closure throws does not come here, and the cell is not a parameter's")
        case .build(let flight):
            // Read after the claim, so that a closure that is registered later outdates the construction. The flags also say if
            // `autoRegister()` has set anything.
            if flags.isOn(.autoRegistration) {
                flight.abandon()
                ResolutionStack.pop()
                return .resolution(Resolution.begin(request(slot.declaration)))
            }
            guard slot.currentFlags == Slot.Flags(reference.retention),
                isUnaffectedByParents(reference.slot, reference.retention)
            else { return .resolution(Resolution.resume(flight, request(slot.declaration))) }
            return .declaration(flight)
        }
    }

    /// Pushes a frame and claims the instance of a declaration that has a retention and nothing else.
    ///
    /// - Returns: The instance, or the flight to end; `nil` if more is set. Then there is no frame.
    private func claim(_ slot: Slot, _ retention: Retention, of container: AnyObject) -> Cell.Reference.Claim? {
        guard slot.currentFlags == Slot.Flags(retention), !retention.isPerParameter,
            isDestination(without: .observation), ResolutionStack.depth < ResolutionStack.cycleCheckDepth,
            isUnaffectedByParents(Borrowed(slot), retention)
        else { return nil }
        let isAsynchronous = slot.declaration.effects.isAsynchronous
        switch retention.standard {
        case .cached, .shared:
            let policy = Cell.Policy(scope: ScopeID(retention), isWeak: retention.standard == .shared)
            return claim(slot, of: slot, policy, self, container)
        // Built from the root's point of view.
        case .singleton where flags.isOn(.parent): return nil
        case .singleton:
            let singleton = Scope.Singleton.current(in: isolation)
            let cell = singleton.instances.find(slot.declaration, orInsert: Instances.init)
            return claim(cell, of: slot, Cell.Policy(scope: .singletons), singleton, container)
        case .graph:
            ResolutionStack.push(Frame(declaration: slot.declaration, container: Frame.ContainerID(container, self)))
            let cell = ResolutionSession.current.graph.cell(of: slot, in: self)
            let policy = Cell.Policy(scope: ScopeID(retention))
            // The usual case first, in fewer steps.
            let (flight, start) = (
                Flight.make(isAsynchronous: isAsynchronous), Flight.Start(stamp: Generation.Stamp(), mayPublish: true)
            )
            if cell.claimIfEmpty(flight, policy.scope, at: start) {
                flight.build(.cell(cell), policy, outdatedBy: nil, at: start)
                return .build(flight)
            }
            flight.recycle()
            return Cell.Reference.cell(cell).claimOrFail(policy, outdatedBy: nil, isAsynchronous: isAsynchronous)
        case .unique: return nil
        case nil:
            guard let scope = slot.scope(of: retention) else { return nil }
            let policy = Cell.Policy(scope: scope.id, isWeak: scope.kind == .shared)
            return claim(slot, of: slot, policy, self, container)
        }
    }

    private func claim(
        _ cell: Instances,
        of slot: Slot,
        _ policy: Cell.Policy,
        _ source: any Generation.Source,
        _ container: AnyObject
    ) -> Cell.Reference.Claim {
        ResolutionStack.push(Frame(declaration: slot.declaration, container: Frame.ContainerID(container, self)))
        let generations = Generation.Watch(source: source, declaration: slot.declaration)
        return Cell.Reference.cell(cell).claimOrFail(
            policy,
            outdatedBy: generations,
            isAsynchronous: slot.declaration.effects.isAsynchronous,
            mayPublish: { keepsInstances }
        )
    }
}
