#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite(.timeLimit(.minutes(10))) struct AtomicPointerTableTests {
        /// An address that is never dereferenced.
        private func pointer(_ number: Int) -> UnsafeRawPointer {
            // SAFETY: No number here is 0.
            UnsafeRawPointer(bitPattern: number)!
        }

        @Test(arguments: 0...100) func theCapacityIsAtLeastTheRequestedOne(_ capacity: Int) {
            let table = AtomicPointerTable(capacity: capacity)
            defer { table.free() }
            #expect(table.capacity >= capacity)
            // All start at the last index, so that probing wraps around.
            for number in 1...table.capacity { table.insert(pointer(number), .max) }
            var found: Set<UnsafeRawPointer> = []
            table.forEach { found.insert($0) }
            #expect(found == Set((1...table.capacity).map(pointer)))
            #expect(table.find(.max) { $0 == pointer(table.capacity) } == pointer(table.capacity))
            #expect(table.find(.max) { _ in false } == nil)
        }

        @Test func entriesWithTheSameHashAreFoundInInsertionOrder() {
            let table = AtomicPointerTable(capacity: 10)
            defer { table.free() }
            for number in 1...10 { table.insert(pointer(number), UInt(number % 2)) }
            #expect(table.find(0) { Int(bitPattern: $0) % 2 == 0 } == pointer(2))
            #expect(table.find(1) { Int(bitPattern: $0) % 2 == 1 } == pointer(1))
        }

        @Test func aTableCanBeRestoredFromItsAddress() {
            let table = AtomicPointerTable(capacity: 1)
            defer { table.free() }
            table.insert(pointer(7), 3)
            #expect(AtomicPointerTable(address: table.address)?.find(3) { _ in true } == pointer(7))
            #expect(AtomicPointerTable(address: 0) == nil)
        }

        // one                      others
        // inserts an entry, announces it
        //                          find every announced entry
        @Test func insertedEntriesAreFoundWhileOthersAreInserted() {
            let table = AtomicPointerTable(capacity: 1_000)
            defer { table.free() }
            let inserted = Locked(0)
            let address = table.address
            onThreads(3) { number in
                // SAFETY: The table is freed after all threads have ended.
                let table = AtomicPointerTable(address: address)!
                if number == 0 {
                    for number in 1...1_000 {
                        table.insert(pointer(number), UInt(number % 16))
                        inserted.withLock { $0 = number }
                    }
                } else {
                    var last = 0
                    while last < 1_000 {
                        last = inserted.withLock { $0 }
                        guard last > 0 else { continue }
                        #expect(table.find(UInt(last % 16)) { $0 == pointer(last) } != nil)
                    }
                }
            }
        }
    }
#endif
