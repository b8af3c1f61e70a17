/// The cells of one declaration for parameters, and the lock that all of them share.
final class ParameterCells: @unchecked Sendable {
    // SAFETY: The table, and the states of its cells, are touched under the lock alone.
    private let lock = Lock()
    @exclusivity(unchecked) private var table = ParameterTable()

    @inline(__always)
    private func withTable<Result>(_ body: (inout ParameterTable) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&table)
    }

    /// Locks the table, if it has an instance for a hash and a scope.
    ///
    /// - Returns: What it holds, until ``unlock()``, and the parameter; `nil` if the table is not locked.
    @inline(__always)
    fileprivate func lockIfFull(_ hash: Int, for scope: KeeperID) -> (kept: KeptReference, parameter: AnyParameter)? {
        lock.lock()
        if let cell = table.first(hash: hash), let kept = cell.state.reference(for: scope), !kept.isWeak {
            return (kept, cell.parameter)
        }
        lock.unlock()
        return nil
    }

    @inline(__always)
    fileprivate func unlock() { lock.unlock() }

    @inline(__always)
    func withState<Result>(of cell: ParameterCell, _ body: (inout CellState) -> Result) -> Result {
        withTable { _ in body(&cell.state) }
    }

    /// The cell for a parameter.
    func cell(for parameter: AnyParameter, _ keying: AnyParameterKeying) -> ParameterCell {
        // Hashing and comparing are the user's code, so both happen without the lock.
        let hash = keying.hash(of: parameter)
        while true {
            let (version, candidates) = withTable { ($0.version, $0.candidates(hash: hash)) }
            if let known = candidates.first(where: { keying.areEqual($0.parameter, parameter) }) { return known }
            let cell = ParameterCell(parameter, hash: hash)
            let isAdded = withTable { table in
                // Another may have been added since, for an equal parameter.
                guard table.version == version else { return false }
                table.add(cell)
                return true
            }
            if isAdded { return cell }
        }
    }

    /// Clears what is named, and returns what was there, to be released by the caller. Cells without an instance go.
    func clear(_ clearing: Clearing) -> Leftover {
        withTable { table -> Leftover in
            var contents: [CellState.Content] = []
            if case .constructions = clearing {
                for cell in table.cells { contents.append(cell.state.clear(clearing)) }
                return contents
            }
            let old = table.cells
            let left = old.filter { cell in
                if case .keptFor(let scope) = clearing, let other = cell.state.content.scope, other != scope {
                    return true
                }
                contents.append(cell.state.replace(with: .retired))
                return false
            }
            table.replaceCells(by: left)
            return (old, contents)
        }
    }

    typealias Snapshot = [(cell: ParameterCell, content: CellState.Content)]

    /// What is held now, without constructions under way.
    func snapshot() -> Snapshot { withTable { table in table.cells.map { ($0, $0.state.snapshot) } } }

    /// Puts a snapshot back in place of all there is, and returns what was there.
    func restore(_ snapshot: Snapshot) -> Leftover {
        let cells = snapshot.map { cell, content in
            let copy = ParameterCell(cell.parameter, hash: cell.hash)
            _ = copy.state.replace(with: content)
            return copy
        }
        return withTable { table in
            let old = table.cells
            let contents = old.map { $0.state.replace(with: .retired) }
            table.replaceCells(by: cells)
            return (old, contents)
        }
    }
}

// SAFETY: The callers know that the cells, and the keying, are there until the call returns.
extension Unmanaged where Instance == ParameterCells {
    /// The instance for a parameter, if it is there for this scope, of cells that the caller knows to be there. Takes the lock;
    /// the parameter is hashed before, and compared after it. A time to live is not looked at.
    func value<P, Value>(
        for parameter: P,
        _ keying: Unmanaged<ParameterKeying<P>>,
        _ type: Value.Type,
        scope: KeeperID
    ) throws(Missing) -> Value {
        let hash = keying._withUnsafeGuaranteedRef { $0.hash(parameter) }
        guard let (kept, known) = _withUnsafeGuaranteedRef({ $0.lockIfFull(hash, for: scope) }) else { throw Missing() }
        let instance = kept.strongValue(Value.self)
        _withUnsafeGuaranteedRef { $0.unlock() }
        // SAFETY: The caller's declaration has this parameter.
        let value = unsafeDowncast(known, to: Parameter<P>.self).value
        // Another parameter of the same hash takes the slow path.
        guard keying._withUnsafeGuaranteedRef({ $0.areEqual(value, parameter) }) else { throw Missing() }
        return instance
    }
}

/// Cells by the hashes of their parameters: a value. Nothing in it hashes or compares a parameter.
struct ParameterTable {
    private struct Place {
        var hash = 0
        /// One more than the index of the cell; 0 for an empty place.
        var number = 0
    }

    private(set) var cells: [ParameterCell] = []
    /// As many as a power of two, a part of them empty.
    private var places: [Place] = []
    /// Another one after each change.
    private(set) var version = 0

    /// The first cell with a hash.
    func first(hash: Int) -> ParameterCell? {
        guard !places.isEmpty else { return nil }
        var index = hash & (places.count - 1)
        while places[index].number != 0 {
            if places[index].hash == hash { return cells[places[index].number - 1] }
            index = (index + 1) & (places.count - 1)
        }
        return nil
    }

    /// All cells with a hash.
    func candidates(hash: Int) -> [ParameterCell] {
        guard !places.isEmpty else { return [] }
        var candidates: [ParameterCell] = []
        var index = hash & (places.count - 1)
        while places[index].number != 0 {
            if places[index].hash == hash { candidates.append(cells[places[index].number - 1]) }
            index = (index + 1) & (places.count - 1)
        }
        return candidates
    }

    mutating func add(_ cell: ParameterCell) {
        version += 1
        cells.append(cell)
        if cells.count * 4 > places.count * 3 {
            places = Array(repeating: Place(), count: max(4, places.count * 2))
            for (index, cell) in cells.enumerated() { insert(cell.hash, index) }
        } else {
            insert(cell.hash, cells.count - 1)
        }
    }

    mutating func replaceCells(by others: [ParameterCell]) {
        let version = version
        self = ParameterTable()
        others.forEach { add($0) }
        // Not one that was seen before.
        self.version += version + 1
    }

    private mutating func insert(_ hash: Int, _ cell: Int) {
        var index = hash & (places.count - 1)
        while places[index].number != 0 { index = (index + 1) & (places.count - 1) }
        places[index] = Place(hash: hash, number: cell + 1)
    }
}

/// The cell for one parameter.
final class ParameterCell: @unchecked Sendable {
    let parameter: AnyParameter
    let hash: Int
    // SAFETY: Reached only under the lock of the `ParameterCells` that the cell is in, or before it is in one.
    @exclusivity(unchecked) fileprivate(set) var state = CellState()

    init(_ parameter: AnyParameter, hash: Int) {
        self.parameter = parameter
        self.hash = hash
    }
}

/// The parameter of a resolution, whatever its type.
class AnyParameter: @unchecked Sendable {
    // SAFETY: A parameter never changes. One that is kept goes to all threads that ask: whoever declares a scope answers for
    // what is kept, the parameter included.

    /// Whether another parameter of the same type is the same, by its `==` or as an object; `nil` where that cannot be known.
    func isSame(as other: AnyParameter) -> Bool? { fatalError("abstract") }
}

/// The parameter of a resolution.
final class Parameter<P>: AnyParameter, @unchecked Sendable {
    // SAFETY: As above.
    let value: P

    init(_ value: P) { self.value = value }

    override func isSame(as other: AnyParameter) -> Bool? {
        // A type without content has one value.
        guard MemoryLayout<P>.size > 0 else { return true }
        // SAFETY: Parameters are compared for one declaration, whose parameter has this type.
        return areEqual(value, unsafeDowncast(other, to: Parameter<P>.self).value)
    }
}
