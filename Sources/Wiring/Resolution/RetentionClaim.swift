extension ContainerManager {
    /// Pushes a frame and claims the instance of a declaration that has a retention and nothing else.
    ///
    /// - Returns: The instance, or the flight to end; `nil` if more is set. Then there is no frame.
    func claim(_ slot: Slot, _ retention: Retention, of container: AnyObject) -> Cell.Reference.Claim? {
        guard slot.currentFlags == Slot.Flags(retention), !retention.isPerParameter,
            isDestination(without: .observation), ResolutionStack.depth < ResolutionStack.cycleCheckDepth,
            isUnaffectedByParents(.passUnretained(slot), retention)
        else { return nil }
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
            let (flight, start) = (Flight.make(), Flight.Start(stamp: Generation.Stamp(), mayPublish: true))
            if cell.claimIfEmpty(flight, policy.scope, at: start) {
                flight.build(.cell(cell), policy, outdatedBy: nil, at: start)
                return .build(flight)
            }
            flight.recycle()
            return Cell.Reference.cell(cell).claimOrFail(policy, outdatedBy: nil)
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
        return Cell.Reference.cell(cell).claimOrFail(policy, outdatedBy: generations, mayPublish: { keepsInstances })
    }
}
