extension ContainerManager {
    /// The claim of an instance whose declaration has a retention and nothing else.
    enum RetentionClaim {
        case instance(StoredInstance.Strong)
        /// The caller builds the instance, and completes the construction.
        case build(Frame.Completion)
    }

    /// Pushes a frame and claims the instance of a declaration that has a retention and nothing else.
    ///
    /// - Returns: `nil` if more is set; then there is no frame.
    func claim(_ slot: Slot, _ retention: Retention, mayStoreOutcome: Bool, of container: AnyObject) -> RetentionClaim?
    {
        guard slot.currentFlags == Slot.Flags(retention), !retention.isPerParameter, !flags.isOn(.observation),
            ResolutionStack.depth < ResolutionStack.cycleCheckDepth, !isHidden,
            isUnaffectedByParents(.passUnretained(slot), retention)
        else { return nil }
        switch retention.standard {
        case .cached, .shared:
            let policy = Cell.Policy(
                scope: ScopeID(retention),
                isWeak: retention.standard == .shared,
                mayStoreOutcome: mayStoreOutcome
            )
            return claim(slot, of: slot, policy, self, container)
        // Built from the root's point of view.
        case .singleton where flags.isOn(.parent): return nil
        case .singleton:
            let singleton = Scope.Singleton.current(in: isolation)
            let cell = singleton.instances.find(slot.declaration, orInsert: Instances.init)
            let policy = Cell.Policy(scope: .singletons, mayStoreOutcome: mayStoreOutcome)
            return claim(cell, of: slot, policy, singleton, container)
        case .graph where AsyncStep.current != nil: return nil
        case .graph:
            ResolutionStack.push(Frame(declaration: slot.declaration, container: Frame.ContainerID(container, self)))
            let session = ResolutionSession.current
            let policy = Cell.Policy(scope: ScopeID(retention), mayStoreOutcome: mayStoreOutcome)
            switch session.claim(slot, in: self, policy) {
            case .instance(let instance): return .instance(instance)
            case .build: return .build(session)
            }
        case .unique: return nil
        case nil:
            guard let scope = slot.scope(of: retention) else { return nil }
            let policy = Cell.Policy(scope: scope.id, isWeak: scope.kind == .shared, mayStoreOutcome: mayStoreOutcome)
            return claim(slot, of: slot, policy, self, container)
        }
    }

    private func claim(
        _ cell: Instances,
        of slot: Slot,
        _ policy: Cell.Policy,
        _ source: any Generation.Source,
        _ container: AnyObject
    ) -> RetentionClaim {
        ResolutionStack.push(Frame(declaration: slot.declaration, container: Frame.ContainerID(container, self)))
        let generations = Generation.Watch(source: source, declaration: slot.declaration)
        switch Cell.Reference.cell(cell).claimOrFail(policy, outdatedBy: generations, mayPublish: { keepsInstances })
        {
        case .instance(let instance): return .instance(instance)
        case .build(let construction): return .build(construction)
        case .retired: fatalError("only cells of parameters are retired")
        }
    }
}
