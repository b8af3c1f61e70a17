extension History {
    /// Built at most once between two clears.
    ///
    /// Of any stretch of time: among the constructions of one place that were asked for and begun within it, there are at
    /// most as many as clears that may have come within it, and one more. For each claim of the place but the first,
    /// something must have cleared it since the claim before, and a claim lies between the begin of its resolution and
    /// that of its closure.
    ///
    /// A change of a whole container or singleton scope clears a place once, as others do, but what is built meanwhile is
    /// not kept, however often. So constructions that overlap one do not count; nor do those that overlap what makes
    /// `autoRegister()` due in the container that they were asked from.
    var constructionsWithoutCause: [Fault] {
        let constructions = Dictionary(grouping: uses.filter(\.isConstruction)) { home(of: $0.place) }
        return constructions.compactMap { home, constructions in
            let keeping = keeping(of: home)
            switch keeping {
            case .inContainer(_, surely: true), .inSingletons: break
            case .inContainer, .never, .forOneResolution, .uncertain: return nil
            }
            let clears = changes.filter { $0.effect(on: home, keeping) != .nothing }
            let counted = constructions.filter { construction in
                !changes.contains { isExcuse($0, for: construction) }
            }
            return fault(among: counted, clears)
        }
    }

    private func isExcuse(_ change: HistoryChange, for construction: HistoryUse) -> Bool {
        guard change.span.overlaps(construction.span) else { return false }
        if change.callsForRegistration, change.container == construction.place.container { return true }
        let (home, keeping) = (home(of: construction.place), keeping(of: construction.place))
        return change.isOfAWhole && change.effect(on: home, keeping) != .nothing
    }

    /// The fewest constructions that are more than the clears allow.
    private func fault(among constructions: [HistoryUse], _ clears: [HistoryChange]) -> Fault? {
        var worst: Fault?
        for first in constructions {
            for last in constructions where last.instance.begun >= first.instance.begun {
                let stretch = Span(first.instance.asked, last.instance.begun)
                let within = constructions.filter {
                    $0.instance.asked >= stretch.begin && $0.instance.begun <= stretch.end
                }
                guard within.count > 1, within.count < worst?.uses.count ?? .max else { continue }
                let causes = clears.filter { $0.span.overlaps(stretch) }
                guard within.count > causes.count + 1 else { continue }
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
