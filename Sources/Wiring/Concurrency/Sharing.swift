/// What a table shares with the tables that were copied from it, and with the saved states of a container.
///
/// A copy is made in constant time. It takes over an entry when it first needs it. Just before the original changes an entry, it preserves
/// that in its last version, which is that of the copies made since its last change. So a copy finds an entry as it was in its own version,
/// in a later one, or else in the original. Neither keeps the other alive: when the original ends, the last version has all of its entries.
///
/// A change first preserves the entry, and then takes the entry's lock. A copy that another thread makes in between has the entry as it was
/// before the change, or as it is afterwards.
final class Sharing: @unchecked Sendable {
    // SAFETY: The variables are reached only under the lock, except for the source, which is set before another thread has the copy, and
    // cleared when none has it any longer. The owner of the table ends its use of this before it is freed. Other threads reach only its
    // table, so that none of them releases it.

    /// What a table was like at one moment, apart from the entries that have not changed since. The later versions of a table have some of
    /// those that have, which stay until each copy that needs them has taken them over, or until the copies of that version have ended.
    final class Version {
        /// Entries that have changed since, as they were.
        let preserved = DeclarationTable<Instances>()
        /// The tables of the copies that began with this, and have yet to take over something.
        @exclusivity(unchecked) fileprivate var copies: [Table] = []
        fileprivate var earlier: Version?
        fileprivate var later: Version?

        fileprivate init(after earlier: Version? = nil) { self.earlier = earlier }

        /// Whether a copy finds the entry of a declaration here, or would if this had it.
        fileprivate func isNeeded(_ declaration: Declaration) -> Bool {
            var next: Version? = self
            while let version = next {
                // The last copies first, because they have probably taken over the least.
                if version.copies.reversed().contains(where: { $0.find(declaration) == nil }) { return true }
                next = version.earlier.flatMap { $0.preserved.find(declaration) == nil ? $0 : nil }
            }
            return false
        }

        /// Gives another version what this has, unless that has older entries.
        fileprivate func handDown(to earlier: Version) {
            for entry in preserved.entries { _ = earlier.preserved.insert(entry) }
        }
    }

    /// What a table asks of this.
    enum Request {
        /// Takes over the entry of a declaration.
        case take(Declaration)
        /// Preserves an entry, before it changes. Called without its lock.
        case preserve(Instances)
        /// Takes over all entries.
        case takeAll
        /// Takes over all entries, and preserves them.
        case preserveAll
        /// Ends the use of the table. The owner asks for it before it is freed.
        case end
    }

    /// Whether any table is shared. A thread that knows of a copy, because something orders it after the copying, sees this.
    @inline(__always)
    static var exists: Bool { ProcessCount.sharedTables.ordered != 0 }

    private let lock = Lock()
    /// What is reached only under the lock. The table of a copy is read under that of its original, too.
    private struct State {
        /// The last version that a copy has.
        var last: Version?
        /// The last saved state.
        var saved: Version?
        var isCounted = false
        /// `nil` once the owner has ended.
        var table: Table?
    }

    @exclusivity(unchecked) private var state: State
    /// Copies the entry of a declaration, if there is one, for another table. Called under the lock.
    private let copy: (Declaration, Instances?) -> Instances
    /// Empties an entry that nobody needs any longer. Called under the lock.
    private let empty: (Instances) -> DeferredRelease
    // SAFETY: Only a thread that uses the owner reaches it.
    private unowned(unsafe) let owner: AnyObject
    /// Adds an entry to the owner's table, unless it has one for the declaration.
    private let adopt: (_ owner: AnyObject, Instances) -> Void

    /// The original of this copy, and the version that it began with.
    @exclusivity(unchecked) private var source: (original: Sharing, version: Version)?
    /// Whether this is a copy that has yet to take over something.
    private let isPending = AtomicWord()

    // Stored, so that a program that copies nothing does not keep what copies.
    let meet: (Sharing, Request) -> Void

    init(
        _ table: Table,
        of owner: AnyObject,
        copy: @escaping (Declaration, Instances?) -> Instances,
        empty: @escaping (Instances) -> DeferredRelease,
        adopt: @escaping (_ owner: AnyObject, Instances) -> Void
    ) {
        (state, self.owner) = (State(table: table), owner)
        (self.copy, self.empty, self.adopt) = (copy, empty, adopt)
        meet = { sharing, request in
            switch request {
            case .take(let declaration): sharing.whilePending { sharing.takeOver(declaration, $0, $1) }
            case .preserve(let entry): sharing.lock.withLock { sharing.preserve(entry) }
            case .takeAll: sharing.takeAll()
            case .preserveAll:
                sharing.takeAll()
                sharing.lock.withLock { sharing.preserveAll() }
            case .end: sharing.end()
            }
        }
    }

    // MARK: - Originals

    /// Makes a new table a copy of this one.
    func add(_ copy: Sharing) {
        // The copy of a copy has the same original, and begins with what that copy has taken over.
        if let source, source.original.add(copy, beside: self, source.version) { return }
        takeAll()
        lock.withLock {
            // The last version, unless something has changed since.
            let version = state.last.flatMap { $0.preserved.current == nil ? $0 : nil } ?? Version(after: state.last)
            if version !== state.last {
                state.last?.later = version
                state.last = version
            }
            begin(copy, with: version)
        }
    }

    /// The same for a copy of a copy; false if that has taken over everything, or much.
    private func add(_ copy: Sharing, beside sibling: Sharing, _ version: Version) -> Bool {
        lock.withLock {
            guard sibling.isPending.current != 0 else { return false }
            // With the lock of the copy, its next changes wait until all of its entries have been copied.
            return sibling.lock.withLock {
                guard let entries = sibling.state.table?.entries, entries.count <= 32 else { return false }
                for entry in entries { copy.adopt(copy.owner, sibling.copy(entry.declaration, entry)) }
                begin(copy, with: version)
                return true
            }
        }
    }

    private func begin(_ copy: Sharing, with version: Version) {
        if let table = copy.state.table { version.copies.append(table) }
        count()
        copy.source = (self, version)
        copy.isPending.set(1)
    }

    /// Ends what a copy needs of a version. Without copies, an earlier version takes over what it has preserved.
    ///
    /// - Returns: What nobody needs any longer, which the caller releases.
    private func leave(_ version: Version, _ copy: Sharing) -> DeferredRelease {
        defer { count() }
        if let index = version.copies.lastIndex(where: { $0 == copy.state.table }) {
            version.copies.swapAt(index, version.copies.count - 1)
            version.copies.removeLast()
        }
        // What the copy has taken over, it has not needed since.
        let needed = version.preserved.entries.filter { copy.state.table?.find($0.declaration) == nil }
        let released = emptyUnneeded(among: needed, of: version)
        guard version.copies.isEmpty else { return released }
        // The array of many copies does not outlive them.
        if version.copies.capacity > 8 { version.copies = [] }
        // The only version is kept for the next copy, if nothing has changed.
        guard version.preserved.current != nil || version.earlier != nil || version.later != nil else {
            return released
        }
        let (earlier, later) = (version.earlier, version.later)
        earlier?.later = later
        later?.earlier = earlier
        (version.earlier, version.later) = (nil, nil)
        if state.last === version { state.last = earlier }
        if let earlier { version.handDown(to: earlier) }
        // Its copies may have been the last ones that needed what the later version has.
        return (released, later.map { emptyUnneeded(among: $0.preserved.entries, of: $0) })
    }

    private func emptyUnneeded(among entries: [Instances], of version: Version) -> DeferredRelease {
        entries.map { version.isNeeded($0.declaration) ? () : empty($0) }
    }

    /// Saves the entries, from now on. Nothing is preserved for the previous saved state until this one ends.
    func save() -> Version {
        lock.withLock {
            let version = Version()
            state.saved = version
            count()
            return version
        }
    }

    /// Ends a saved state, if it is the last one.
    ///
    /// - Parameter earlier: The previous saved state. It receives what was preserved for this one, unless it has older entries.
    func remove(_ version: Version, before earlier: Version? = nil) {
        lock.withLock {
            guard state.saved === version else { return }
            state.saved = earlier
            if let earlier { version.handDown(to: earlier) }
            count()
        }
    }

    /// Counts the table while it is shared. Called whenever that may have changed. The lock orders a later copy after the first one, which is
    /// counted.
    private func count() {
        let (last, saved) = (state.last, state.saved)
        let isShared = state.table != nil && (saved != nil || last?.copies.isEmpty == false || last?.earlier != nil)
        guard isShared != state.isCounted else { return }
        state.isCounted = isShared
        if isShared { ProcessCount.sharedTables.increment() } else { ProcessCount.sharedTables.decrement() }
    }

    private func preserveAll() {
        guard state.saved != nil || state.last != nil else { return }
        for entry in state.table?.entries ?? [] { preserve(entry) }
    }

    /// Preserves an entry in the last version, if a copy needs it, and in the last saved state.
    private func preserve(_ entry: Instances) {
        func preserve(in version: Version) {
            let declaration = entry.declaration
            guard version.preserved.find(declaration) == nil, version === state.saved || version.isNeeded(declaration)
            else { return }
            _ = version.preserved.insert(copy(declaration, entry))
        }
        state.last.map(preserve)
        state.saved.map(preserve)
    }

    private func end() {
        // Under the lock of the original, which was free after the last read of the source: the thread sanitizer sees that order.
        if let (original, version) = source {
            _ = original.lock.withLock { isPending.current != 0 ? original.leave(version, self) : () }
        }
        // Copies of this may have it for long, and need nothing of its original.
        source = nil
        lock.withLock {
            state.saved = nil
            preserveAll()
            state.table = nil
            count()
        }
    }

    // MARK: - Copies

    /// Takes over an entry as it was in a version of the original, unless another thread has done so meanwhile.
    private func takeOver(_ declaration: Declaration, _ original: Sharing, _ version: Version) -> DeferredRelease {
        guard state.table?.find(declaration) == nil else { return () }
        var next: Version? = version
        while let version = next {
            if let found = version.preserved.find(declaration)?.object {
                adopt(owner, original.copy(declaration, found))
                return version.isNeeded(declaration) ? () : original.empty(found)
            }
            next = version.later
        }
        return adopt(owner, original.copy(declaration, original.state.table?.find(declaration)))
    }

    private func takeAll() {
        whilePending { original, version in
            var (next, entries) = (Version?.some(version), original.state.table?.entries ?? [])
            while let version = next { (entries, next) = (entries + version.preserved.entries, version.later) }
            let released = entries.map { takeOver($0.declaration, original, version) }
            defer { isPending.set(0) }
            return (entries, released, original.leave(version, self))
        }
    }

    /// Runs `body` under the original's lock, unless this is not a copy, or has taken over everything. Then releases what it returns.
    private func whilePending(_ body: (_ original: Sharing, Version) -> DeferredRelease) {
        guard isPending.current != 0, let (original, version) = source else { return }
        // Checked again, because another thread may have taken over everything meanwhile. Then the original preserves nothing for this.
        _ = original.lock.withLock { isPending.current != 0 ? body(original, version) : () }
    }
}
