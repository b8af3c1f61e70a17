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
    typealias Cleared = (single: CellState.Content, perParameter: DeferredRelease?)

    /// Clears instances, and returns what was there.
    final func clearInstances(_ clearing: Clearing) -> Cleared {
        (clear(clearing), perParameter.made?.clear(clearing))
    }

    /// Whether there is no instance.
    final var isEmpty: Bool { snapshotOfInstances().isEmpty }

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
