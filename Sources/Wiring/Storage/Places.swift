import Synchronization

/// An array of pointers, found by a hash: a handle to memory that its owner frees.
///
/// It is read without a lock while one thread at a time inserts. Nothing is ever removed.
struct Places {
    /// A pointer in each place, 0 where there is none; before them their number, a power of two, less one.
    private let memory: UnsafeMutablePointer<Atomic<UInt>>

    /// Room for so many pointers, with some to spare.
    init(capacity: Int) {
        let count = max(4, (capacity + capacity / 3).nextPowerOfTwo)
        memory = .allocate(capacity: count + 1)
        memory.initialize(to: Atomic(UInt(count - 1)))
        for index in 1...count { (memory + index).initialize(to: Atomic(0)) }
    }

    /// What was at an address that ``address`` has given.
    init?(address: UInt) {
        // Holds because the caller's address came from such an array, which its owner has not freed.
        guard let memory = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: address) else { return nil }
        self.memory = memory
    }

    var address: UInt { UInt(bitPattern: memory) }

    /// How many pointers it may take in.
    var capacity: Int { (Int(mask) + 1) * 3 / 4 }

    /// The first pointer with a hash for which `isSought` holds. Those with other hashes may be asked about as well.
    func find(_ hash: UInt, where isSought: (UnsafeRawPointer) -> Bool) -> UnsafeRawPointer? {
        var place = first(hash)
        while let pointer = pointer(at: place) {
            if isSought(pointer) { return pointer }
            place = next(place)
        }
        return nil
    }

    /// The place where the search for a hash begins.
    @inline(__always)
    func first(_ hash: UInt) -> UInt { hash & mask }

    /// The place where it goes on.
    @inline(__always)
    func next(_ place: UInt) -> UInt { (place &+ 1) & mask }

    /// What is in a place; `nil` where the search ends.
    @inline(__always)
    func pointer(at place: UInt) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: self.place(place).pointee.load(ordering: .acquiring))
    }

    /// Does something with all pointers.
    func forEach(_ body: (UnsafeRawPointer) -> Void) {
        for index in 0...mask {
            if let pointer = UnsafeRawPointer(bitPattern: place(index).pointee.load(ordering: .acquiring)) {
                body(pointer)
            }
        }
    }

    /// Inserts a pointer. The caller knows that there is room.
    func insert(_ pointer: UnsafeRawPointer, _ hash: UInt) {
        var index = first(hash)
        while self.pointer(at: index) != nil { index = next(index) }
        place(index).pointee.store(UInt(bitPattern: pointer), ordering: .releasing)
    }

    /// The places are trivial, so there is nothing to deinitialize.
    func free() { memory.deallocate() }

    // Holds because the first place of every array is its mask, and an index under the mask is within the array.
    private var mask: UInt { memory.pointee.load(ordering: .relaxed) }
    private func place(_ index: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
        memory + (Int(bitPattern: index) &+ 1)
    }
}

extension Int {
    /// The smallest power of two that is no smaller.
    fileprivate var nextPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
