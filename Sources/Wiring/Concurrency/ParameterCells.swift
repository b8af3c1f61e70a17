/// The instances of one declaration for parameters. All of them share one lock.
final class ParameterCells: @unchecked Sendable {
    // SAFETY: The table and the variables of its entries are reached only under the lock.
    fileprivate let lock = Lock()
    @exclusivity(unchecked) fileprivate var table = Table()
    /// The declaration; `nil` for the instances of the graph scope, which do not expire.
    let declaration: Declaration?
    /// Whether it has been restored, and not searched since: the snapshot may have weakly stored objects that are gone.
    private let mayHaveGone = AtomicWord()

    init(_ declaration: Declaration? = nil) { self.declaration = declaration }

    @inline(__always)
    private func withTable<Result>(_ body: (inout Table) -> Result) -> Result {
        lock.withLock { body(&table) }
    }

    /// Runs `body` with exclusive access to the state of an entry.
    @inline(__always)
    func withState<Result>(of entry: Entry, _ body: (inout CellState) -> Result) -> Result {
        withTable { _ in
            entry.isNew = false
            return body(&entry.state)
        }
    }

    /// The entry for a parameter. Adding one evicts some entries that are no longer needed.
    ///
    /// - Parameter policy: How the caller stores an instance.
    func entry(for parameter: AnyParameter, _ hashing: AnyParameterHashing, _ policy: Cell.Policy) -> Entry {
        // `hash(into:)` and `==` are the user's code, so both run without the lock.
        let hash = hashing.hash(of: parameter)
        if mayHaveGone.alone != 0 {
            mayHaveGone.set(0)
            _ = evict()
        }
        while true {
            let (version, candidates) = withTable { ($0.version, $0.candidates(hash: hash)) }
            if let known = candidates.first(where: { hashing.areEqual($0.parameter, parameter) }) { return known }
            let entry = Entry(parameter, hash: hash)
            // Nothing would ever find it: the parameter is not equal to itself, as NaN is not.
            guard hashing.areEqual(parameter, parameter) else { return entry }
            let expiry = policy.expiry()
            let evicted = withTable { table -> Table.Evicted? in
                // Another thread may have added an entry for an equal parameter.
                guard table.version == version else { return nil }
                table.timeToLive = policy.timeToLive
                let evicted = table.evictSome(expiry)
                table.add(entry)
                return evicted
            }
            // The evicted entries are released here, without the lock.
            if let evicted {
                evicted.note(of: declaration)
                return entry
            }
        }
    }

    /// Evicts all entries that are no longer needed, and returns them. Instances expire by the time to live of the last
    /// resolution that added an entry.
    func evict() -> DeferredRelease {
        let evicted = withTable { table in
            table.evictAll(table.timeToLive.map { TimeToLive.Expiry($0) })
        }
        evicted.note(of: declaration)
        return evicted
    }

    /// The time to live of the last resolution that added an entry.
    var timeToLive: TimeToLive? { withTable(\.timeToLive) }

    /// The number of entries.
    var count: Int { withTable(\.entries.count) }

    /// What was cleared. The caller releases it after unlocking.
    typealias Cleared = (entries: [Entry], contents: [CellState.Content])

    /// Clears entries, and returns what was there. Entries that are empty afterwards are removed.
    @inline(never)
    func clear(_ clearing: Cell.Clearing) -> Cleared {
        withTable { table in
            let old = table.entries
            let contents = old.map { $0.state.clear(clearing) }
            table.replaceEntries(by: old.filter { !$0.state.retireIfEmpty() })
            return (old, contents)
        }
    }

    // MARK: - Snapshots

    typealias Snapshot = [(entry: Entry, stored: StoredInstance, used: Int64?)]

    /// The instances, without constructions under way.
    ///
    /// - Parameter timeToLive: Leaves out those that have expired by this. The snapshot includes weakly stored objects that are gone, since
    ///   only a strong reference would show whether they are, and releasing that can run a `deinit`.
    func snapshot(within timeToLive: TimeToLive? = nil) -> Snapshot {
        let expiry = timeToLive.map { TimeToLive.Expiry($0) }
        return withTable { table in
            var snapshot: Snapshot = []
            snapshot.reserveCapacity(table.entries.count)
            for entry in table.entries {
                guard case .full(let stored, let used) = entry.state.snapshot, expiry?.isAlive(since: used) ?? true
                else { continue }
                snapshot.append((entry, stored, used))
            }
            return snapshot
        }
    }

    /// Replaces all entries by a snapshot, and returns the previous ones.
    func restore(_ snapshot: Snapshot) -> DeferredRelease {
        let entries = snapshot.map { entry, stored, used in
            Entry(entry.parameter, hash: entry.hash, CellState(stored, used: used), isNew: false)
        }
        return withTable { table in
            let old = table.entries
            let contents = old.map { $0.state.replace(with: .retired) }
            table.replaceEntries(by: entries)
            // That of instances which are not there any more.
            table.timeToLive = nil
            mayHaveGone.set(1)
            return (old, contents)
        }
    }
}

// SAFETY: The caller knows that the cells and the hashing exist until the call returns.
extension Borrowed where Object == ParameterCells {
    /// The instance for a parameter, if there is one for this scope. Takes the lock; hashing the parameter comes before it,
    /// comparing it after it. A time to live is not checked.
    ///
    /// - Parameter awaitsReadiness: As for ``Borrowed/value(_:scope:awaitsReadiness:isFollowed:)``.
    func value<P, Value>(
        for parameter: P,
        _ hashing: Borrowed<ParameterHashing<P>>,
        _ type: Value.Type,
        scope: ScopeID,
        awaitsReadiness: Bool,
        isFollowed: Bool
    ) throws(Miss) -> Value {
        let hash = hashing.with { $0.hash(parameter) }
        // Each closure is small enough to be inlined, so nothing is retained needlessly.
        with { $0.lock.lock() }
        guard let entry = with({ $0.table.first(hash: hash) }),
            let stored = entry.with({ $0.state.reference(for: scope) }),
            stored.isCopyable(awaitsReadiness: awaitsReadiness, isFollowed: isFollowed)
        else {
            with { $0.lock.unlock() }
            throw Miss()
        }
        let instance = stored.strongValue(Value.self)
        // A copy: retaining the object that holds the parameter would cost as much as the lock.
        // SAFETY: The caller's declaration has this parameter.
        let known = entry.with {
            unsafeDowncast($0.parameter, to: AnyParameter.Typed<P>.self).value
        }
        with { $0.lock.unlock() }
        // Another parameter with the same hash takes the slow path.
        guard hashing.with({ $0.areEqual(known, parameter) }) else { throw Miss() }
        return instance
    }
}

extension ParameterCells {
    /// The cell of one parameter.
    final class Entry: @unchecked Sendable {
        let parameter: AnyParameter
        let hash: Int
        // SAFETY: The variables are reached only under the lock of the table's `ParameterCells`, or before the entry is in a
        // table.
        /// The next entry with the same hash.
        fileprivate unowned var next: Entry?
        @exclusivity(unchecked) var state: CellState
        /// Whether the resolution that added it has yet to claim it. Such an entry is not evicted.
        @exclusivity(unchecked) var isNew: Bool

        init(_ parameter: AnyParameter, hash: Int, _ state: consuming CellState = CellState(), isNew: Bool = true) {
            self.parameter = parameter
            self.hash = hash
            self.state = state
            self.isNew = isNew
        }
    }

    /// The hash of a parameter.
    private struct Hash: Hashable {
        let value: Int

        // The value is one of `Hasher`. Without this, the standard library would hash it once more.
        func _rawHashValue(seed: Int) -> Int { value }
    }

    /// Entries by the hashes of their parameters: a value that neither hashes nor compares a parameter.
    ///
    /// Adding an entry checks two others for eviction. So an addition takes constant time on average, and the unneeded
    /// entries never outnumber the needed ones by more than a few.
    struct Table {
        private(set) var entries: [Entry] = []
        /// The last entry with each hash, which leads to the earlier ones.
        // SAFETY: `entries` retains all of them. A hit must not retain one.
        private var lists: [Hash: Borrowed<Entry>] = [:]
        /// The clock hand of eviction: one more than the index of the entry to check next, or 0 to restart at the last one.
        /// Moving downwards, it has already checked the entry that replaces an evicted one.
        private var hand = 0
        /// Changes with each change of the table.
        private(set) var version = 0
        /// The time to live of the last resolution that added an entry.
        var timeToLive: TimeToLive?

        /// An entry with a hash.
        @inline(__always)
        func first(hash: Int) -> Borrowed<Entry>? { lists[Hash(value: hash)] }

        /// All entries with a hash.
        func candidates(hash: Int) -> [Entry] {
            guard let last = first(hash: hash)?.object else { return [] }
            return Array(sequence(first: last, next: \.next))
        }

        mutating func add(_ entry: Entry) {
            version += 1
            entries.append(entry)
            entry.next = first(hash: entry.hash)?.object
            lists[Hash(value: entry.hash)] = Borrowed(entry)
        }

        mutating func replaceEntries(by others: [Entry]) {
            let (version, timeToLive) = (version, timeToLive)
            self = Table()
            entries.reserveCapacity(others.count)
            lists.reserveCapacity(others.count)
            others.forEach { add($0) }
            // Unlike all versions before.
            self.version += version + 1
            self.timeToLive = timeToLive
        }

        // MARK: - Eviction

        /// The evicted entries, and the objects that were retained to check for them. The caller releases both after unlocking.
        struct Evicted {
            fileprivate(set) var entries: [(entry: Entry, content: CellState.Content)] = []
            fileprivate(set) var retained: [AnyObject] = []

            /// Lets the instances of a declaration know why they are dropped. Called without the lock.
            func note(of declaration: Declaration?) {
                for (_, content) in entries { content.noteEviction(of: declaration) }
            }
        }

        /// Checks the next two entries, and evicts those that are not needed.
        mutating func evictSome(_ expiry: TimeToLive.Expiry?) -> Evicted { evict(min(2, entries.count), expiry) }

        /// Checks all entries, and evicts those that are not needed.
        mutating func evictAll(_ expiry: TimeToLive.Expiry?) -> Evicted {
            hand = 0
            let evicted = evict(entries.count, expiry)
            // Shrink the table.
            if entries.count < lists.capacity / 2 { replaceEntries(by: entries) }
            return evicted
        }

        /// Checks the next entries, and evicts those that are not needed.
        private mutating func evict(_ count: Int, _ expiry: TimeToLive.Expiry?) -> Evicted {
            var evicted = Evicted()
            for _ in 0..<count {
                if hand == 0 { hand = entries.count }
                hand -= 1
                let entry = entries[hand]
                guard !entry.isNew, !entry.state.isNeeded(expiry, retainingIn: &evicted.retained) else { continue }
                version += 1
                unlink(entry)
                entries.swapAt(hand, entries.count - 1)
                entries.removeLast()
                evicted.entries.append((entry, entry.state.replace(with: .retired)))
            }
            return evicted
        }

        private mutating func unlink(_ entry: Entry) {
            let others = candidates(hash: entry.hash)
            if let successor = others.first(where: { $0.next === entry }) {
                successor.next = entry.next
            } else {
                lists[Hash(value: entry.hash)] = entry.next.map { Borrowed($0) }
            }
            entry.next = nil
        }
    }
}
