extension History {
    /// All uses of a graph declaration in one outermost resolution get one instance.
    ///
    /// This does not hold if `autoRegister()` becomes due meanwhile, because nothing is stored until it has run.
    var splitGraphs: [Fault] {
        struct Key: Hashable {
            let outermost: Int
            let place: Place
        }
        let ends = Dictionary(uses.map { ($0.outermost, $0.span.end) }, uniquingKeysWith: max)
        let graphs = Dictionary(grouping: graphUses) { Key(outermost: $0.outermost, place: $0.place) }
        return graphs.compactMap { key, uses in
            let (first, span) = (uses[0], Span(key.outermost, ends[key.outermost] ?? .max))
            guard let other = uses.first(where: { $0.instance != first.instance }) else { return nil }
            let isExcused = changes.contains {
                $0.makesAutoRegisterDue && $0.span.overlaps(span)
                    && lineage(of: key.place.container).contains($0.container)
            }
            return isExcused ? nil : Fault(rule: "two instances of one graph", uses: [first, other])
        }
    }

    /// An instance of the graph scope is never seen in two outermost resolutions.
    var reusedGraphInstances: [Fault] {
        Dictionary(grouping: graphUses, by: \.instance).values.compactMap { uses in
            let other = uses.first { $0.outermost != uses[0].outermost }
            return other.map { Fault(rule: "one instance in two graphs", uses: [uses[0], $0]) }
        }
    }

    private var graphUses: [HistoryUse] { uses.filter { storage(of: $0.place) == .forOneResolution } }
}
