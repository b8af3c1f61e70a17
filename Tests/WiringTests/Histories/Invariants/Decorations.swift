import Wiring

extension History {
    /// An instance has each decoration that was set when it was requested and none from later, each once and in order, those of
    /// the parents first. Everyone gets it with the same decorations.
    var wrongDecorations: [Fault] {
        let builders = Dictionary(uses.filter(\.isConstruction).map { ($0.instance, $0) }, uniquingKeysWith: { $1 })
        return uses.compactMap { use in
            guard let builder = builders[use.instance] else { return nil }
            if use.decorations != builder.decorations {
                return Fault(rule: "different decorations", uses: [builder, use])
            }
            guard use.isConstruction, !hasRightDecorations(use) else { return nil }
            let changes = changes.filter { $0.kind == .decorate(use.place.declared) && $0.span.begin < use.span.end }
            return Fault(rule: "wrong decorations: \(use.decorations)", uses: [use], changes: changes)
        }
    }

    private func hasRightDecorations(_ construction: HistoryUse) -> Bool {
        let containers = declaring(construction.place)
        let declared = construction.place.declared
        let stretch = Span(construction.instance.requested, construction.instance.begun)
        /// The containers' decorations, those of the parents first.
        let all = containers.reversed().map { container in
            changes.filter { $0.container == container && $0.kind == .decorate(declared) }
        }
        let due = all.joined().filter { decoration in
            decoration.span.isBefore(stretch)
                && !changes.contains { mayRemove($0, decoration, among: containers) && $0.span.begin < stretch.end }
        }
        let possible = all.joined().filter { decoration in
            decoration.span.begin < stretch.end
                && !changes.contains { surelyRemoves($0, decoration) && $0.span.isBefore(stretch) }
                && !isOverride(construction.instance.generation, without: decoration, among: containers)
        }
        let numbers = construction.decorations
        return Set(due.map(\.span.begin)).isSubset(of: numbers) && Set(numbers).count == numbers.count
            && Set(numbers).isSubset(of: possible.map(\.span.begin)) && isOrdered(numbers, all)
    }

    /// Whether a change may take a decoration off: a reset, a `pop`, or an override, which those that precede it and those of
    /// parents do not decorate.
    private func mayRemove(_ change: HistoryChange, _ decoration: HistoryChange, among containers: [Int]) -> Bool {
        guard case .decorate(let declared) = decoration.kind else { return false }
        let isSameContainer = change.container == decoration.container
        let isEarlier = change.span.isBefore(decoration.span)
        switch change.kind {
        case .resetFactory(declared, let options), .resetContainer(let options):
            return isSameContainer && !isEarlier && (options == .all || options == .registration)
        case .pop: return isSameContainer && !isEarlier
        case .override(declared):
            let distances = [change, decoration].map { containers.firstIndex(of: $0.container) ?? .max }
            return isSameContainer ? !isEarlier : distances[0] < distances[1]
        default: return false
        }
    }

    /// Whether a closure is an override that a decoration does not apply to.
    private func isOverride(_ closure: Int, without decoration: HistoryChange, among containers: [Int]) -> Bool {
        changes.contains { change in
            guard change.generation == closure, case .override = change.kind else { return false }
            return mayRemove(change, decoration, among: containers)
                && (change.container != decoration.container || decoration.span.isBefore(change.span))
        }
    }

    /// Whether a change certainly takes a decoration off, and no `pop` may restore it.
    private func surelyRemoves(_ change: HistoryChange, _ decoration: HistoryChange) -> Bool {
        change.kind != .pop && change.container == decoration.container && decoration.span.isBefore(change.span)
            && mayRemove(change, decoration, among: [change.container])
            && !changes.contains { $0.kind == .pop && $0.container == change.container }
    }

    /// Whether no decoration precedes one whose change ended before its own began, or one of a parent.
    private func isOrdered(_ numbers: [Int], _ all: [[HistoryChange]]) -> Bool {
        let places = all.enumerated().flatMap { level, changes in changes.map { ($0.span.begin, (level, $0.span)) } }
        let known = Dictionary(places, uniquingKeysWith: { $1 })
        let found = numbers.compactMap { known[$0] }
        return found.indices.allSatisfy { index in
            found[index...].dropFirst().allSatisfy { later in
                found[index].0 < later.0 || found[index].0 == later.0 && !later.1.isBefore(found[index].1)
            }
        }
    }
}
