/// Finds the entry of a declaration without a lock. The table only grows.
///
/// A full array is replaced by a larger one, and freed with the table, because a reader may still be in it. All arrays together
/// take less than twice the memory of the last one.
struct DeclarationTable<Entry: Instances>: ~Copyable, Sendable {
    /// The address of the current array, which retains each entry; 0 if there is none.
    private let address = AtomicWord()
    /// Changes under the lock.
    private let count = AtomicWord()
    private let lock = Lock()

    init() {}

    deinit {
        // SAFETY: No other thread has the table any more, and each entry was retained once, when it was inserted.
        guard let current else { return }
        current.forEach { Borrowed<Entry>(at: $0).release() }
        current.free()
    }

    /// The array to search, valid as long as the table; `nil` if there is none.
    @inline(__always)
    var current: AtomicPointerTable? { AtomicPointerTable(address: address.current) }

    /// The entry for a declaration, if there is one. Takes no lock. The entry lives as long as the table.
    @inline(__always)
    func find(_ declaration: Declaration) -> Borrowed<Entry>? {
        current.flatMap { Self.find(declaration, in: $0) { $0 == declaration } }
    }

    /// The entry for a declaration whose literals have the same addresses as those that the entry was created with.
    ///
    /// - Parameter table: The ``current`` array.
    /// - Returns: `nil` also if the same declaration's literals have other addresses.
    @inline(__always)
    static func findIdentical(_ declaration: Declaration, in table: AtomicPointerTable) -> Borrowed<Entry>? {
        find(declaration, in: table) { $0.isIdentical(to: declaration) }
    }

    /// The entry for a declaration, created by `make` if there is none.
    ///
    /// - Parameter make: May run on several threads at once. All results but the first are released, so it must only initialize an
    ///   entry.
    func find(_ declaration: Declaration, orInsert make: (Declaration) -> Entry) -> Entry {
        // SAFETY: The table outlives this call, and an entry is never removed.
        (find(declaration) ?? insert(make(declaration)) ?? find(declaration))!.object
    }

    /// Inserts an entry, unless there is one for its declaration.
    ///
    /// - Returns: The entry; `nil` if there is one already.
    func insert(_ entry: consuming Entry) -> Borrowed<Entry>? {
        let new = Borrowed.retaining(entry)
        // SAFETY: It is released by `deinit`, or below.
        let declaration = new.with(\.declaration)
        lock.lock()
        guard find(declaration) == nil else {
            lock.unlock()
            new.release()
            return nil
        }
        let table = tableWithRoom()
        table.insert(new.address, declaration.hash)
        address.set(table.address)
        lock.unlock()
        return new
    }

    /// All entries.
    var entries: [Entry] { current.map(Self.entries) ?? [] }

    fileprivate static func entries(in table: AtomicPointerTable) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(table.capacity)
        // SAFETY: Only entries are inserted, and the table retains them; likewise below.
        table.forEach { entries.append(Borrowed<Entry>(at: $0).object) }
        return entries
    }

    // SAFETY: Only entries are inserted, and the table retains them.
    @inline(__always)
    fileprivate static func find(
        _ declaration: Declaration,
        in table: AtomicPointerTable,
        where matches: (Declaration) -> Bool
    ) -> Borrowed<Entry>? {
        table.find(declaration.hash) { Borrowed<Instances>(at: $0).with { matches($0.declaration) } }
            .map(Borrowed.init(at:))
    }

    /// The array for one more entry, which is counted: the current one, or a larger copy.
    private func tableWithRoom() -> AtomicPointerTable {
        let count = Int(count.increment())
        let old = current
        if let old, count <= old.capacity { return old }
        let table = AtomicPointerTable(capacity: count * 2, replacing: old)
        old?.forEach { pointer in
            // SAFETY: As above.
            table.insert(pointer, Borrowed<Entry>(at: pointer).with(\.declaration.hash))
        }
        return table
    }
}

extension DeclarationTable {
    /// A reference that is valid as long as this table, which is in an object. It does not retain the object.
    var reference: Sharing.Table { Sharing.Table(address: address.place) }
}

extension Sharing {
    /// A table whose owner is not retained.
    struct Table: Equatable {
        fileprivate let address: UnsafePointer<AtomicWord>

        // SAFETY: The table exists.
        private var current: AtomicPointerTable? { AtomicPointerTable(address: address.pointee.current) }

        /// See ``DeclarationTable/find(_:)``.
        // SAFETY: The table retains its entries.
        func find(_ declaration: Declaration) -> Instances? {
            current.flatMap { DeclarationTable<Instances>.find(declaration, in: $0) { $0 == declaration } }?.object
        }

        /// All entries.
        var entries: [Instances] { current.map(DeclarationTable<Instances>.entries) ?? [] }
    }
}
