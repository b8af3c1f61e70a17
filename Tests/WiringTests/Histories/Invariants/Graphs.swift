extension History {
    /// Two uses of the graph scope in one outermost resolution are of one instance.
    ///
    /// Unless the container is to register anew meanwhile: what is built until it has is not kept.
    var graphsTornApart: [Fault] {
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
                $0.container == key.place.container && $0.callsForRegistration && $0.span.overlaps(span)
            }
            return isExcused ? nil : Fault(rule: "two instances of one graph", uses: [first, other])
        }
    }

    /// An instance of the graph scope is never seen in two outermost resolutions.
    var graphsInCommon: [Fault] {
        Dictionary(grouping: graphUses, by: \.instance).values.compactMap { uses in
            let other = uses.first { $0.outermost != uses[0].outermost }
            return other.map { Fault(rule: "one instance in two graphs", uses: [uses[0], $0]) }
        }
    }

    private var graphUses: [HistoryUse] { uses.filter { keeping(of: $0.place) == .forOneResolution } }
}
