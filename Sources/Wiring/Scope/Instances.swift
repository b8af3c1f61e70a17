/// The instances of one declaration in one place: one, or one for each parameter.
@usableFromInline
class Instances: DeclarationEntry, @unchecked Sendable {
    // Holds because a cell and a protected value are safe by themselves. `unchecked` because it has a subclass.

    /// The instance for all parameters, or the first.
    @usableFromInline final let single = Cell()
    /// The instances for parameters, once there is one.
    private final let perParameter = Late<ParameterCells>()

    /// The instance for a parameter, if it is there for this scope. A time to live is not looked at.
    @export(implementation)
    @inline(__always)
    final func hit<P, T>(_ parameter: P, _ keying: ParameterKeying<P>, _ type: T.Type, scope: KeeperID) -> T? {
        let hash = keying.hash(parameter)
        let record = ThreadRecord.current
        record.pointee.beginReading()
        // Holds because what was found is not freed before reading has ended, and the caller's declaration has this parameter.
        guard let memory = memory(hash: hash)?.assumingMemoryBound(to: ParameterMemory<P>.self),
            let instance = memory.pointee.header.published.pointee.value(T.self, scope: scope)
        else {
            record.pointee.endReading()
            return nil
        }
        let known = memory.pointee.parameter
        record.pointee.endReading()
        // Comparing is the user's code, so it happens here. Another parameter of the same hash takes the longer way.
        return keying.areEqual(known, parameter) ? instance : nil
    }

    /// The memory of the first cell whose parameter has a hash. To be called while reading without a lock.
    @usableFromInline
    final func memory(hash: Int) -> UnsafeRawPointer? {
        guard let cells = perParameter.unretained else { return nil }
        return cells._withUnsafeGuaranteedRef { $0.memory(hash: hash) }
    }

    /// The instance for a parameter, built by `make` if it is not there. See
    /// ``Cell/value(_:epoch:mayKeep:path:onCircle:make:)``.
    ///
    /// - Parameter keying: How parameters are told apart, where there is to be an instance for each.
    final func value<P>(
        for parameter: P,
        _ keying: ParameterKeying<P>?,
        _ rule: KeepingRule,
        epoch: () -> Epoch.Stamp,
        mayKeep: () -> Bool,
        make: () -> Built
    ) -> Held {
        guard let keying else { return value(rule, epoch: epoch, mayKeep: mayKeep, make: make) }
        while true {
            let cell = cell(for: parameter, keying)
            // A cell that was retired since it was found has a successor.
            if let held = cell.cell.value(rule, epoch: epoch, mayKeep: mayKeep, make: make) { return held }
        }
    }

    /// The instance for all parameters, built by `make` if it is not there.
    final func value(
        _ rule: KeepingRule,
        epoch: () -> Epoch.Stamp,
        mayKeep: () -> Bool,
        make: () -> Built
    ) -> Held {
        // Holds because this cell is never retired.
        single.value(rule, epoch: epoch, mayKeep: mayKeep, make: make)!
    }

    /// Clears what is named, and returns what was there, to be released by the caller.
    final func clear(_ clearing: Clearing) -> Leftover {
        switch clearing {
        case .everything: return (single.clear(clearing), retireCells { $0.cell.retire() })
        case .keptFor(let scope):
            return (single.clear(clearing), retireCells { $0.cell.retire(unlessKeptFor: scope) })
        case .constructions:
            return (single.clear(clearing), parameterCells.map { $0.cell.clear(clearing) })
        }
    }

    /// Whether nothing is held.
    final var isEmpty: Bool { snapshotOfInstances().isEmpty }

    /// What is held at one moment.
    struct Snapshot {
        var single: CellState.Content = .empty
        var parameterized: [(cell: AnyParameterCell, content: CellState.Content)] = []

        var isEmpty: Bool { single.isEmpty && parameterized.allSatisfy(\.content.isEmpty) }
    }

    /// What is held now, without constructions under way.
    final func snapshotOfInstances() -> Snapshot {
        Snapshot(single: single.snapshot(), parameterized: parameterCells.map { ($0, $0.cell.snapshot()) })
    }

    /// Puts a snapshot back and returns what was there. Constructions under way go on, but will not be kept.
    final func restore(_ snapshot: Snapshot) -> Leftover {
        let cleared = clear(.everything)
        let replaced = single.replace(with: snapshot.single)
        let cells = snapshot.parameterized.map { cell, content in
            let copy = cell.copy()
            _ = copy.cell.replace(with: content)
            return copy
        }
        return (cleared, replaced, retireCells(addingTo: cells) { $0.cell.retire() })
    }

    /// Copies what is kept into another table.
    final func copyInstances(into table: borrowing DeclarationTable<Instances>) {
        let snapshot = snapshotOfInstances()
        guard !snapshot.isEmpty else { return }
        _ = table.find(declaration, orInsert: Instances.init).restore(snapshot)
    }

    private final var parameterCells: [AnyParameterCell] { perParameter.made?.table.withLock { $0?.cells ?? [] } ?? [] }

    /// Takes out the cells that `retire` retires, under the lock, so that nothing is built in them meanwhile.
    ///
    /// - Parameters:
    ///   - added: Cells to put in their place.
    ///   - retire: Returns what a cell held; `nil` for one that stays.
    /// - Returns: What was taken out, to be released by the caller.
    private final func retireCells(
        addingTo added: [AnyParameterCell] = [],
        _ retire: (AnyParameterCell) -> CellState.Content?
    ) -> Leftover {
        guard let cells = added.isEmpty ? perParameter.made : perParameter.object(orMake: ParameterCells.init) else {
            return ()
        }
        return cells.table.withLock { table -> Leftover in
            let old = table
            guard old != nil || !added.isEmpty else { return () }
            var contents: [CellState.Content] = []
            // A cell's lock is taken within this one, never the other way round.
            let left = (old?.cells ?? []).filter { cell in
                guard let content = retire(cell) else { return true }
                contents.append(content)
                return false
            }
            table = left.isEmpty && added.isEmpty ? nil : ParameterTable(left + added)
            cells.publish(table)
            return (old, contents)
        }
    }

    private final func cell<P>(for parameter: P, _ keying: ParameterKeying<P>) -> ParameterCell<P> {
        // Hashing and comparing are the user's code, so both happen outside of the lock.
        let hash = keying.hash(parameter)
        let cells = perParameter.object(orMake: ParameterCells.init)
        while true {
            let (table, count, candidates) = cells.table.withLock { table in
                (table, table?.cells.count ?? 0, table?.candidates(hash: hash) ?? [])
            }
            for candidate in candidates {
                // Holds because the caller's declaration has this parameter.
                let cell = unsafeDowncast(candidate, to: ParameterCell<P>.self)
                if keying.areEqual(cell.parameter, parameter) { return cell }
            }
            let cell = ParameterCell(parameter, hash: hash)
            if add(cell, to: cells, ifUnchangedSince: table, count) { return cell }
        }
    }

    /// Adds a cell, unless something has changed since others were compared with its parameter.
    private final func add(
        _ cell: AnyParameterCell,
        to cells: ParameterCells,
        ifUnchangedSince seen: ParameterTable?,
        _ count: Int
    ) -> Bool {
        // An outgrown table waits for readers, so it goes after unlocking.
        let (isAdded, outgrown) = cells.table.withLock { table -> (Bool, ParameterTable?) in
            let old = table
            guard old === seen, (old?.cells.count ?? 0) == count else { return (false, nil) }
            if let old, !old.isFull {
                old.add(cell)
                return (true, nil)
            }
            table = ParameterTable((old?.cells ?? []) + [cell])
            cells.publish(table)
            return (true, old)
        }
        _ = consume outgrown
        return isAdded
    }
}

extension Cell {
    /// The instance, for a resolution on this thread. A circle ends the program.
    fileprivate func value(
        _ rule: KeepingRule,
        epoch: () -> Epoch.Stamp,
        mayKeep: () -> Bool,
        make: () -> Built
    ) -> Held? {
        value(
            rule,
            epoch: epoch,
            mayKeep: mayKeep,
            path: { ResolutionStack.path },
            onCircle: { Failure.circularDependency($0.path) },
            make: make
        )
    }
}
