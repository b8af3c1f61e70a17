extension History {
    /// An instance is built at most once between two clears.
    ///
    /// Consider any span of time. Of the constructions of one place that were requested and begun within it, there are at most
    /// as many as there are clears that may have come within it, plus one. Each claim of the place except the first requires a
    /// clear since the previous claim, and a claim lies between the beginning of its resolution and that of its closure. A
    /// construction that fails clears its own claim when its closure ends.
    ///
    /// A change of a whole container or singleton scope clears a place once, as others do, but nothing that is built meanwhile
    /// is stored. Constructions that overlap such a change do not count. Nor do those that overlap a change that only outdates
    /// them, or one that makes `autoRegister()` due in the container that they were requested from or in one of its parents.
    var unjustifiedConstructions: [Fault] {
        let constructions = Dictionary(grouping: uses.filter(\.isConstruction)) { home(of: $0.place) }
        return constructions.compactMap { home, constructions in
            let storage = storage(of: home)
            switch storage {
            case .inContainer(_, surely: true), .inSingletons: break
            case .inContainer, .never, .forOneResolution, .uncertain: return nil
            }
            let clears = changes.filter { [.clears, .restores].contains(effect(of: $0, on: home)) }
            let counted = constructions.filter { construction in
                !changes.contains { isExcuse($0, for: construction) }
            }
            return fault(among: counted, clears)
        }
    }

    private func isExcuse(_ change: HistoryChange, for construction: HistoryUse) -> Bool {
        guard change.span.overlaps(construction.span) else { return false }
        let lineage = lineage(of: construction.place.container)
        if change.makesAutoRegisterDue, lineage.contains(change.container) { return true }
        let effect = effect(of: change, on: home(of: construction.place))
        return effect == .outdates || change.affectsManyPlaces && effect != .nothing
    }

    /// The smallest set of constructions that exceeds what the clears allow.
    private func fault(among constructions: [HistoryUse], _ clears: [HistoryChange]) -> Fault? {
        var worst: Fault?
        for first in constructions {
            for last in constructions where last.instance.begun >= first.instance.begun {
                let stretch = Span(first.instance.requested, last.instance.begun)
                let within = constructions.filter {
                    $0.instance.requested >= stretch.begin && $0.instance.begun <= stretch.end
                }
                guard within.count > 1, within.count < worst?.uses.count ?? .max else { continue }
                let causes = clears.filter { $0.span.overlaps(stretch) }
                let failures = within.filter { $0.hasFailed && $0.instance.ended < stretch.end }
                guard within.count > causes.count + failures.count + 1 else { continue }
                worst = Fault(
                    rule: "\(within.count) constructions with \(causes.count) clears between them",
                    uses: within,
                    changes: causes
                )
            }
        }
        return worst
    }
}
