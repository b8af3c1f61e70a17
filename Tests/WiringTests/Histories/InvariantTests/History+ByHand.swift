import Wiring

/// What one container has seen, written by hand: each record with its first and its last stamp.
extension History {
    /// A resolution that builds: asked for at the first stamp, begun at the next.
    ///
    /// - Returns: What it builds.
    @discardableResult
    mutating func build(
        _ declared: Declared,
        _ begin: Int,
        _ end: Int,
        by generation: Int = 0,
        container: Int = 1,
        within outermost: Int? = nil
    ) -> Instance {
        let place = Place(container, declared)
        let instance = Instance(place: place, asked: begin, begun: begin + 1, generation: generation)
        use(instance, begin, end, container: container, within: outermost)
        return instance
    }

    /// A resolution that is given an instance.
    mutating func use(
        _ instance: Instance,
        _ begin: Int,
        _ end: Int,
        container: Int = 1,
        within outermost: Int? = nil,
        isNew: Bool? = nil
    ) {
        let place = Place(container, instance.place.declared, instance.place.parameter)
        let span = Span(begin, end)
        let outermost = outermost ?? begin
        uses.append(
            HistoryUse(worker: 0, span: span, place: place, instance: instance, outermost: outermost, isNew: isNew)
        )
    }

    mutating func change(_ kind: HistoryChange.Kind, _ begin: Int, _ end: Int, container: Int = 1) {
        changes.append(HistoryChange(worker: 1, span: Span(begin, end), kind: kind, container: container))
    }

    /// What its faults say, in the order of the rules.
    var rules: [String] { faults.map { String($0.rule.prefix { $0 != ":" }) } }
}
