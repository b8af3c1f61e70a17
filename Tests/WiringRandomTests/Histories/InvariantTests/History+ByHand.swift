import Wiring

/// Builds a history by hand. Each record has its first and its last stamp.
extension History {
    /// Adds a resolution that builds: requested at the first stamp, with its closure begun at the next.
    ///
    /// - Returns: The instance that it builds.
    @discardableResult
    mutating func build(
        _ declared: Declared,
        _ begin: Int,
        _ end: Int,
        by generation: Int = 0,
        container: Int = 1,
        within outermost: Int? = nil,
        decorations: [Int] = [],
        hasFailed: Bool = false
    ) -> Instance {
        let place = Place(container, declared)
        let instance = Instance(
            place: place,
            requested: begin,
            begun: begin + 1,
            generation: generation,
            ended: end - 1
        )
        use(
            instance,
            begin,
            end,
            container: container,
            within: outermost,
            decorations: decorations,
            hasFailed: hasFailed
        )
        return instance
    }

    /// Adds a resolution that gets an instance.
    mutating func use(
        _ instance: Instance,
        _ begin: Int,
        _ end: Int,
        container: Int = 1,
        within outermost: Int? = nil,
        isNew: Bool? = nil,
        decorations: [Int] = [],
        hasFailed: Bool = false
    ) {
        let place = Place(container, instance.place.declared, instance.place.parameter)
        let span = Span(begin, end)
        let outermost = outermost ?? begin
        uses.append(
            HistoryUse(
                worker: 0,
                span: span,
                place: place,
                instance: instance,
                decorations: decorations,
                outermost: outermost,
                isNew: isNew,
                hasFailed: hasFailed
            )
        )
    }

    mutating func change(_ kind: HistoryChange.Kind, _ begin: Int, _ end: Int, container: Int = 1) {
        changes.append(HistoryChange(worker: 1, span: Span(begin, end), kind: kind, container: container))
    }

    /// The violated rules, in their order.
    var rules: [String] { faults.map { String($0.rule.prefix { $0 != ":" }) } }
}
