/// What a table shares with the tables that were copied from it, and with the saved states of a container.
///
/// A copy is made in constant time. It takes over an entry when it first needs it, or just before the original changes it. So an entry that
/// a copy has yet to take over is as it was when the copy was made. Neither keeps the other alive: when the original ends, its copies take
/// over the rest.
///
/// A change first lets the copies take over the entry, and then takes the entry's lock. A copy that another thread makes in between has the
/// entry as it was before the change, or as it is afterwards.
final class Sharing: @unchecked Sendable {
    // SAFETY: The variables are reached only under the lock, except for the source, which is set before another thread has the copy, and
    // cleared when none has it any longer. The owner of the table ends its use of this before it is freed. Other threads reach only its
    // table, so that none of them releases it.

    /// What a table preserves for a copy, or for a saved state.
    final class Share {
        /// The entries that the copy has yet to take over, as they were.
        let preserved = DeclarationTable<Instances>()
        /// The table of the copy, which has what it has taken over.
        fileprivate let copy: Table?

        fileprivate init(for copy: Table?) { self.copy = copy }
    }

    /// What a table asks of this.
    enum Request {
        /// Takes over all entries.
        case takeAll
        /// Lets all copies take over everything that they have yet to take over.
        case preserveAll
        /// Ends the use of the table. The owner asks for it before it is freed.
        case end
    }

    /// Whether any table is shared. A thread that knows of a copy, because something orders it after the copying, sees its share.
    @inline(__always)
    static var exists: Bool { ProcessCount.sharedTables.ordered != 0 }

    private let lock = Lock()
    @exclusivity(unchecked) private var shares: [Share] = []
    /// `nil` once the owner has ended.
    @exclusivity(unchecked) private var table: Table?
    /// Copies the entry of a declaration, if there is one, for another table. Called under the lock.
    private let copy: (Declaration, Instances?) -> Instances
    /// Adds an entry to the table, unless it has one for the declaration. Does not retain the owner, which the caller has.
    private let adopt: (Instances) -> Void

    /// The original of this copy, and what that preserves for it.
    @exclusivity(unchecked) private var source: (original: Sharing, share: Share)?
    /// Whether this is a copy that has yet to take over something.
    private let isPending = AtomicWord()

    // Stored, so that a program that copies nothing does not keep what copies.

    /// Takes over the entry of a declaration.
    let take: (Sharing, Declaration) -> Void
    /// Lets all copies take over an entry. Called before it changes, without its lock.
    let preserve: (Sharing, Instances) -> Void
    let meet: (Sharing, Request) -> Void

    init(_ table: Table, copy: @escaping (Declaration, Instances?) -> Instances, adopt: @escaping (Instances) -> Void) {
        (self.table, self.copy, self.adopt) = (table, copy, adopt)
        take = { $0.takeOver($1) }
        preserve = { original, entry in
            original.lock.withLock { for share in original.shares { original.preserve(entry, in: share) } }
        }
        meet = { sharing, request in
            switch request {
            case .takeAll: sharing.takeAll()
            case .preserveAll: sharing.lock.withLock { sharing.handOver() }
            case .end: sharing.end()
            }
        }
    }

    // MARK: - Originals

    /// Makes a new table a copy of this one.
    func add(_ copy: Sharing) {
        // The copy of a copy has the same original, and begins with what that copy has taken over.
        if let source, let share = source.original.share(for: copy.table, beside: self, source.share) {
            copy.source = (source.original, share)
        } else {
            takeAll()
            copy.source = (self, share(for: copy.table))
        }
        copy.isPending.set(1)
    }

    /// A new share, which begins with the current entries.
    ///
    /// - Parameters:
    ///   - copy: The table of a copy; `nil` for a saved state.
    ///   - earlier: The share of the previous saved state. Nothing is preserved for it until this one ends.
    func share(for copy: Table? = nil, after earlier: Share? = nil) -> Share {
        lock.withLock {
            if let earlier { forget(earlier) }
            return add(Share(for: copy))
        }
    }

    /// The same for a copy of a copy; `nil` if that has taken over everything, or much.
    private func share(for copy: Table?, beside sibling: Sharing, _ share: Share) -> Share? {
        lock.withLock {
            guard sibling.isPending.current != 0 else { return nil }
            for entry in share.preserved.entries { sibling.adopt(entry) }
            // With the lock of the copy, its next changes wait until all of its entries have been copied.
            return sibling.lock.withLock {
                guard let entries = sibling.table?.entries, entries.count <= 32 else { return nil }
                let share = add(Share(for: copy))
                for entry in entries { preserve(entry, in: share) }
                return share
            }
        }
    }

    private func add(_ share: Share) -> Share {
        shares.append(share)
        ProcessCount.sharedTables.increment()
        return share
    }

    /// Ends a share.
    ///
    /// - Parameter earlier: The share of the previous saved state. It receives what was preserved for this one, unless it has older entries.
    func remove(_ share: Share, before earlier: Share? = nil) {
        lock.withLock {
            forget(share)
            guard let earlier else { return }
            for entry in share.preserved.entries { _ = earlier.preserved.insert(entry) }
            _ = add(earlier)
        }
    }

    private func forget(_ share: Share) {
        guard let index = shares.firstIndex(where: { $0 === share }) else { return }
        shares[index] = shares[shares.count - 1]
        shares.removeLast()
        // The array of many copies does not outlive them.
        if shares.isEmpty, shares.capacity > 8 { shares = [] }
        ProcessCount.sharedTables.decrement()
    }

    private func handOver() {
        guard !shares.isEmpty, let entries = table?.entries else { return }
        for share in shares { for entry in entries { preserve(entry, in: share) } }
    }

    /// Preserves an entry, unless the copy has taken it over.
    private func preserve(_ entry: Instances, in share: Share) {
        let declaration = entry.declaration
        guard share.preserved.find(declaration) == nil, share.copy?.find(declaration) == nil else { return }
        _ = share.preserved.insert(copy(declaration, entry))
    }

    private func end() {
        // Under the lock of the original, which was free after the last read of the source: the thread sanitizer sees that order.
        if let (original, share) = source { original.remove(share) }
        // Copies of this may have it for long, and need nothing of its original.
        source = nil
        lock.withLock {
            handOver()
            while let share = shares.last { forget(share) }
            table = nil
        }
    }

    // MARK: - Copies

    private func takeOver(_ declaration: Declaration) {
        whilePending {
            // Another thread may have taken it over meanwhile.
            guard table?.find(declaration) == nil else { return }
            adopt($1.preserved.find(declaration)?.object ?? $0.copy(declaration, $0.table?.find(declaration)))
        }
    }

    private func takeAll() {
        whilePending { original, share in
            for entry in original.table?.entries ?? [] { original.preserve(entry, in: share) }
            for entry in share.preserved.entries { adopt(entry) }
            original.forget(share)
            isPending.set(0)
        }
    }

    /// Runs `body` under the original's lock, unless this is not a copy, or has taken over everything.
    private func whilePending(_ body: (_ original: Sharing, Share) -> Void) {
        guard isPending.current != 0, let (original, share) = source else { return }
        // Checked again, because another thread may have taken over everything meanwhile. Then the original preserves nothing for this.
        original.lock.withLock { if isPending.current != 0 { body(original, share) } }
    }
}
