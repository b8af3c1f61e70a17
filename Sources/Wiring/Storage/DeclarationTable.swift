import Synchronization

/// Something that is kept once for each declaration.
@usableFromInline
class DeclarationEntry: @unchecked Sendable {
    // Holds because it is never changed. `unchecked` because it has subclasses, which answer for themselves.
    let declaration: Declaration

    init(_ declaration: Declaration) { self.declaration = declaration }
}

/// A table that is read without a lock and only grows.
///
/// Entries are found by probing an array of pointers to them. An array that has become too small is replaced, and kept
/// until the table goes, because a reader may still be in it. All arrays together take less than twice the last one.
final class DeclarationTable<Entry: DeclarationEntry>: Sendable {
    /// A pointer to an entry in each place, 0 where there is none.
    private typealias Place = Atomic<UInt>

    /// An array of places; its first holds their number, a power of two, less one.
    private typealias Places = UnsafeMutablePointer<Place>

    private struct Contents {
        /// All entries. The pointers in the arrays are unretained; this is what keeps them.
        var entries: [Entry] = []
        var arrays: [Places] = []
    }

    /// The address of the array to read; 0 before there is one.
    private let current = Atomic<UInt>(0)
    private let contents = Protected(Contents())

    init() {}

    deinit {
        // Holds because nobody else has the table any more. The places are trivial, so there is nothing to deinitialize.
        contents.withLock { contents in contents.arrays.forEach { $0.deallocate() } }
    }

    /// The entry for a declaration, if there is one. Takes no lock.
    func find(_ declaration: Declaration) -> Entry? {
        // Holds because only addresses of arrays are stored, and an array is kept as long as the table.
        guard let places = Places(bitPattern: current.load(ordering: .acquiring)) else { return nil }
        return Self.find(declaration, in: places)
    }

    /// The entry for a declaration, made by `make` where there is none.
    ///
    /// - Parameter make: Runs under the lock, once for each declaration; it must do no more than initialize an entry.
    func find(_ declaration: Declaration, orInsert make: (Declaration) -> Entry) -> Entry {
        if let entry = find(declaration) { return entry }
        return contents.withLock { contents in
            if let entry = find(declaration) { return entry }
            let entry = make(declaration)
            contents.entries.append(entry)
            let places = Self.roomForOneMore(in: &contents)
            Self.insert(entry, into: places)
            current.store(UInt(bitPattern: places), ordering: .releasing)
            return entry
        }
    }

    /// All entries there are now.
    var entries: [Entry] { contents.withLock { $0.entries } }

    /// The array to insert the last entry into: the last one, or a larger one that holds all the others.
    private static func roomForOneMore(in contents: inout Contents) -> Places {
        if let last = contents.arrays.last, contents.entries.count * 4 <= (Int(mask(of: last)) + 1) * 3 { return last }
        let count = max(8, contents.entries.count.nextPowerOfTwo * 2)
        let places = Places.allocate(capacity: count + 1)
        places.initialize(to: Place(UInt(count - 1)))
        for index in 1...count { (places + index).initialize(to: Place(0)) }
        contents.arrays.append(places)
        contents.entries.dropLast().forEach { insert($0, into: places) }
        return places
    }

    private static func find(_ declaration: Declaration, in places: Places) -> Entry? {
        let mask = mask(of: places)
        var index = declaration.hash & mask
        while let pointer = UnsafeRawPointer(bitPattern: place(index, of: places).pointee.load(ordering: .acquiring)) {
            // Holds because `contents` keeps every entry that was ever inserted.
            let entry = Unmanaged<Entry>.fromOpaque(pointer).takeUnretainedValue()
            if entry.declaration == declaration { return entry }
            index = (index + 1) & mask
        }
        return nil
    }

    private static func insert(_ entry: Entry, into places: Places) {
        let mask = mask(of: places)
        var index = entry.declaration.hash & mask
        while place(index, of: places).pointee.load(ordering: .relaxed) != 0 { index = (index + 1) & mask }
        // Holds because `contents` keeps the entry as long as the table.
        let pointer = UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque())
        place(index, of: places).pointee.store(pointer, ordering: .releasing)
    }

    // Holds because the first place of every array is its mask, and an index under the mask is within the array.
    private static func mask(of places: Places) -> UInt { places.pointee.load(ordering: .relaxed) }
    private static func place(_ index: UInt, of places: Places) -> Places { places + Int(index) + 1 }
}

extension Int {
    /// The smallest power of two that is no smaller.
    fileprivate var nextPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
