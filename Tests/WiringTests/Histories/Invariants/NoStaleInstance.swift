extension History {
    /// No instance is older than the last clear that was over.
    ///
    /// Where a construction began before a clear began, and a resolution began after that clear had ended, the resolution
    /// is not given what was built. Except for a `pop`, which ended after the clear began and began before the resolution
    /// ended, of a state that a `push` has saved since the instance was begun, and before the clear ended. A `pop`
    /// clears as well, if there surely was something to restore.
    var staleInstances: [Fault] {
        let pops = restoringPops
        let byDeclaration = Dictionary(grouping: uses, by: \.place)
        return byDeclaration.flatMap { place, uses -> [Fault] in
            let (home, keeping) = (home(of: place), keeping(of: place))
            let clears = changes.filter { change in
                switch change.effect(on: home, keeping) {
                case .clears: true
                case .restores: pops.contains(change)
                case .outdates, .nothing: false
                }
            }
            return uses.compactMap { use in
                guard mayBeStale(use), let clear = clears.first(where: { outlived($0, use) }) else { return nil }
                return Fault(rule: "an instance from before a clear that was over", uses: [use], changes: [clear])
            }
        }
    }

    /// Whether what another thread clears is taken from this resolution: not so if it may be of its own graph.
    func mayBeStale(_ use: HistoryUse) -> Bool {
        switch keeping(of: use.place) {
        case .never, .forOneResolution: false
        case .inContainer, .inSingletons: true
        case .uncertain: use.instance.begun < use.outermost
        }
    }

    private func outlived(_ clear: HistoryChange, _ use: HistoryUse) -> Bool {
        clear.span.isBefore(use.span) && use.instance.begun < clear.span.begin && !isRestored(use, since: clear)
    }

    private func isRestored(_ use: HistoryUse, since clear: HistoryChange) -> Bool {
        guard !keeping(of: use.place).isInSingletons else { return false }
        return changes.contains { pop in
            guard pop.kind == .pop, pop.container == use.place.container, pop.span.end > clear.span.begin,
                pop.span.begin < use.span.end
            else { return false }
            return changes.contains { push in
                push.kind == .push && push.container == pop.container && push.span.end > use.instance.begun
                    && push.span.begin < pop.span.end && push.span.begin < clear.span.end
            }
        }
    }

    /// Those pops before which there were more pushes than there can have been other pops.
    private var restoringPops: Set<HistoryChange> {
        Set(
            changes.filter { pop in
                guard pop.kind == .pop else { return false }
                let others = changes.filter { $0.container == pop.container && $0 != pop }
                let pushes = others.count { $0.kind == .push && $0.span.isBefore(pop.span) }
                return pushes > others.count { $0.kind == .pop && $0.span.begin < pop.span.end }
            }
        )
    }
}
