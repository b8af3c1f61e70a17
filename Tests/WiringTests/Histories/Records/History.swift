/// What the workers of one program have seen.
struct History: Sendable {
    /// How each declaration was kept.
    var keeping: [Declared: Keeping]
    var uses: [HistoryUse] = []
    var changes: [HistoryChange] = []

    init(keeping: [Declared: Keeping] = [:]) {
        self.keeping = Dictionary(uniqueKeysWithValues: Declared.allCases.map { ($0, $0.keeping) })
            .merging(keeping) { $1 }
    }

    func keeping(of place: Place) -> Keeping { keeping[place.declared] ?? .uncertain }

    /// The place where an instance is kept: that of a singleton is one for all containers.
    func home(of place: Place) -> Place {
        keeping(of: place).isInSingletons ? Place(0, place.declared, place.parameter) : place
    }

    mutating func add(_ other: (uses: [HistoryUse], changes: [HistoryChange])) {
        uses += other.uses
        changes += other.changes
    }

    /// All that is wrong with it, each with the records that show it.
    var faults: [Fault] {
        constructionsWithoutCause + staleInstances + staleParts + closuresOutOfTurn + instancesOfReplacedClosures
            + graphsTornApart + graphsInCommon + strangers
    }
}

/// Records that no sound container could have left.
struct Fault: CustomStringConvertible {
    let rule: String
    var uses: [HistoryUse] = []
    var changes: [HistoryChange] = []

    var description: String {
        let lines = uses.map { ($0.span, "\($0)") } + changes.map { ($0.span, "\($0)") }
        return ([rule] + lines.sorted { $0.0.begin < $1.0.begin }.map { "    " + $0.1 }).joined(separator: "\n")
    }
}

extension HistoryUse: CustomStringConvertible {
    var description: String {
        let built = "built \(instance.asked)…\(instance.begun) in \(instance.place) by closure \(instance.generation)"
        return "\(span) worker \(worker) of \(outermost) asked \(place): \(built)\(isNew.map { ", new: \($0)" } ?? "")"
    }
}

extension HistoryChange: CustomStringConvertible {
    var description: String { "\(span) worker \(worker) changed container \(container): \(kind)" }
}

extension Place: CustomStringConvertible {
    var description: String { "\(container).\(declared)(\(parameter))" }
}

extension Span: CustomStringConvertible {
    var description: String { "[\(begin)…\(end)]" }
}
