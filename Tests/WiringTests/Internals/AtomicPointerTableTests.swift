#if DEBUG || TESTS_INTERNALS  // Other release builds do not open their internals to tests.
    import Testing

    @testable import Wiring

    @Suite(.timeLimit(.minutes(5))) struct AtomicPointerTableTests {
        /// An address that nobody reads.
        private func pointer(_ number: Int) -> UnsafeRawPointer {
            // Holds because no number here is 0.
            UnsafeRawPointer(bitPattern: number)!
        }

        @Test(arguments: 0...100) func thereIsRoomForAsManyAsWereAskedFor(_ capacity: Int) {
            let places = AtomicPointerTable(capacity: capacity)
            defer { places.free() }
            #expect(places.capacity >= capacity)
            // All in one place, and then beyond the end of the array.
            for number in 1...places.capacity { places.insert(pointer(number), .max) }
            var found: Set<UnsafeRawPointer> = []
            places.forEach { found.insert($0) }
            #expect(found == Set((1...places.capacity).map(pointer)))
            #expect(places.find(.max) { $0 == pointer(places.capacity) } == pointer(places.capacity))
            #expect(places.find(.max) { _ in false } == nil)
        }

        @Test func theFirstOfAHashIsFoundFirst() {
            let places = AtomicPointerTable(capacity: 10)
            defer { places.free() }
            for number in 1...10 { places.insert(pointer(number), UInt(number % 2)) }
            #expect(places.find(0) { Int(bitPattern: $0) % 2 == 0 } == pointer(2))
            #expect(places.find(1) { Int(bitPattern: $0) % 2 == 1 } == pointer(1))
        }

        @Test func anAddressLeadsBackToThem() {
            let places = AtomicPointerTable(capacity: 1)
            defer { places.free() }
            places.insert(pointer(7), 3)
            #expect(AtomicPointerTable(address: places.address)?.find(3) { _ in true } == pointer(7))
            #expect(AtomicPointerTable(address: 0) == nil)
        }

        // one                      others
        // inserts, tells of it
        //                          find all that they were told of
        @Test func whatWasToldOfIsFoundWhileOthersAreInserted() {
            let places = AtomicPointerTable(capacity: 1_000)
            defer { places.free() }
            let inserted = Locked(0)
            let address = places.address
            onThreads(3) { number in
                // Holds because the array is freed after this.
                let places = AtomicPointerTable(address: address)!
                if number == 0 {
                    for number in 1...1_000 {
                        places.insert(pointer(number), UInt(number % 16))
                        inserted.withLock { $0 = number }
                    }
                } else {
                    var last = 0
                    while last < 1_000 {
                        last = inserted.withLock { $0 }
                        guard last > 0 else { continue }
                        #expect(places.find(UInt(last % 16)) { $0 == pointer(last) } != nil)
                    }
                }
            }
        }
    }
#endif
