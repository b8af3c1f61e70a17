import Wiring

extension History {
    /// An instance has each decoration that was set when it was requested and none from later, each once and in order, those of
    /// the parents first. Everyone gets it with the same decorations. A failure has none.
    var wrongDecorations: [Fault] {
        let builders = builders
        return uses.compactMap { use in
            guard !use.hasFailed, let builder = builders[use.instance] else { return nil }
            if use.decorations != builder.decorations {
                return Fault(rule: "different decorations", uses: [builder, use])
            }
            guard use.isConstruction, !hasRightDecorations(use) else { return nil }
            let changes = changes.filter { $0.kind == .decorate(use.place.declared) && $0.span.begin < use.span.end }
            return Fault(rule: "wrong decorations: \(use.decorations)", uses: [use], changes: changes)
        }
    }

    private func hasRightDecorations(_ construction: HistoryUse) -> Bool {
        let containers = containers(applyingTo: construction.place)
        let declared = construction.place.declared
        let stretch = Span(construction.instance.requested, construction.instance.begun)
        /// The containers' decorations, those of the parents first.
        let all = containers.reversed().map { container in
            changes.filter { $0.container == container && $0.kind == .decorate(declared) }
        }
        let closure = construction.instance.generation
        let due = all.joined().filter { decoration in
            decoration.span.isBefore(stretch) && !isOverride(closure, without: decoration, among: containers)
                && !changes.contains { mayRemove($0, decoration) && $0.span.begin < stretch.end }
        }
        let possible = all.joined().filter { decoration in
            decoration.span.begin < stretch.end
                && !isOverride(closure, without: decoration, among: containers)
                && !changes.contains { surelyRemoves($0, decoration, before: stretch) }
        }
        let numbers = construction.decorations
        return Set(due.map(\.span.begin)).isSubset(of: numbers) && Set(numbers).count == numbers.count
            && Set(numbers).isSubset(of: possible.map(\.span.begin)) && isOrdered(numbers, all)
    }

    /// Whether a change may remove a decoration. A reset, a `pop` and an override remove earlier ones of their container.
    private func mayRemove(_ change: HistoryChange, _ decoration: HistoryChange) -> Bool {
        guard case .decorate(let declared) = decoration.kind, change.container == decoration.container,
            !change.span.isBefore(decoration.span)
        else { return false }
        switch change.kind {
        case .resetFactory(declared, let options), .resetContainer(let options):
            return options == .all || options == .registration
        case .pop, .override(declared): return true
        default: return false
        }
    }

    /// Whether a change certainly removes a decoration, and no `pop` may restore it.
    private func surelyRemoves(_ change: HistoryChange, _ decoration: HistoryChange, before stretch: Span) -> Bool {
        change.kind != .pop && decoration.span.isBefore(change.span) && change.span.isBefore(stretch)
            && mayRemove(change, decoration)
            && !changes.contains {
                $0.kind == .pop && $0.container == change.container && $0.span.end > change.span.begin
                    && $0.span.begin < stretch.end
            }
    }

    /// Whether a closure is an override that a decoration does not apply to: an earlier one of its container, or one of a parent.
    private func isOverride(_ closure: Int, without decoration: HistoryChange, among containers: [Int]) -> Bool {
        changes.contains { change in
            guard change.generation == closure, case .override = change.kind else { return false }
            let distances = [change, decoration].map { containers.firstIndex(of: $0.container) ?? .max }
            return distances[0] < distances[1]
                || distances[0] == distances[1] && decoration.span.isBefore(change.span)
        }
    }

    /// Whether parents' decorations come first, and earlier ones precede later ones in each container.
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
