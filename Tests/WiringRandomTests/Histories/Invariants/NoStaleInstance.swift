extension History {
    /// No resolved instance is older than the last completed clear.
    ///
    /// If a construction began before a clear began, and a resolution began after that clear had ended, the resolution does not
    /// get the instance. The exception is a `pop` that ended after the clear began, and began before the resolution ended, of a
    /// state that a `push` saved after the construction began and before the clear ended. A `pop` also clears, if there
    /// certainly was something to restore.
    var staleInstances: [Fault] {
        let pops = restoringPops
        let byDeclaration = Dictionary(grouping: uses, by: \.place)
        return byDeclaration.flatMap { place, uses -> [Fault] in
            let home = home(of: place)
            let clears = changes.filter { change in
                switch effect(of: change, on: home) {
                case .clears: true
                case .restores: pops.contains(change)
                case .outdates, .nothing: false
                }
            }
            return uses.compactMap { use in
                guard mayBeStale(use), let clear = clears.first(where: { outlived($0, use) }) else { return nil }
                return Fault(rule: "an instance from before a completed clear", uses: [use], changes: [clear])
            }
        }
    }

    /// Whether a clear on another thread affects this resolution. It does not if the instance may be of its own graph.
    func mayBeStale(_ use: HistoryUse) -> Bool {
        switch storage(of: use.place) {
        case .never, .forOneResolution: false
        case .inContainer, .inSingletons: true
        case .uncertain: use.instance.begun < use.outermost
        }
    }

    private func outlived(_ clear: HistoryChange, _ use: HistoryUse) -> Bool {
        clear.span.isBefore(use.span) && use.instance.begun < clear.span.begin && !isRestored(use, since: clear)
    }

    private func isRestored(_ use: HistoryUse, since clear: HistoryChange) -> Bool {
        guard !storage(of: use.place).isInSingletons else { return false }
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

    /// The pops before which there were more pushes than there can have been other pops.
    var restoringPops: Set<HistoryChange> {
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
