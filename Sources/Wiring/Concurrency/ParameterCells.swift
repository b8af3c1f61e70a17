/// The instances of one declaration for parameters. All of them share one lock.
final class ParameterCells: @unchecked Sendable {
    // SAFETY: The table and its entries' states are reached only under the lock.
    private let lock = Lock()
    @exclusivity(unchecked) private var table = ParameterCells.Table()

    @inline(__always)
    private func withTable<Result>(_ body: (inout ParameterCells.Table) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&table)
    }

    /// Runs `body` with exclusive access to the state of an entry.
    @inline(__always)
    func withState<Result>(of entry: ParameterCells.Entry, _ body: (inout CellState) -> Result) -> Result {
        withTable { _ in
            entry.isNew = false
            return body(&entry.state)
        }
    }

    /// The entry for a parameter. Adding one evicts some entries that are no longer needed.
    ///
    /// - Parameter policy: How the caller stores an instance.
    func entry(
        for parameter: AnyParameter,
        _ hashing: AnyParameterHashing,
        _ policy: Cell.Policy
    ) -> ParameterCells.Entry {
        // `hash(into:)` and `==` are the user's code, so both run without the lock.
        let hash = hashing.hash(of: parameter)
        while true {
            let (version, candidates) = withTable { ($0.version, $0.candidates(hash: hash)) }
            if let known = candidates.first(where: { hashing.areEqual($0.parameter, parameter) }) { return known }
            let entry = ParameterCells.Entry(parameter, hash: hash)
            let timeToLive = policy.timeToLive()
            let evicted = withTable { table -> ParameterCells.Table.Evicted? in
                // Another thread may have added an entry for an equal parameter.
                guard table.version == version else { return nil }
                table.seconds = policy.seconds
                let evicted = table.evictSome(timeToLive)
                table.add(entry)
                return evicted
            }
            // The evicted entries are released here, without the lock.
            if evicted != nil { return entry }
        }
    }

    /// Evicts all entries that are no longer needed, and returns them. Instances expire by the time to live of the last
    /// resolution that added an entry.
    func evict() -> DeferredRelease {
        withTable { table in
            table.evictAll(table.seconds.map { Cell.TimeToLive(seconds: $0, now: MonotonicTime.now) })
        }
    }

    /// The number of entries.
    var count: Int { withTable(\.entries.count) }

    /// Clears entries, and returns what was there. Entries that are empty afterwards are removed.
    func clear(_ clearing: Cell.Clearing) -> DeferredRelease {
        withTable { table -> DeferredRelease in
            var contents: [CellState.Content] = []
            if case .constructions = clearing {
                for entry in table.entries { contents.append(entry.state.clear(clearing)) }
                return contents
            }
            let old = table.entries
            let remaining = old.filter { entry in
                switch clearing {
                case .scope(let scope): if let other = entry.state.content.scope, other != scope { return true }
                case .stopped: if entry.state.content.stored?.hasStopped != true { return true }
                case .everything, .constructions: break
                }
                contents.append(entry.state.replace(with: .retired))
                return false
            }
            table.replaceEntries(by: remaining)
            return (old, contents)
        }
    }

    // MARK: - Snapshots

    typealias Snapshot = [(entry: ParameterCells.Entry, stored: StoredInstance, used: Duration?)]

    /// The instances, without constructions under way.
    func snapshot() -> Snapshot {
        withTable { table in
            var snapshot: Snapshot = []
            snapshot.reserveCapacity(table.entries.count)
            for entry in table.entries {
                if case .full(let stored, let used) = entry.state.snapshot { snapshot.append((entry, stored, used)) }
            }
            return snapshot
        }
    }

    /// Replaces all entries by a snapshot, and returns the previous ones.
    func restore(_ snapshot: Snapshot) -> DeferredRelease {
        let entries = snapshot.map { ParameterCells.Entry($0.entry, $0.stored, used: $0.used) }
        return withTable { table in
            let old = table.entries
            let contents = old.map { $0.state.replace(with: .retired) }
            table.replaceEntries(by: entries)
            return (old, contents)
        }
    }

    // MARK: - Hits

    @inline(__always)
    fileprivate func beginRead() { lock.lock() }

    /// The first entry with a hash. The caller has called ``beginRead()``.
    @inline(__always)
    fileprivate func first(_ hash: Int) -> Unmanaged<ParameterCells.Entry>? { table.first(hash: hash) }

    @inline(__always)
    fileprivate func endRead() { lock.unlock() }
}

// SAFETY: The caller knows that the cells and the hashing exist until the call returns.
extension Unmanaged where Instance == ParameterCells {
    /// The instance for a parameter, if there is one for this scope. Takes the lock; hashing the parameter comes before it,
    /// comparing it after it. A time to live is not checked.
    ///
    /// - Parameter awaitsStart: As for ``Swift/Unmanaged/value(_:scope:awaitsStart:mayStart:)``.
    func value<P, Value>(
        for parameter: P,
        _ hashing: Unmanaged<ParameterHashing<P>>,
        _ type: Value.Type,
        scope: ScopeID,
        awaitsStart: Bool,
        mayStart: Bool
    ) throws(Miss) -> Value {
        let hash = hashing._withUnsafeGuaranteedRef { $0.hash(parameter) }
        // Each closure is small enough to be inlined, so nothing is retained needlessly.
        _withUnsafeGuaranteedRef { $0.beginRead() }
        guard let entry = _withUnsafeGuaranteedRef({ $0.first(hash) }),
            let stored = entry._withUnsafeGuaranteedRef({ $0.state.reference(for: scope) }),
            !stored.isWeak, stored.isHit(awaitsStart: awaitsStart, mayStart: mayStart)
        else {
            _withUnsafeGuaranteedRef { $0.endRead() }
            throw Miss()
        }
        let instance = stored.strongValue(Value.self)
        // SAFETY: The caller's declaration has this parameter.
        let known = entry._withUnsafeGuaranteedRef {
            Unmanaged<TypedParameter<P>>.passRetained(unsafeDowncast($0.parameter, to: TypedParameter<P>.self))
        }
        _withUnsafeGuaranteedRef { $0.endRead() }
        let isSame = hashing._withUnsafeGuaranteedRef { hashing in
            known._withUnsafeGuaranteedRef { hashing.areEqual($0.value, parameter) }
        }
        known.release()
        // Another parameter with the same hash takes the slow path.
        guard isSame else { throw Miss() }
        return instance
    }
}
