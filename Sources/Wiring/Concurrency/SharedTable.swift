/// The entries of a container or a singleton scope, which it may share with copies.
///
/// A table that was never copied, and is no copy, costs no more than its ``DeclarationTable``.
struct SharedTable<Entry: Instances>: ~Copyable, Sendable {
    /// The entries that this table has, without those that it has yet to take over.
    let own = DeclarationTable<Entry>()
    private let lazySharing = LazyReference<Sharing>()

    init() {}

    /// The entry for a declaration, if there is one. It lives as long as the table.
    @inline(__always)
    func find(_ declaration: Declaration) -> Borrowed<Entry>? {
        own.find(declaration) ?? findShared(declaration)
    }

    @inline(never)
    private func findShared(_ declaration: Declaration) -> Borrowed<Entry>? {
        guard let sharing = lazySharing.unretained else { return nil }
        sharing.with { $0.meet($0, .take(declaration)) }
        return own.find(declaration)
    }

    /// The entry for a declaration, created by `make` if there is none: see ``DeclarationTable/find(_:orInsert:)``.
    func find(_ declaration: Declaration, orInsert make: (Declaration) -> Entry) -> Entry {
        find(declaration)?.object ?? own.find(declaration, orInsert: make)
    }

    /// All entries. A copy takes over all of them.
    var entries: [Entry] {
        lazySharing.unretained?.with { $0.meet($0, .takeAll) }
        return own.entries
    }

    // MARK: - Sharing

    /// Whether this is a copy, or has been copied.
    var isShared: Bool { lazySharing.unretained != nil }

    /// Whether there has been no entry, so that a copy has nothing to take over.
    var isNew: Bool { own.current == nil && !isShared }

    /// What this table shares, made when it first does.
    func sharing(orMake make: () -> Sharing) -> Sharing { lazySharing.object(orMake: make) }

    /// Lets all copies take over an entry of this table, which is about to change. Called without its lock.
    @inline(__always)
    func preserve(_ declaration: Declaration) { if Sharing.exists { preserveShared(declaration) } }

    @inline(never)
    private func preserveShared(_ declaration: Declaration) {
        // SAFETY: The table retains its entries.
        guard let entry = own.find(declaration)?.object else { return }
        lazySharing.unretained?.with { $0.meet($0, .preserve(entry)) }
    }

    /// All entries, before a change of all of them. Copies take over all of them.
    var entriesToChange: [Entry] {
        let entries = entries
        lazySharing.unretained?.with { $0.meet($0, .preserveAll) }
        return entries
    }

    /// Lets copies take over what they need. The owner calls this before it is freed.
    func end() { lazySharing.unretained?.with { $0.meet($0, .end) } }
}
