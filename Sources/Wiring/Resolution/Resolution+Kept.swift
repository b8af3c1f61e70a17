extension Resolution {
    /// What the scope keeps for the declaration: the number of instances, and the time since the last use of one that has a time to
    /// live. Those of the graph scope are not kept.
    package var kept: (count: Int, age: Duration?, isUnderConstruction: Bool) {
        let scope = scope
        // SAFETY: The manager retains its slots, and the scope its instances.
        let instances: Instances? =
            scope.kind == .singleton
            ? (scope as? Scope.Singleton)?.instances.find(request.declaration)?.object
            : request.manager.slots.find(request.declaration)?.object
        guard let instances, scope.kind != .unique, scope.kind != .graph else { return (0, nil, false) }
        let expiry = modifiers.timeToLive.map { TimeToLive.Expiry($0) }
        func isKept(_ stored: StoredInstance, _ used: Int64?) -> Bool {
            stored.scope == scope.id && stored.keepAlive != nil && !stored.isOver
                && expiry?.isAlive(since: used) ?? true
        }
        if modifiers.hashing != nil {
            var count = 0
            for (_, stored, used) in instances.snapshotOfInstances().perParameter where isKept(stored, used) {
                count += 1
            }
            return (count, nil, false)
        }
        switch instances.withState({ $0.content }) {
        case .building(_, scope.id, _): return (0, nil, true)
        case .full(let stored, let used) where isKept(stored, used):
            guard let expiry, let used else { return (1, nil, false) }
            return (1, .nanoseconds(expiry.now - used), false)
        default: return (0, nil, false)
        }
    }
}
