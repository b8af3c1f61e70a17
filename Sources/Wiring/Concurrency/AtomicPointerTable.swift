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
