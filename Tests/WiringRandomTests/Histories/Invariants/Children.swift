extension History {
    /// An instance that is built in a child while a parent replaces its declaration goes to its callers, but is not kept.
    ///
    /// The change lies within the run of the closure. So the child has claimed the place before it, and publishes after it.
    var instancesKeptByChildren: [Fault] {
        let (builders, pops) = (builders, restoringPops)
        return uses.compactMap { use in
            guard case .inContainer = storage(of: use.place), parents[use.place.container] != nil,
                let builder = builders[use.instance], builder.span.isBefore(use.span)
            else { return nil }
            let closure = Span(use.instance.begun, use.instance.ended)
            let change = changes.first { change in
                // Another `pop` may have nothing to restore.
                guard change.kind != .pop || pops.contains(change) else { return false }
                return change.container != use.place.container && closure.begin < change.span.begin
                    && change.span.end < closure.end && effect(of: change, on: use.place) == .outdates
            }
            return change.map {
                Fault(rule: "an instance from before a change of a parent", uses: [builder, use], changes: [$0])
            }
        }
    }
}
