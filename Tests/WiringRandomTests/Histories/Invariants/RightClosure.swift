extension History {
    /// A construction runs a closure that applies: one that may have been set at some moment between the beginning of its
    /// resolution and that of the closure.
    var wrongClosures: [Fault] {
        check(uses.filter(\.isConstruction), "built by a closure that did not apply") { construction in
            (Span(construction.instance.requested, construction.instance.begun), { _ in true })
        }
    }

    /// Between a completed registration and the next one, resolutions get what its closure has built.
    ///
    /// Stored instances were built earlier, so only a change that also clears replaces an earlier closure.
    var instancesOfReplacedClosures: [Fault] {
        let checked = uses.filter {
            mayBeStale($0) && containers(applyingTo: $0.place).contains($0.instance.place.container)
        }
        return check(checked, "an instance of a closure that had been replaced") { ($0.span, \.isClearing) }
    }

    private func check(
        _ uses: [HistoryUse],
        _ rule: String,
        _ question: (HistoryUse) -> (stretch: Span, counts: (ClosureWrite) -> Bool)
    ) -> [Fault] {
        Dictionary(grouping: uses, by: \.place).flatMap { place, uses -> [Fault] in
            let containers = containers(applyingTo: place)
            let layers = ClosureLayer.allCases.map { layer in
                (layer, containers.map { writes(layer, in: $0, of: place) })
            }
            return uses.compactMap { use in
                let (stretch, counts) = question(use)
                let layers = layers.map { ($0, $1.map { $0.values(in: stretch, overwrittenBy: counts) }) }
                guard let possible = closures(layers), !possible.contains(use.instance.generation) else { return nil }
                let writers = changes.filter { change in
                    containers.contains(change.container) && change.span.begin < stretch.end
                        && ClosureLayer.allCases.contains { $0.write(change, of: place.declared) != nil }
                }
                return Fault(rule: "\(rule): \(possible.sorted())", uses: [use], changes: writers.suffix(3))
            }
        }
    }

    /// The numbers of the closures that may apply; `nil` for any.
    ///
    /// - Parameter layers: The values in each layer of each container, the nearest container first.
    private func closures(_ layers: [(ClosureLayer, [Set<ClosureWrite.Value>])]) -> Set<Int>? {
        var closures: Set<Int> = []
        for (layer, containers) in layers {
            for values in containers {
                for case .closure(let number) in values { closures.insert(number) }
                if values.contains(.unknown) { return nil }
                // The closure of the nearest container applies. It is not known whether the context does.
                if layer != .context, !values.contains(.nothing) { return closures }
            }
        }
        return closures.union([0])
    }
}
