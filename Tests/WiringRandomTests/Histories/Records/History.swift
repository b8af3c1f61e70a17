/// What the workers of one program have observed.
struct History: Sendable {
    /// How each declaration was stored.
    var storage: [Declared: Storage]
    var uses: [HistoryUse] = []
    var changes: [HistoryChange] = []
    /// The parents of the children.
    var parents: [Int: Int] = [:]

    init(storage: [Declared: Storage] = [:]) {
        self.storage = Dictionary(uniqueKeysWithValues: Declared.allCases.map { ($0, $0.storage) })
            .merging(storage) { $1 }
    }

    func storage(of place: Place) -> Storage { storage[place.declared] ?? .uncertain }

    /// The place where an instance is stored. A singleton has one place for all containers.
    func home(of place: Place) -> Place {
        storage(of: place).isInSingletons ? Place(0, place.declared, place.parameter) : place
    }

    /// A container and its parents, the nearest first.
    func lineage(of container: Int) -> [Int] { Array(sequence(first: container) { parents[$0] }) }

    /// The containers whose registrations apply to a place, the nearest first. A singleton is built from the root's point of view.
    func containers(applyingTo place: Place) -> [Int] {
        let lineage = lineage(of: place.container)
        return storage(of: place).isInSingletons ? lineage.suffix(1) : lineage
    }

    /// The resolutions that built the instances.
    var builders: [Instance: HistoryUse] {
        Dictionary(uses.filter(\.isConstruction).map { ($0.instance, $0) }, uniquingKeysWith: { $1 })
    }

    /// All faults, each with the records that show it.
    var faults: [Fault] {
        unjustifiedConstructions + staleInstances + staleParts + wrongClosures + instancesOfReplacedClosures
            + splitGraphs + reusedGraphInstances + wrongInstances + wrongFailures + wrongDecorations
            + instancesKeptByChildren
    }
}

/// Records that a correct container cannot produce.
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
        let built =
            "built \(instance.requested)…\(instance.begun) in \(instance.place) by closure \(instance.generation)"
            + (hasFailed ? ", which has failed" : "") + (decorations.isEmpty ? "" : " with decorations \(decorations)")
        return
            "\(span) worker \(worker) of \(outermost) requested \(place): \(built)\(isNew.map { ", new: \($0)" } ?? "")"
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
