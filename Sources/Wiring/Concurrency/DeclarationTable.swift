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

    /// A reference that is valid as long as this table, which is in an object. It does not retain the object.
    var reference: Sharing.Table { Sharing.Table(address: address.place) }

    /// All entries.
    var entries: [Entry] { current.map(Self.entries) ?? [] }

    fileprivate static func entries(in table: AtomicPointerTable) -> [Entry] {
        var entries: [Entry] = []
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

/// A hash table of pointers with linear probing: a handle to memory that its owner frees.
///
/// Any number of threads read it without a lock while one thread at a time inserts. Pointers are never removed.
struct AtomicPointerTable {
    /// The mask, which is the number of places minus one; the address of the table that this one replaces, or 0; and then the places: a
    /// pointer each, or 0.
    private let memory: UnsafeMutablePointer<AtomicWord>

    /// Allocates room for `capacity` pointers, and some to spare.
    ///
    /// - Parameter smaller: The table that this one replaces. It is freed with this one.
    init(capacity: Int, replacing smaller: AtomicPointerTable? = nil) {
        // The smallest power of two that is not smaller.
        let count = max(8, 1 << (Int.bitWidth - (capacity + capacity / 3 - 1).leadingZeroBitCount))
        memory = .allocate(capacity: count + 2)
        memory.initialize(to: AtomicWord(UInt64(count - 1)))
        (memory + 1).initialize(to: AtomicWord(smaller?.address ?? 0))
        for index in 2..<count + 2 { (memory + index).initialize(to: AtomicWord()) }
    }

    /// The table whose ``address`` this is; `nil` for 0.
    init?(address: UInt64) {
        // SAFETY: The address came from such a table, which its owner has not freed.
        guard let memory = UnsafeMutablePointer<AtomicWord>(bitPattern: UInt(address)) else { return nil }
        self.memory = memory
    }

    var address: UInt64 { UInt64(UInt(bitPattern: memory)) }

    /// How many pointers fit.
    var capacity: Int { (Int(mask) + 1) * 3 / 4 }

    /// The first pointer for which `matches` returns true. It may also be called for pointers with other hashes.
    @inline(__always)
    func find(_ hash: UInt, where matches: (UnsafeRawPointer) -> Bool) -> UnsafeRawPointer? {
        var index = hash & mask
        while let pointer = self[index] {
            if matches(pointer) { return pointer }
            index = (index &+ 1) & mask
        }
        return nil
    }

    /// The pointer at an index; `nil` where the search ends.
    @inline(__always)
    private subscript(index: UInt) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: UInt(place(index).pointee.current))
    }

    func forEach(_ body: (UnsafeRawPointer) -> Void) {
        for index in 0...mask {
            if let pointer = self[index] { body(pointer) }
        }
    }

    /// Inserts a pointer. There must be room for it.
    func insert(_ pointer: UnsafeRawPointer, _ hash: UInt) {
        var index = hash & mask
        while self[index] != nil { index = (index &+ 1) & mask }
        place(index).pointee.set(UInt64(UInt(bitPattern: pointer)))
    }

    /// Frees this table, and those that it has replaced. The words are trivial, so there is nothing to deinitialize.
    func free() {
        let smaller = AtomicPointerTable(address: memory[1].alone)
        memory.deallocate()
        smaller?.free()
    }

    // SAFETY: The memory begins with two words, of which the first is the mask, and an index within the mask is within the memory.
    private var mask: UInt { UInt(memory.pointee.alone) }
    private func place(_ index: UInt) -> UnsafeMutablePointer<AtomicWord> { memory + (Int(bitPattern: index) &+ 2) }
}

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

    /// Changes all entries, when copies have taken over all of them.
    func changeAll(_ change: (Entry) -> Void) {
        lazySharing.unretained?.with { $0.meet($0, .preserveAll) }
        // SAFETY: The table retains its entries.
        own.current?.forEach { Borrowed<Entry>(at: $0).with(change) }
    }

    /// Changes all entries likewise, and returns what each change takes out, which the caller releases.
    func clearAll<Cleared>(_ clear: (Entry) -> Cleared) -> [Cleared] {
        var cleared: [Cleared] = []
        changeAll { cleared.append(clear($0)) }
        return cleared
    }

    /// Lets copies take over what they need. The owner calls this before it is freed.
    func end() { lazySharing.unretained?.with { $0.meet($0, .end) } }
}
