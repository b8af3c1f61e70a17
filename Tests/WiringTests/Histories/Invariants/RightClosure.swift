extension History {
    /// A construction runs the closure that counts: one that may have been set at some moment between the begin of its
    /// resolution and that of the closure.
    var closuresOutOfTurn: [Fault] {
        check(uses.filter(\.isConstruction), "built by a closure that was not the one that counts") { construction in
            (Span(construction.instance.asked, construction.instance.begun), { _ in true })
        }
    }

    /// After a registration was over, and until another begins, resolutions are given what its closure has built.
    ///
    /// What is kept was built earlier, so that only what also clears takes the place of an earlier closure.
    var instancesOfReplacedClosures: [Fault] {
        let checked = uses.filter { mayBeStale($0) && $0.instance.place == $0.place }
        return check(checked, "an instance of a closure that was replaced before") { ($0.span, \.isClearing) }
    }

    private func check(
        _ uses: [HistoryUse],
        _ rule: String,
        _ question: (HistoryUse) -> (stretch: Span, counts: (ClosureWrite) -> Bool)
    ) -> [Fault] {
        Dictionary(grouping: uses, by: \.place).flatMap { place, uses -> [Fault] in
            let layers = ClosureLayer.allCases.map { ($0, writes($0, of: place)) }
            return uses.compactMap { use in
                let (stretch, counts) = question(use)
                let layers = layers.map { ($0, $1.values(in: stretch, overwrittenBy: counts)) }
                guard let possible = closures(layers), !possible.contains(use.instance.generation) else { return nil }
                let writers = changes.filter { change in
                    change.container == place.container && change.span.begin < stretch.end
                        && ClosureLayer.allCases.contains { $0.write(change, of: place.declared) != nil }
                }
                return Fault(rule: "\(rule): \(possible.sorted())", uses: [use], changes: writers.suffix(3))
            }
        }
    }

    /// The numbers of the closures that may be the one that counts; `nil` for any.
    private func closures(_ layers: [(ClosureLayer, Set<ClosureWrite.Value>)]) -> Set<Int>? {
        var closures: Set<Int> = []
        for (layer, values) in layers {
            for case .closure(let number) in values { closures.insert(number) }
            if values.contains(.unknown) { return nil }
            // Whether the context is the current one is not known.
            if layer != .context, !values.contains(.nothing) { return closures }
        }
        return closures.union([0])
    }
}
