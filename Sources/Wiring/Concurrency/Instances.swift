/// The instances of one declaration in one place: one for all parameters, in the cell that this is, or one for each parameter.
package class Instances: Cell, @unchecked Sendable {
    // SAFETY: The declaration never changes, and the cells are safe by themselves. Subclasses are responsible for what they add.
    final let declaration: Declaration
    private final let perParameter = LazyReference<ParameterCells>()

    init(_ declaration: Declaration) { self.declaration = declaration }

    /// The instances for parameters, if there have been any, without retaining them.
    @inline(__always)
    final var parameterCells: Borrowed<ParameterCells>? { perParameter.unretained }

    /// The cell for a parameter, or for all parameters.
    ///
    /// - Parameters:
    ///   - parameter: The parameter, if the declaration takes one.
    ///   - hashing: Hashes and compares parameters, if each has its own instance.
    ///   - policy: How the caller stores an instance.
    final func cell(
        for parameter: AnyParameter?,
        _ hashing: AnyParameterHashing?,
        _ policy: Cell.Policy
    ) -> Cell.Reference {
        guard let hashing, let parameter else { return .cell(self) }
        let cells = perParameter.object { ParameterCells(declaration) }
        return .parameter(cells.entry(for: parameter, hashing, policy), in: cells)
    }

    /// What was cleared. The caller releases it after unlocking.
    typealias Cleared = (single: CellState.Content, perParameter: ParameterCells.Cleared?)

    /// Clears instances, and returns what was there.
    final func clearInstances(_ clearing: Clearing) -> Cleared { (clear(clearing), perParameter.made?.clear(clearing)) }

    /// Whether there is no instance.
    // The usual case first: it copies nothing.
    final var isEmpty: Bool { parameterCells == nil && withState { $0.isEmpty } || snapshotOfInstances().isEmpty }

    /// The instances at one moment.
    struct Snapshot {
        var single: CellState.Content = .empty
        var perParameter: ParameterCells.Snapshot = []

        var isEmpty: Bool { single.isEmpty && perParameter.allSatisfy { $0.stored.keepAlive == nil } }
    }

    /// The instances, without constructions under way. See ``ParameterCells/snapshot(within:)``.
    final func snapshotOfInstances(within timeToLive: TimeToLive? = nil) -> Snapshot {
        Snapshot(single: snapshot(), perParameter: perParameter.made?.snapshot(within: timeToLive) ?? [])
    }

    /// Replaces all instances by a snapshot, and returns the previous ones. Constructions under way continue, but are not
    /// published.
    final func restore(_ snapshot: Snapshot) -> DeferredRelease {
        let replaced = replace(with: snapshot.single)
        guard !snapshot.perParameter.isEmpty else { return (replaced, perParameter.made?.clear(.everything)) }
        return (replaced, perParameter.object { ParameterCells(declaration) }.restore(snapshot.perParameter))
    }

    /// The instances, for a copy of their table.
    final func copyOfInstances() -> Instances {
        let copy = Instances(declaration)
        _ = copy.restore(snapshotOfInstances(within: perParameter.made?.timeToLive))
        return copy
    }
}

/// The instances of the graph scope in one outermost resolution, which belong to it: on one thread, or of an asynchronous factory,
/// whose tasks share them.
package final class GraphInstances: Sendable {
    private struct Entry {
        /// Identifies the slot, which the owner retains, so no other slot can have its identifier.
        let slot: ObjectIdentifier
        /// The manager of the container.
        let owner: AnyObject
        var cell: Cell
        /// The instances for parameters, if each has its own.
        var perParameter: ParameterCells?
    }

    private struct State {
        var entries: [Entry] = []
        /// A cell to reuse.
        var spare: Cell?

        func index(of slot: ObjectIdentifier) -> Int? {
            // The last one first, and without a closure, which would copy entries.
            var index = entries.count
            while index > 0 {
                index -= 1
                if entries[index].slot == slot { return index }
            }
            return nil
        }

        mutating func index(of slot: Instances, orAppendFor owner: AnyObject) -> Int {
            let slot = ObjectIdentifier(slot)
            if let known = index(of: slot) { return known }
            entries.append(Entry(slot: slot, owner: owner, cell: spare.take() ?? Cell()))
            return entries.count - 1
        }
    }

    private let state = Protected(State())

    /// The cell of a slot for a parameter: see ``Instances/cell(for:_:_:)``. Linear in the number of slots.
    func cell(
        of slot: Instances,
        in owner: AnyObject,
        for parameter: AnyParameter?,
        _ hashing: AnyParameterHashing?,
        _ policy: Cell.Policy
    ) -> Cell.Reference {
        let isPerParameter = hashing != nil && parameter != nil
        let (cell, cells) = state.withLock { state in
            let index = state.index(of: slot, orAppendFor: owner)
            if isPerParameter, state.entries[index].perParameter == nil {
                state.entries[index].perParameter = ParameterCells()
            }
            return (state.entries[index].cell, state.entries[index].perParameter)
        }
        guard let hashing, let parameter, let cells else { return .cell(cell) }
        return .parameter(cells.entry(for: parameter, hashing, policy), in: cells)
    }

    /// The instance of a slot, if it exists. A time to live is not checked.
    func value<Value>(_ type: Value.Type, of slot: ObjectIdentifier, _ scope: ScopeID) throws(Miss) -> Value {
        guard let cell = state.withLock({ state in state.index(of: slot).map { state.entries[$0].cell } }) else {
            throw Miss()
        }
        return try cell.value(Value.self, scope: scope)
    }

    /// Clears the instances of one slot, or of a container, and returns what was there.
    ///
    /// - Parameter object: The slot, or the owner of slots.
    func clear(_ clearing: Cell.Clearing, of object: AnyObject) -> DeferredRelease {
        state.withLock { $0.entries.filter { $0.slot == ObjectIdentifier(object) || $0.owner === object } }.map {
            ($0.cell.clear(clearing), $0.perParameter?.clear(clearing))
        }
    }

    /// Releases all instances. Nothing else has this object.
    func end() {
        // One by one, after unlocking, so that the memory is reused. A `deinit` may resolve, with other instances.
        while var entry = state.withLock({ $0.entries.popLast() }) {
            guard isKnownUniquelyReferenced(&entry.cell) else { continue }
            _ = entry.cell.replace(with: .empty)
            state.withLock { $0.spare = entry.cell }
        }
    }
}
