#if DEBUG  // The release build of a package does not open its internals to tests.
    import Foundation
    import Testing

    @testable import Wiring

    @Suite struct ParameterTableTests {
        private func cell(_ parameter: Int, hash: Int) -> ParameterCell<Int> { ParameterCell(parameter, hash: hash) }

        @Test func cellsAreFoundByTheirHash() {
            let cells = (0..<9).map { cell($0, hash: $0 % 3) }
            let table = ParameterTable(cells)
            #expect(!table.isFull)
            #expect(table.cells.count == 9)
            for hash in 0..<3 {
                let found = table.candidates(hash: hash).compactMap { ($0 as? ParameterCell<Int>)?.parameter }
                #expect(found == [hash, hash + 3, hash + 6])
            }
            #expect(table.candidates(hash: 3).isEmpty)
        }

        @Test func itIsFullBeforeThereIsNoRoom() {
            let table = ParameterTable([cell(0, hash: 0)])
            while !table.isFull { table.add(cell(0, hash: 0)) }
            #expect(table.cells.count == table.places.capacity)
            #expect(table.candidates(hash: 0).count == table.cells.count)
        }

        /// Tells when it goes.
        private final class Leaving: Sendable {
            let leave: @Sendable () -> Void
            init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
            deinit { leave() }
        }

        // reader               another
        // begins to read
        //                      lets it go: waits
        // ends
        //                      its memory goes
        private func order(_ letGo: @escaping @Sendable (_ log: Collection<String>) -> Void) -> [String] {
            let (isReading, isLettingGo) = (Gate(), Gate())
            let log = Collection<String>()
            onThreads(2) { number in
                if number == 0 {
                    ThreadRecord.withReading {
                        isReading.open()
                        isLettingGo.pass()
                        for _ in 0..<200 { sched_yield() }
                        log.add("read")
                    }
                } else {
                    isReading.pass()
                    isLettingGo.open()
                    letGo(log)
                }
            }
            return log.values
        }

        @Test func aTablesMemoryIsThereAsLongAsReaders() {
            let order = order { log in
                do { _ = ParameterTable([]) }
                log.add("gone")
            }
            #expect(order == ["read", "gone"])
        }

        @Test func aParameterIsThereAsLongAsReaders() {
            let order = order { log in _ = ParameterCell(Leaving { log.add("gone") }, hash: 1) }
            #expect(order == ["read", "gone"])
        }
    }
#endif
