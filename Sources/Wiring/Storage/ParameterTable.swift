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

    /// Locks the table until ``endRead()``.
    @inline(__always)
    fileprivate func beginRead() { lock.lock() }

    /// The first cell with a hash, of a table that the caller has locked.
    @inline(__always)
    fileprivate func first(_ hash: Int) -> Unmanaged<ParameterCell>? { table.first(hash: hash) }

    @inline(__always)
    fileprivate func endRead() { lock.unlock() }

    @inline(__always)
    func withState<Result>(of cell: ParameterCell, _ body: (inout CellState) -> Result) -> Result {
        withTable { _ in
            cell.isNew = false
            return body(&cell.state)
        }
    }

    /// The cell for a parameter. Where it is a new one, some cells go that nobody needs any more.
    ///
    /// - Parameter rule: How the caller keeps an instance.
    func cell(for parameter: AnyParameter, _ keying: AnyParameterKeying, _ rule: KeepingRule) -> ParameterCell {
        // Hashing and comparing are the user's code, so both happen without the lock.
        let hash = keying.hash(of: parameter)
        while true {
            let (version, candidates) = withTable { ($0.version, $0.candidates(hash: hash)) }
            if let known = candidates.first(where: { keying.areEqual($0.parameter, parameter) }) { return known }
            let cell = ParameterCell(parameter, hash: hash)
            let timeToLive = rule.timeToLive()
            let evicted = withTable { table -> ParameterTable.Evicted? in
                // Another may have been added since, for an equal parameter.
                guard table.version == version else { return nil }
                table.seconds = rule.seconds
                let evicted = table.evictSome(timeToLive)
                table.add(cell)
                return evicted
            }
            // What was evicted is released here, without the lock.
            if evicted != nil { return cell }
        }
    }

    /// Takes out the cells that nobody needs any more, and returns them, to be released by the caller. Instances expire by the
    /// time to live of the last resolution that added a cell.
    func evict() -> Leftover {
        withTable { table in
            table.evictAll(table.seconds.map { TimeToLive(seconds: $0, now: MonotonicTime.now) })
        }
    }

    /// How many cells there are.
    var count: Int { withTable(\.cells.count) }

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
    func snapshot() -> Snapshot {
        withTable { table in
            table.cells.compactMap { $0.state.content.kept == nil ? nil : ($0, $0.state.content) }
        }
    }

    /// Puts a snapshot back in place of all there is, and returns what was there.
    func restore(_ snapshot: Snapshot) -> Leftover {
        let cells = snapshot.map { cell, content in
            let copy = ParameterCell(cell.parameter, hash: cell.hash)
            copy.isNew = false
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
        // Each closure is small, so that it is inlined, and nothing is retained but what must be.
        _withUnsafeGuaranteedRef { $0.beginRead() }
        guard let cell = _withUnsafeGuaranteedRef({ $0.first(hash) }),
            let kept = cell._withUnsafeGuaranteedRef({ $0.state.reference(for: scope) }), !kept.isWeak
        else {
            _withUnsafeGuaranteedRef { $0.endRead() }
            throw Missing()
        }
        let instance = kept.strongValue(Value.self)
        // SAFETY: The caller's declaration has this parameter.
        let known = cell._withUnsafeGuaranteedRef {
            Unmanaged<Parameter<P>>.passRetained(unsafeDowncast($0.parameter, to: Parameter<P>.self))
        }
        _withUnsafeGuaranteedRef { $0.endRead() }
        let isSame = keying._withUnsafeGuaranteedRef { keying in
            known._withUnsafeGuaranteedRef { keying.areEqual($0.value, parameter) }
        }
        known.release()
        // Another parameter of the same hash takes the slow path.
        guard isSame else { throw Missing() }
        return instance
    }
}

/// Cells by the hashes of their parameters: a value. Nothing in it hashes or compares a parameter.
///
/// A bucket is a chain of cells, and there are as many buckets as there were ever cells. Each cell that is added splits one
/// bucket in two, and looks whether two others are still needed: so no step takes long, and the cells that nobody needs are
/// never more than those that somebody does and a few.
struct ParameterTable {
    private(set) var cells: [ParameterCell] = []
    // SAFETY: The cells of all chains are in `cells`.
    private var buckets: [Unmanaged<ParameterCell>?] = []
    /// The power of two above the last bucket's index, less one.
    private var mask = 0
    /// One more than the index of the cell that is looked at next, or 0 to begin anew with the last: what takes the place of a
    /// cell that goes has been looked at already.
    private var hand = 0
    /// Another one after each change.
    private(set) var version = 0
    /// The time to live of the last resolution that added a cell.
    var seconds: Double?

    /// The first cell with a hash.
    func first(hash: Int) -> Unmanaged<ParameterCell>? {
        var next = chain(of: hash)
        while let cell = next {
            if cell._withUnsafeGuaranteedRef({ $0.hash == hash }) { return cell }
            next = cell._withUnsafeGuaranteedRef(\.next)
        }
        return nil
    }

    /// All cells with a hash.
    func candidates(hash: Int) -> [ParameterCell] {
        var candidates: [ParameterCell] = []
        var next = chain(of: hash)
        while let cell = next {
            if cell._withUnsafeGuaranteedRef({ $0.hash == hash }) { candidates.append(cell.takeUnretainedValue()) }
            next = cell._withUnsafeGuaranteedRef(\.next)
        }
        return candidates
    }

    mutating func add(_ cell: ParameterCell) {
        version += 1
        cells.append(cell)
        if cells.count > buckets.count { splitBucket() }
        link(.passUnretained(cell))
    }

    mutating func replaceCells(by others: [ParameterCell]) {
        let (version, seconds) = (version, seconds)
        self = ParameterTable()
        cells.reserveCapacity(others.count)
        buckets.reserveCapacity(others.count)
        others.forEach { add($0) }
        // Not one that was seen before.
        self.version += version + 1
        self.seconds = seconds
    }

    // MARK: - Eviction

    /// What was taken out, or held for a moment to see whether it is there. To be released outside of the lock.
    struct Evicted {
        fileprivate(set) var cells: [(cell: ParameterCell, content: CellState.Content)] = []
        fileprivate(set) var held: [AnyObject] = []
    }

    /// Looks at two cells, in turn, and takes out what nobody needs.
    mutating func evictSome(_ timeToLive: TimeToLive?) -> Evicted {
        var evicted = Evicted()
        for _ in 0..<min(2, cells.count) { look(timeToLive, &evicted) }
        return evicted
    }

    /// Looks at all cells, and takes out those that nobody needs.
    mutating func evictAll(_ timeToLive: TimeToLive?) -> Evicted {
        var evicted = Evicted()
        hand = 0
        for _ in 0..<cells.count { look(timeToLive, &evicted) }
        // What is left takes no more room than it needs.
        if cells.count < buckets.count / 2 { replaceCells(by: cells) }
        return evicted
    }

    private mutating func look(_ timeToLive: TimeToLive?, _ evicted: inout Evicted) {
        if hand == 0 { hand = cells.count }
        hand -= 1
        let cell = cells[hand]
        guard !cell.isNew, !cell.state.isNeeded(timeToLive, holding: &evicted.held) else { return }
        version += 1
        unlink(cell)
        cells.swapAt(hand, cells.count - 1)
        cells.removeLast()
        evicted.cells.append((cell, cell.state.replace(with: .retired)))
    }

    // MARK: - Buckets

    @inline(__always)
    private func chain(of hash: Int) -> Unmanaged<ParameterCell>? {
        buckets.isEmpty ? nil : buckets[bucket(of: hash)]
    }

    /// The bucket of a hash: by the bits of the mask, or by one bit less where that bucket has yet to be split.
    @inline(__always)
    private func bucket(of hash: Int) -> Int {
        let index = hash & mask
        return index < buckets.count ? index : index & (mask >> 1)
    }

    /// Adds a bucket, which takes its cells from one other.
    private mutating func splitBucket() {
        let new = buckets.count
        if new > mask { mask = mask << 1 | 1 }
        buckets.append(nil)
        guard new > 0 else { return }
        let old = new & (mask >> 1)
        var next = buckets[old]
        buckets[old] = nil
        while let cell = next {
            next = cell._withUnsafeGuaranteedRef(\.next)
            link(cell)
        }
    }

    // SAFETY: The cell is in `cells`, which retains it.
    private mutating func link(_ cell: Unmanaged<ParameterCell>) {
        let bucket = bucket(of: cell._withUnsafeGuaranteedRef(\.hash))
        let first = buckets[bucket]
        cell._withUnsafeGuaranteedRef { $0.next = first }
        buckets[bucket] = cell
    }

    private mutating func unlink(_ cell: ParameterCell) {
        let bucket = bucket(of: cell.hash)
        var next = buckets[bucket]
        buckets[bucket] = nil
        // The others of the chain go back.
        while let other = next {
            next = other._withUnsafeGuaranteedRef(\.next)
            if other.toOpaque() != Unmanaged.passUnretained(cell).toOpaque() { link(other) }
        }
    }
}

/// The cell for one parameter.
final class ParameterCell: @unchecked Sendable {
    let parameter: AnyParameter
    let hash: Int
    // SAFETY: Reached only under the lock of the `ParameterCells` that the cell is in, or before it is in one; likewise the next two.
    @exclusivity(unchecked) fileprivate(set) var state = CellState()
    /// The next cell in the chain of its bucket.
    @exclusivity(unchecked) fileprivate var next: Unmanaged<ParameterCell>?
    /// Whether the resolution that added it has yet to claim it.
    @exclusivity(unchecked) fileprivate(set) var isNew = true

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
