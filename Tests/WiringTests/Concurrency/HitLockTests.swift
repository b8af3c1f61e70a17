#if DEBUG  // The release build of a package does not open its internals to tests.
    import Synchronization
    import Testing

    @testable import Wiring

    /// A thread that takes a lock which it holds already ends the program. So a hit that returns while its thread holds the
    /// locks of what it finds has taken none of them.
    @Suite struct HitLockTests {
        fileprivate final class Shelf: ManagedContainer {
            let manager = ContainerManager()
        }

        private let shelf = Shelf()

        @Test func aHitTakesNoLock() {
            let cached = shelf.cachedBook()
            whileHolding(shelf.manager.slots.entries) { #expect(shelf.cachedBook() === cached) }
        }

        @Test func aHitOfWhatIsHeldWeaklyTakesNoLock() {
            let shared = shelf.sharedBook()
            whileHolding(shelf.manager.slots.entries) { #expect(shelf.sharedBook() === shared) }
        }

        @Test func aHitForAParameterTakesNoLock() {
            let numbered = shelf.numberedBook(7)
            whileHolding(shelf.manager.slots.entries) { #expect(shelf.numberedBook(7) === numbered) }
        }

        @Test func aHitOfASingletonTakesNoLock() {
            Scope.$singleton.withValue(Scope.Singleton()) {
                let only = shelf.onlyBook()
                whileHolding(shelf.manager.slots.entries + Scope.singleton.instances.entries) {
                    #expect(shelf.onlyBook() === only)
                }
            }
        }

        /// Who takes an instance away waits for those who read, so whoever finds one without a lock says that it reads.
        @Test func aHitReadsOnceAndEndsThat() {
            func readings(_ hit: () -> Book) -> UInt {
                let first = hit()
                let record = ThreadRecord.current
                let before = record.pointee.reading.load(ordering: .relaxed)
                #expect(hit() === first)
                return record.pointee.reading.load(ordering: .relaxed) - before
            }
            #expect(readings { shelf.cachedBook() } == 2)
            #expect(readings { shelf.sharedBook() } == 2)
            #expect(readings { shelf.numberedBook(7) } == 2)
        }

        /// Runs `body` with the locks of all cells held by this thread.
        private func whileHolding(_ instances: [Instances], _ body: () -> Void) {
            guard let first = instances.first else { return body() }
            let cells = first.snapshotOfInstances().parameterized.map(\.cell)
            first.single.state.withLock { _ in
                whileHolding(cells) { whileHolding(Array(instances.dropFirst()), body) }
            }
        }

        private func whileHolding(_ cells: [AnyParameterCell], _ body: () -> Void) {
            guard let first = cells.first else { return body() }
            first.cell.state.withLock { _ in whileHolding(Array(cells.dropFirst()), body) }
        }
    }

    private final class Book: Sendable {}

    extension HitLockTests.Shelf {
        fileprivate var cachedBook: Factory<Book> { self { Book() }.cached }
        fileprivate var sharedBook: Factory<Book> { self { Book() }.shared }
        fileprivate var onlyBook: Factory<Book> { self { Book() }.singleton }
        fileprivate var numberedBook: ParameterFactory<Int, Book> { self { _ in Book() }.cached.scopeOnParameters }
    }
#endif
