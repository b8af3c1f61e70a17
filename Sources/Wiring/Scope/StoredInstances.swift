/// What one declaration's scope keeps, whatever the type.
@usableFromInline
class StoredInstances: DeclarationEntry, @unchecked Sendable {
    // Holds because this class has no state, and its one subclass keeps its own behind locks.

    /// Clears what is named.
    func clear(_ clearing: Clearing) -> Leftover { fatalError("abstract") }

    /// Copies what is kept into another table.
    func copyInstances(into table: DeclarationTable<StoredInstances>) { fatalError("abstract") }
}

/// The instances of one declaration in one place: one, or one for each parameter.
@usableFromInline
final class Instances<P, T>: StoredInstances, @unchecked Sendable {
    // Holds because a cell and a protected value are safe by themselves.
    /// The instance for all parameters, or the first.
    @usableFromInline let single = Cell<T>()
    private let parameterized = Protected(ParameterizedCells<T>())

    /// The instance, built by `make` if it is not there. See ``Cell/value(_:epoch:mayKeep:path:onCircle:make:)``.
    ///
    /// - Parameter key: The parameter, where there is to be an instance for each.
    func value(
        for key: AnyHashable?,
        _ rule: KeepingRule,
        epoch: () -> Epoch.Stamp,
        mayKeep: () -> Bool,
        path: () -> [PathStep],
        make: () -> T
    ) -> T {
        while true {
            // A cell that was retired since it was found has a successor.
            let found = cell(for: key).value(
                rule,
                epoch: epoch,
                mayKeep: mayKeep,
                path: path,
                onCircle: { Failure.circularDependency($0.path) },
                make: make
            )
            if let found { return found }
        }
    }

    override func clear(_ clearing: Clearing) -> Leftover {
        let entries: [ParameterizedCells<T>.Entry]
        switch clearing {
        case .everything: entries = parameterized.withLock { $0.replaceAll(with: []) }
        // A cell's lock is taken within this one, never the other way round.
        case .keptFor(let scope):
            entries = parameterized.withLock { $0.removeAll { $0.cell.keepsNothing(but: scope) } }
        case .constructions:
            return (single.clear(clearing), parameterized.withLock { $0.entries }.map { $0.cell.clear(clearing) })
        }
        return (single.clear(clearing), entries, entries.map { $0.cell.retire() })
    }

    override func copyInstances(into table: DeclarationTable<StoredInstances>) {
        let snapshot = snapshot()
        guard !snapshot.isEmpty else { return }
        // Holds because the declaration is this one's, and its types are a part of it.
        let copy = table.find(declaration, orInsert: Instances<P, T>.init) as! Instances<P, T>
        _ = copy.restore(snapshot)
    }

    /// Whether nothing is held.
    var isEmpty: Bool { snapshot().isEmpty }

    /// What is held at one moment.
    struct Snapshot {
        var single: CellState<T>.Content = .empty
        var parameterized: [(entry: ParameterizedCells<T>.Entry, content: CellState<T>.Content)] = []

        var isEmpty: Bool { single.isEmpty && parameterized.allSatisfy(\.content.isEmpty) }
    }

    /// What is held now, without constructions under way.
    func snapshot() -> Snapshot {
        Snapshot(
            single: single.snapshot(),
            parameterized: parameterized.withLock { $0.entries }.map { ($0, $0.cell.snapshot()) }
        )
    }

    /// Puts a snapshot back and returns what was there. Constructions under way go on, but will not be kept.
    func restore(_ snapshot: Snapshot) -> Leftover {
        let cleared = clear(.everything)
        let replaced = single.replace(with: snapshot.single)
        let entries = snapshot.parameterized.map { entry, content in
            let cell = Cell<T>()
            _ = cell.replace(with: content)
            return ParameterizedCells<T>.Entry(hash: entry.hash, key: entry.key, cell: cell)
        }
        let others = parameterized.withLock { $0.replaceAll(with: entries) }
        return (cleared, replaced, others, others.map { $0.cell.retire() })
    }

    private func cell(for key: AnyHashable?) -> Cell<T> {
        guard let key else { return single }
        // Hashing and comparing are the user's code, so both happen outside of the lock.
        let hash = key.hashValue
        while true {
            let candidates = parameterized.withLock { $0.candidates(hash: hash) }
            if let found = candidates.entries.first(where: { $0.key == key }) { return found.cell }
            let entry = ParameterizedCells<T>.Entry(hash: hash, key: key, cell: Cell())
            if parameterized.withLock({ $0.add(entry, at: candidates.version) }) { return entry.cell }
        }
    }
}
