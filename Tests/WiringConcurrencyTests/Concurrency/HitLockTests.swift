#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    /// A thread that takes a lock twice stops the program. A hit that returns while its thread holds the locks of all other
    /// cells has therefore taken only the lock of its own cell.
    @Suite(.timeLimit(.minutes(10))) struct HitLockTests {
        fileprivate final class Shelf: ManagedContainer {
            let manager = ContainerManager()
        }

        private let shelf = Shelf()

        private func expectHit(_ hit: () -> Book) {
            let own = hit()
            let others = [shelf.otherBook(), shelf.otherBooks(1)]
            let cells: [Cell] = shelf.manager.slots.entries.filter { slot in
                // Excludes the cell of the resolved instance.
                (try? slot.value(Book.self, scope: Scope.cached.id)) !== own
                    && (try? slot.value(Book.self, scope: Scope.shared.id)) !== own
            }
            withExtendedLifetime(others) { whileHolding(cells) { #expect(hit() === own) } }
        }

        @Test func aHitTakesOnlyTheLockOfItsCell() {
            expectHit { shelf.cachedBook() }
            expectHit { shelf.sharedBook() }
            expectHit { shelf.numberedBook(7) }
        }

        @Test func aSingletonHitTakesNoLockOfItsContainer() {
            Scope.$singleton.withValue(Scope.Singleton()) {
                let only = shelf.onlyBook()
                whileHolding(shelf.manager.slots.entries) { #expect(shelf.onlyBook() === only) }
            }
        }

        /// Runs `body` while this thread holds the locks of `cells`.
        private func whileHolding(_ cells: [Cell], _ body: () -> Void) {
            guard let first = cells.first else { return body() }
            first.withState { _ in whileHolding(Array(cells.dropFirst()), body) }
        }
    }

    private final class Book: Sendable {}

    extension HitLockTests.Shelf {
        fileprivate var cachedBook: Factory<Book> { self { Book() }.cached }
        fileprivate var sharedBook: Factory<Book> { self { Book() }.shared }
        fileprivate var onlyBook: Factory<Book> { self { Book() }.singleton }
        fileprivate var numberedBook: ParameterFactory<Int, Book> { self { _ in Book() }.cached.scopeOnParameters }
        fileprivate var otherBook: Factory<Book> { self { Book() }.cached }
        fileprivate var otherBooks: ParameterFactory<Int, Book> { self { _ in Book() }.cached.scopeOnParameters }
    }
#endif
