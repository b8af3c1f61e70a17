/// Cells by parameter, found by a hash that is known already: nothing here hashes or compares a parameter.
struct ParameterizedCells<T> {
    struct Entry {
        let hash: Int
        let key: AnyHashable
        let cell: Cell<T>
    }

    private var byHash: [Int: [Entry]] = [:]
    /// Counts the changes, so that who has compared can tell that nothing has come since.
    private var version = 0

    func candidates(hash: Int) -> (entries: [Entry], version: Int) { (byHash[hash] ?? [], version) }

    var entries: [Entry] { byHash.values.flatMap { $0 } }

    /// Adds an entry, unless something has changed since `version`.
    mutating func add(_ entry: Entry, at version: Int) -> Bool {
        guard version == self.version else { return false }
        self.version += 1
        byHash[entry.hash, default: []].append(entry)
        return true
    }

    /// Removes and returns entries.
    mutating func removeAll(where isRemoved: (Entry) -> Bool) -> [Entry] {
        var removed: [Entry] = []
        var kept: [Entry] = []
        for entry in entries {
            if isRemoved(entry) { removed.append(entry) } else { kept.append(entry) }
        }
        if !removed.isEmpty { _ = replaceAll(with: kept) }
        return removed
    }

    /// Puts entries in place of all others, which are returned.
    mutating func replaceAll(with entries: [Entry]) -> [Entry] {
        version += 1
        defer { byHash = Dictionary(grouping: entries, by: \.hash) }
        return self.entries
    }
}
