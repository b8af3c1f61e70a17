import Synchronization

/// Something that is kept once for each declaration: its cell, at least.
class DeclarationEntry: Cell, @unchecked Sendable {
    // SAFETY: The declaration never changes, and a cell is safe by itself. Subclasses answer for themselves.
    final let declaration: Declaration

    init(_ declaration: Declaration) { self.declaration = declaration }
}

/// A table that is read without a lock and only grows.
///
/// An array that has become too small is replaced, and kept until the table goes, because a reader may still be in it.
/// All arrays together take less than twice the last one.
struct DeclarationTable<Entry: DeclarationEntry>: ~Copyable, Sendable {
    private struct Contents {
        var count = 0
        /// The arrays before the last one.
        var outgrown: [Places] = []
    }

    /// The address of the array to read, which holds every entry retained; 0 before there is one.
    private let current = Atomic<UInt>(0)
    private let contents = Protected(Contents())

    init() {}

    deinit {
        // Holds because nobody else has the table any more, and each entry was retained once, when it was inserted.
        guard let places = Places(address: current.load(ordering: .acquiring)) else { return }
        places.forEach { Unmanaged<Entry>.fromOpaque($0).release() }
        contents.withLock { contents in contents.outgrown.forEach { $0.free() } }
        places.free()
    }

    /// The array to look in; `nil` before there is one. It is there as long as the table.
    @inline(__always)
    var places: Places? { Places(address: current.load(ordering: .acquiring)) }

    /// The entry for a declaration, if there is one. Takes no lock. It is there as long as the table.
    @inline(__always)
    func find(_ declaration: Declaration) -> Unmanaged<Entry>? {
        places.flatMap { Self.find(declaration, in: $0) { $0 == declaration } }
    }

    /// The same in an array of the table, for a declaration whose literals are the very ones that its entry was made with.
    ///
    /// - Returns: `nil` also where the literals of the same declaration stand elsewhere.
    @inline(__always)
    static func findIdentical(_ declaration: Declaration, in places: Places) -> Unmanaged<Entry>? {
        find(declaration, in: places) { $0.isIdentical(to: declaration) }
    }

    /// The entry for a declaration, made by `make` where there is none.
    ///
    /// - Parameter make: Runs under the lock, once for each declaration; it must do no more than initialize an entry.
    func find(_ declaration: Declaration, orInsert make: (Declaration) -> Entry) -> Entry {
        // Holds because the table, and so the entry, outlives this call; and an entry is never taken out.
        (find(declaration) ?? insert(declaration, make) ?? find(declaration))!.takeUnretainedValue()
    }

    /// A new entry for a declaration, made by `make`; `nil` where there is one already.
    func insert(_ declaration: Declaration, _ make: (Declaration) -> Entry) -> Unmanaged<Entry>? {
        contents.withLock { contents in
            guard find(declaration) == nil else { return nil }
            // Holds because `deinit` releases it, once.
            let entry = Unmanaged.passRetained(make(declaration))
            contents.count += 1
            let places = roomForOneMore(in: &contents)
            places.insert(entry.toOpaque(), declaration.hash)
            current.store(places.address, ordering: .releasing)
            return entry
        }
    }

    /// All entries there are now.
    var entries: [Entry] {
        // Holds because only entries are inserted, and each is kept as long as the table; likewise below.
        var entries: [Entry] = []
        Places(address: current.load(ordering: .acquiring))?
            .forEach { entries.append(Unmanaged<Entry>.fromOpaque($0).takeUnretainedValue()) }
        return entries
    }

    // SAFETY: Only entries are inserted, and each is kept as long as the table.
    @inline(__always)
    private static func find(
        _ declaration: Declaration,
        in places: Places,
        where isSought: (Declaration) -> Bool
    ) -> Unmanaged<Entry>? {
        var place = places.first(declaration.hash)
        while let pointer = places.pointer(at: place) {
            // SAFETY: As above.
            if Unmanaged<DeclarationEntry>.fromOpaque(pointer)._withUnsafeGuaranteedRef({ isSought($0.declaration) }) {
                return .fromOpaque(pointer)
            }
            place = places.next(place)
        }
        return nil
    }

    /// The array to insert the last entry into: the one there is, or a larger one that holds all the others.
    private func roomForOneMore(in contents: inout Contents) -> Places {
        let old = Places(address: current.load(ordering: .relaxed))
        if let old, contents.count <= old.capacity { return old }
        let places = Places(capacity: contents.count * 2)
        guard let old else { return places }
        old.forEach { pointer in
            // Holds as in `entries`.
            places.insert(pointer, Unmanaged<Entry>.fromOpaque(pointer)._withUnsafeGuaranteedRef(\.declaration.hash))
        }
        contents.outgrown.append(old)
        return places
    }
}
