extension ParameterCells {
    /// The cell of one parameter.
    final class Entry: @unchecked Sendable {
        let parameter: AnyParameter
        let hash: Int
        // SAFETY: The variables are reached only under the lock of the table's `ParameterCells`, or before the entry is in a
        // table.
        /// The next entry in the chain of its bucket.
        @exclusivity(unchecked) var next: Unmanaged<Entry>?
        @exclusivity(unchecked) var state: CellState
        /// Whether the resolution that added it has yet to claim it. Such an entry is not evicted.
        @exclusivity(unchecked) var isNew: Bool

        init(_ parameter: AnyParameter, hash: Int) {
            self.parameter = parameter
            self.hash = hash
            state = CellState()
            isNew = true
        }

        /// An entry for the same parameter as another.
        init(_ other: Entry, _ stored: StoredInstance, used: Duration?) {
            parameter = other.parameter
            hash = other.hash
            state = CellState(stored, used: used)
            isNew = false
        }
    }
}
