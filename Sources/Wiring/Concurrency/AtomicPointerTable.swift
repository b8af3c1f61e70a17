import Synchronization

/// A hash table of pointers with linear probing: a handle to memory that its owner frees.
///
/// Any number of threads read it without a lock while one thread at a time inserts. Pointers are never removed.
struct AtomicPointerTable {
    /// The mask, which is the number of places minus one, and then the places: a pointer each, or 0.
    private let memory: UnsafeMutablePointer<Atomic<UInt>>

    /// Allocates room for `capacity` pointers, and some to spare.
    init(capacity: Int) {
        let count = max(8, (capacity + capacity / 3).nextPowerOfTwo)
        memory = .allocate(capacity: count + 1)
        memory.initialize(to: Atomic(UInt(count - 1)))
        for index in 1...count { (memory + index).initialize(to: Atomic(0)) }
    }

    /// The table whose ``address`` this is; `nil` for 0.
    init?(address: UInt) {
        // SAFETY: The address came from such a table, which its owner has not freed.
        guard let memory = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: address) else { return nil }
        self.memory = memory
    }

    var address: UInt { UInt(bitPattern: memory) }

    /// How many pointers fit.
    var capacity: Int { (Int(mask) + 1) * 3 / 4 }

    /// The first pointer for which `matches` returns true. It may also be called for pointers with other hashes.
    func find(_ hash: UInt, where matches: (UnsafeRawPointer) -> Bool) -> UnsafeRawPointer? {
        var index = firstIndex(of: hash)
        while let pointer = self[index] {
            if matches(pointer) { return pointer }
            index = self.index(after: index)
        }
        return nil
    }

    /// The index where the search for a hash begins.
    @inline(__always)
    func firstIndex(of hash: UInt) -> UInt { hash & mask }

    /// The index where it continues.
    @inline(__always)
    func index(after index: UInt) -> UInt { (index &+ 1) & mask }

    /// The pointer at an index; `nil` where the search ends.
    @inline(__always)
    subscript(index: UInt) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: place(index).pointee.load(ordering: .acquiring))
    }

    func forEach(_ body: (UnsafeRawPointer) -> Void) {
        for index in 0...mask {
            if let pointer = self[index] { body(pointer) }
        }
    }

    /// Inserts a pointer. There must be room for it.
    func insert(_ pointer: UnsafeRawPointer, _ hash: UInt) {
        var index = firstIndex(of: hash)
        while self[index] != nil { index = self.index(after: index) }
        place(index).pointee.store(UInt(bitPattern: pointer), ordering: .releasing)
    }

    // The places are trivial, so there is nothing to deinitialize.
    func free() { memory.deallocate() }

    // SAFETY: The memory begins with the mask, and an index within the mask is within the memory.
    private var mask: UInt { memory.pointee.load(ordering: .relaxed) }
    private func place(_ index: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
        memory + (Int(bitPattern: index) &+ 1)
    }
}

extension Int {
    /// The smallest power of two that is not smaller.
    fileprivate var nextPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
