#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    private final class Stock: SharedContainer, TaskLocalContainer {
        @TaskLocal static var shared = Stock()
        static var taskLocal: TaskLocal<Stock> { $shared }
        let manager = ContainerManager()

        func weak(_ number: Int, _ tracker: Tracker) -> ParameterFactory<Int, Tracked> {
            self(line: UInt(number)) { _ in Tracked(tracker) }.shared.scopeOnParameters
        }

        func tracked(_ tracker: Tracker) -> Factory<Tracked> { self { Tracked(tracker) }.cached }

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
                    #expect(slots(of: Stock.shared) == 0)
                    stock.item(1).reset()
                    let before = first.item(1)()
                    first.item(1).reset()
                    #expect(Stock.shared.item(1)() === before)
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

        @Test func anOriginalHandsOverNothingThatACopyHas() {
            let tracker = Tracker()
            _ = stock.tracked(tracker)()
            let copy = copy()
            _ = copy.tracked(tracker)()
            stock.tracked(tracker).reset()
            #expect(tracker.alive == 1)
            copy.tracked(tracker).reset()
            #expect(tracker.alive == 0)
        }

        @Test func aSavedStateHasOnlyWhatHasChanged() {
            fill()
            stock.manager.push()
            let before = stock.item(1)()
            stock.item(1).reset()
            stock.manager.lazyState.saved.withLock { #expect($0[0].end().count == 1) }
            #expect(stock.item(1)() !== before)
        }

        @Test func onlyTheLastSavedStateReceivesWhatChanges() {
            fill()
            for number in 0..<3 {
                stock.manager.push()
                stock.item(number).reset()
            }
            stock.manager.lazyState.saved.withLock { #expect($0[0].end().count == 1) }
        }

        @Test func aSavedStateHasWhatHasChangedAfterTheNextOne() {
            fill()
            let before = [stock.item(0)(), stock.item(1)()]
            stock.manager.push()
            stock.item(0).override { Product("first") }
            let first = stock.item(0)()
            let copy = copy()
            stock.manager.push()
            for number in 0..<2 { stock.item(number).override { Product("second") } }
            stock.manager.pop()
            #expect(stock.item(0)() === first)
            #expect(stock.item(1)() === before[1])
            stock.manager.pop()
            #expect(stock.item(0)() === before[0])
            #expect(stock.item(1)() === before[1])
            #expect(copy.item(0)() === first)
            #expect(copy.item(1)() === before[1])
        }

        #if os(Linux)
            // one                              another
            // begins to take over everything
            //                                  looks for what the original does not have
            // ends that
            //                                  does not find what the original has since
            @Test func aCopyTakesOverNothingAfterEverything() {
                let (original, copy) = (Table(), Table())
                let (first, later) = (declaration("first"), declaration("later"))
                _ = original.entries.find(first, orInsert: Instances.init)
                original.sharing.add(copy.sharing)
                let (begun, other, found) = (Gate(), BlockingThread(), Collection<Bool>())
                original.whileCopying.withLock {
                    $0 = {
                        begun.open()
                        other.waitUntilBlocked()
                        _ = original.entries.find(later, orInsert: Instances.init)
                    }
                }
                onThreads(2) { number in
                    guard number == 0 else {
                        begun.pass()
                        return other.run { found.add(copy.entries.find(later) != nil) }
                    }
                    _ = copy.entries.entries
                }
                #expect(found.values == [false])
            }

            // one                              another
            //                                  has the lock of a cell
            // hands over everything
            //                                  releases an object that the container stores weakly
            @Test func weakObjectsAreNotRetainedUnderALock() throws {
                let (stock, tracker) = (stock, Tracker())
                for number in 0..<2 { _ = stock.weak(number, tracker)(1) }
                let slots = stock.manager.slots.entries
                let first = stock.weak(0, tracker)
                let object = Locked<Tracked?>(
                    (first.registration.declaration == slots[0].declaration ? first : stock.weak(1, tracker))(1)
                )
                let (copy, other) = (copy(), BlockingThread())
                slots[1].lock()
                onThreads(2) { number in
                    guard number == 0 else { return other.run { stock.reset() } }
                    other.waitUntilBlocked()
                    object.withLock { $0 = nil }
                    #expect(tracker.alive == 0)
                    slots[1].unlock()
                }
                withExtendedLifetime(copy) {}
            }
        #endif
    }

    private func declaration(_ key: StaticString) -> Declaration {
        Declaration(Declaration.Site(key: key, fileID: #fileID, line: #line, column: #column), product: Product.self)
    }

    /// A table that can be copied.
    private final class Table: Sendable {
        let entries = SharedTable<Instances>()
        /// Runs when the next entry is copied.
        let whileCopying = Locked<(@Sendable () -> Void)?>(nil)

        deinit { entries.end() }

        var sharing: Sharing {
            entries.sharing {
                Sharing(
                    entries.own.reference,
                    copy: { [unowned self] declaration, _ in
                        whileCopying.withLock { $0.take() }?()
                        return Instances(declaration)
                    },
                    adopt: { [unowned self] in _ = entries.own.insert($0) }
                )
            }
        }
    }
#endif
