/// The instances of one declaration in one place: one, in the cell that this is, or one for each parameter.
class Instances: DeclarationEntry, @unchecked Sendable {
    // SAFETY: What is added to a cell is safe by itself. Subclasses answer for what they add.

    /// The instances for parameters, once there is one.
    private final let perParameter = Late<ParameterCells>()

    /// The cells for parameters, once there is one. They are there as long as this.
    @inline(__always)
    final var parameterCells: Unmanaged<ParameterCells>? { perParameter.unretained }

    /// The cell for a parameter, or for all of them.
    ///
    /// - Parameters:
    ///   - parameter: The parameter of a declaration that takes one.
    ///   - keying: How parameters are told apart, where there is to be an instance for each.
    ///   - rule: How the caller keeps an instance.
    final func cell(
        for parameter: AnyParameter?,
        _ keying: AnyParameterKeying?,
        _ rule: KeepingRule
    ) -> CellReference {
        guard let keying, let parameter else { return .cell(self) }
        let cells = perParameter.object(orMake: ParameterCells.init)
        return .parameter(cells.cell(for: parameter, keying, rule), in: cells)
    }

    /// Takes out the cells for parameters that nobody needs any more, and returns them, to be released by the caller.
    final func evict() -> Leftover { perParameter.made?.evict() ?? () }

    /// Clears the instances that are named, and returns what was there, to be released by the caller.
    final func clearInstances(_ clearing: Clearing) -> Leftover {
        (clear(clearing), perParameter.made?.clear(clearing))
    }

    /// Whether nothing is held.
    final var isEmpty: Bool { snapshotOfInstances().isEmpty }

    /// What is held at one moment.
    struct Snapshot {
        var single: CellState.Content = .empty
        var parameterized: ParameterCells.Snapshot = []

        var isEmpty: Bool { single.isEmpty && parameterized.allSatisfy(\.content.isEmpty) }
    }

    /// What is held now, without constructions under way.
    final func snapshotOfInstances() -> Snapshot {
        Snapshot(single: snapshot(), parameterized: perParameter.made?.snapshot() ?? [])
    }

    /// Puts a snapshot back and returns what was there. Constructions under way go on, but will not be kept.
    final func restore(_ snapshot: Snapshot) -> Leftover {
        let replaced = replace(with: snapshot.single)
        guard !snapshot.parameterized.isEmpty else { return (replaced, perParameter.made?.clear(.everything)) }
        return (replaced, perParameter.object(orMake: ParameterCells.init).restore(snapshot.parameterized))
    }

    /// Copies what is kept into another table.
    final func copyInstances(into table: borrowing DeclarationTable<Instances>) {
        let snapshot = snapshotOfInstances()
        guard !snapshot.isEmpty else { return }
        _ = table.find(declaration, orInsert: Instances.init).restore(snapshot)
    }
}
