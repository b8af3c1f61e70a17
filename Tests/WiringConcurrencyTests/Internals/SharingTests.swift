#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    private final class Stock: SharedContainer, TaskLocalContainer {
        @TaskLocal static var shared = Stock()
        static var taskLocal: TaskLocal<Stock> { $shared }
        let manager = ContainerManager()

        func item(_ number: Int) -> Factory<Product> { self(line: UInt(number)) { Product("\(number)") }.cached }
    }

    /// What a copy of a container takes over, and when.
    @Suite(.timeLimit(.minutes(10))) struct SharingTests {
        private let stock = Stock()

        private func fill() {
            for number in 0..<1_000 {
                stock.item(number).override { Product("overridden \(number)") }
                _ = stock.item(number)()
            }
        }

        private func copy() -> Stock {
            Stock.$shared.withValue(stock) {
                withContainer(for: Stock.self) { _ in
                } operation: {
                    Stock.shared
                }
            }
        }

        private func slots(of stock: Stock) -> Int { stock.manager.slots.own.entries.count }

        @Test func aCopyTakesOverOnlyWhatItUses() {
            fill()
            let copy = copy()
            #expect(slots(of: copy) == 0)
            #expect(copy.item(500)() === stock.item(500)())
            copy.item(501).override { Product("its own") }
            #expect(slots(of: copy) == 2)
        }

        @Test func aCopyOfACopyTakesOverWhatThatOneHas() {
            fill()
            let first = copy()
            _ = first.item(1)()
            Stock.$shared.withValue(first) {
                withContainer(for: Stock.self) { _ in
                } operation: {
                    #expect(slots(of: Stock.shared) == 1)
                }
            }
        }

        @Test func anOriginalHandsOverOnlyWhatItChanges() {
            fill()
            let copy = copy()
            let before = stock.item(1)()
            for _ in 0..<3 { stock.item(1).override { Product("later") } }
            #expect(slots(of: copy) == 0)
            #expect(copy.item(1)() === before)
            #expect(slots(of: copy) == 1)
        }

        @Test func aSavedStateHasOnlyWhatHasChanged() {
            fill()
            stock.manager.push()
            let before = stock.item(1)()
            stock.item(1).reset()
            stock.manager.lazyState.saved.withLock { #expect($0[0].end().count == 1) }
            #expect(stock.item(1)() !== before)
        }
    }
#endif
