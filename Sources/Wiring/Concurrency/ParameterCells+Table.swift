extension ParameterCells {
    /// Entries by the hashes of their parameters: a value that neither hashes nor compares a parameter.
    ///
    /// This is linear hashing with chained buckets. There are as many buckets as there were ever entries. Adding an entry
    /// splits one bucket and checks two others for eviction, so no step takes long, and the unneeded entries never outnumber
    /// the needed ones by more than a few.
    struct Table {
        private(set) var entries: [Entry] = []
        // SAFETY: The entries of all chains are in `entries`.
        private var buckets: [Unmanaged<Entry>?] = []
        /// The smallest power of two above the last bucket's index, minus one.
        private var mask = 0
        /// The clock hand of eviction: one more than the index of the entry to check next, or 0 to restart at the last one.
        /// Moving downwards, it has already checked the entry that replaces an evicted one.
        private var hand = 0
        /// Changes with each change of the table.
        private(set) var version = 0
        /// The time to live of the last resolution that added an entry.
        var seconds: Double?

        /// The first entry with a hash.
        func first(hash: Int) -> Unmanaged<Entry>? {
            var next = chain(of: hash)
            while let entry = next {
                if entry._withUnsafeGuaranteedRef({ $0.hash == hash }) { return entry }
                next = entry._withUnsafeGuaranteedRef(\.next)
            }
            return nil
        }

        /// All entries with a hash.
        func candidates(hash: Int) -> [Entry] {
            var candidates: [Entry] = []
            var next = chain(of: hash)
            while let entry = next {
                if entry._withUnsafeGuaranteedRef({ $0.hash == hash }) {
                    candidates.append(entry.takeUnretainedValue())
                }
                next = entry._withUnsafeGuaranteedRef(\.next)
            }
            return candidates
        }

        mutating func add(_ entry: Entry) {
            version += 1
            entries.append(entry)
            if entries.count > buckets.count { splitBucket() }
            link(.passUnretained(entry))
        }

        mutating func replaceEntries(by others: [Entry]) {
            let (version, seconds) = (version, seconds)
            self = ParameterCells.Table()
            entries.reserveCapacity(others.count)
            buckets.reserveCapacity(others.count)
            others.forEach { add($0) }
            // Unlike all versions before.
            self.version += version + 1
            self.seconds = seconds
        }

        // MARK: - Eviction

        /// The evicted entries, and the objects that were retained to check for them. The caller releases both after unlocking.
        struct Evicted {
            fileprivate(set) var entries: [(entry: Entry, content: CellState.Content)] = []
            fileprivate(set) var retained: [AnyObject] = []
        }

        /// Checks the next two entries, and evicts those that are not needed.
        mutating func evictSome(_ timeToLive: Cell.TimeToLive?) -> Evicted {
            var evicted = Evicted()
            for _ in 0..<min(2, entries.count) { checkNext(timeToLive, &evicted) }
            return evicted
        }

        /// Checks all entries, and evicts those that are not needed.
        mutating func evictAll(_ timeToLive: Cell.TimeToLive?) -> Evicted {
            var evicted = Evicted()
            hand = 0
            for _ in 0..<entries.count { checkNext(timeToLive, &evicted) }
            // Shrink the table.
            if entries.count < buckets.count / 2 { replaceEntries(by: entries) }
            return evicted
        }

        private mutating func checkNext(_ timeToLive: Cell.TimeToLive?, _ evicted: inout Evicted) {
            if hand == 0 { hand = entries.count }
            hand -= 1
            let entry = entries[hand]
            guard !entry.isNew, !entry.state.isNeeded(timeToLive, retainingIn: &evicted.retained) else { return }
            version += 1
            unlink(entry)
            entries.swapAt(hand, entries.count - 1)
            entries.removeLast()
            evicted.entries.append((entry, entry.state.replace(with: .retired)))
        }

        // MARK: - Buckets

        @inline(__always)
        private func chain(of hash: Int) -> Unmanaged<Entry>? {
            buckets.isEmpty ? nil : buckets[bucket(of: hash)]
        }

        /// The bucket of a hash. A bucket that has not been split yet also holds the entries of its successor.
        @inline(__always)
        private func bucket(of hash: Int) -> Int {
            let index = hash & mask
            return index < buckets.count ? index : index & (mask >> 1)
        }

        /// Adds a bucket, and moves entries to it from one other.
        private mutating func splitBucket() {
            let new = buckets.count
            if new > mask { mask = mask << 1 | 1 }
            buckets.append(nil)
            guard new > 0 else { return }
            let old = new & (mask >> 1)
            var next = buckets[old]
            buckets[old] = nil
            while let entry = next {
                next = entry._withUnsafeGuaranteedRef(\.next)
                link(entry)
            }
        }

        // SAFETY: The entry is in `entries`, which retains it.
        private mutating func link(_ entry: Unmanaged<Entry>) {
            let bucket = bucket(of: entry._withUnsafeGuaranteedRef(\.hash))
            let first = buckets[bucket]
            entry._withUnsafeGuaranteedRef { $0.next = first }
            buckets[bucket] = entry
        }

        private mutating func unlink(_ entry: Entry) {
            let bucket = bucket(of: entry.hash)
            var next = buckets[bucket]
            buckets[bucket] = nil
            // Link the other entries of the chain again.
            while let other = next {
                next = other._withUnsafeGuaranteedRef(\.next)
                if other.toOpaque() != Unmanaged.passUnretained(entry).toOpaque() { link(other) }
            }
        }
    }
}
