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

        private func copy(of original: Stock? = nil) -> Stock {
            Stock.$shared.withValue(original ?? stock) {
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

        @Test func aChangePreservesItsEntryOnceForAllCopies() {
            let (original, item) = (Table(), declaration("item"))
            _ = original.entries.find(item, orInsert: Instances.init)
            let copies = (0..<100).map { _ in
                let copy = Table()
                original.sharing.add(copy.sharing)
                return copy
            }
            for _ in 0..<3 { original.entries.preserve(item) }
            #expect(original.copied.withLock { $0 } == 1)
            for copy in copies { #expect(copy.entries.find(item) != nil) }
            #expect(original.copied.withLock { $0 } == 1 + copies.count)
        }

        @Test func nothingIsPreservedThatAllCopiesHave() {
            let (original, item) = (Table(), declaration("item"))
            _ = original.entries.find(item, orInsert: Instances.init)
            let copies = [Table(), Table()]
            for copy in copies {
                original.sharing.add(copy.sharing)
                #expect(copy.entries.find(item) != nil)
            }
            original.entries.preserve(item)
            #expect(original.copied.withLock { $0 } == copies.count)
        }

        @Test func theLastCopyThatNeedsAPreservedEntryEmptiesIt() {
            let tracker = Tracker()
            _ = stock.tracked(tracker)()
            let copies = [copy(), copy()]
            stock.tracked(tracker).reset()
            let later = copy()
            for copy in copies { _ = copy.tracked(tracker)() }
            #expect(tracker.made == 1)
            for (copy, alive) in zip(copies, [1, 0]) {
                copy.tracked(tracker).reset()
                #expect(tracker.alive == alive)
            }
            withExtendedLifetime(later) {}
        }

        @Test func theLastCopyOfAnEarlierVersionEmptiesWhatOnlyItNeeded() {
            let tracker = Tracker()
            _ = stock.tracked(tracker)()
            let early = Locked<Stock?>(copy())
            // Preserved for the early copy, so that the late one has another version.
            stock.item(1).override { Product("later") }
            let late = copy()
            stock.tracked(tracker).reset()
            _ = late.tracked(tracker)()
            late.tracked(tracker).reset()
            #expect(tracker.alive == 1)
            early.withLock { $0 = nil }
            #expect(tracker.made == 1)
            #expect(tracker.alive == 0)
            withExtendedLifetime(late) {}
        }

        @Test func aCopyThatEndsEmptiesNothingThatItHasTakenOver() {
            let (original, item) = (Table(), declaration("item"))
            _ = original.entries.find(item, orInsert: Instances.init)
            var copies = (0..<100).map { _ in
                let copy = Table()
                original.sharing.add(copy.sharing)
                return copy
            }
            original.entries.preserve(item)
            for copy in copies { #expect(copy.entries.find(item) != nil) }
            #expect(original.emptied.withLock { $0 } == 1)
            copies = []
            #expect(original.emptied.withLock { $0 } == 1)
        }

        @Test func aVersionHandsDownOnlyWhatEarlierCopiesNeed() {
            let tracker = Tracker()
            _ = (stock.item(1)(), stock.tracked(tracker)())
            let first = copy()
            first.tracked(tracker).reset()
            stock.item(1).reset()
            var second: Stock? = copy()
            stock.tracked(tracker).reset()
            #expect(tracker.alive == 1)
            withExtendedLifetime(second) {}
            second = nil
            #expect(tracker.alive == 0)
            withExtendedLifetime(first) {}
        }

        @Test func whatACopyNeededGoesWithIt() {
            let tracker = Tracker()
            stock.item(0).register { [tracked = Tracked(tracker)] in
                withExtendedLifetime(tracked) { Product("first") }
            }
            _ = stock.tracked(tracker)()
            let first = copy()
            first.tracked(tracker).reset()
            first.item(0).reset()
            var second: Stock? = copy()
            stock.tracked(tracker).reset()
            stock.item(0).reset()
            #expect(tracker.alive == 2)
            withExtendedLifetime(second) {}
            second = nil
            #expect(tracker.alive == 0)
            withExtendedLifetime(first) {}
        }

        @Test func nothingIsPreservedAfterTheLastCopy() {
            let (original, item) = (Table(), declaration("item"))
            _ = original.entries.find(item, orInsert: Instances.init)
            for changes in 0..<3 {
                var copies: [Table] = []
                for number in 0..<3 {
                    copies.append(Table())
                    original.sharing.add(copies[number].sharing)
                    if number < changes { original.entries.preserve(item) }
                }
                copies.removeAll()
                let copied = original.copied.withLock { $0 }
                original.entries.preserve(item)
                #expect(original.copied.withLock { $0 } == copied)
            }
        }

        @Test func whatWasPreservedGoesWithTheLastCopyThatNeedsIt() {
            let tracker = Tracker()
            _ = stock.tracked(tracker)()
            var copies = [copy(), copy()]
            stock.tracked(tracker).reset()
            copies.append(copy())
            #expect(tracker.alive == 1)
            copies.removeFirst()
            #expect(tracker.alive == 1)
            copies.removeFirst()
            #expect(tracker.alive == 0)
        }

        /// Copies of copies, made, changed, used and released at random, with changes and saved states in between.
        @Test(arguments: 0..<100) func copiesKeepWhatTheirOriginalsHad(seed: Int) {
            struct Copy {
                let stock: Stock
                var names: [String]
                var saved: [[String]] = []
            }
            var random = SplitMix64(seed: UInt64(seed))
            var living = [Copy(stock: Stock(), names: ["0", "1", "2"])]
            for step in 0..<200 where !living.isEmpty {
                let index = Int.random(in: living.indices, using: &random)
                let item = Int.random(in: 0..<3, using: &random)
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1:
                    living[index].stock.item(item).override { Product("step \(step)") }
                    living[index].names[item] = "step \(step)"
                case 2, 3: living.append(Copy(stock: copy(of: living[index].stock), names: living[index].names))
                case 4: living.remove(at: index)
                case 5:
                    living[index].stock.manager.push()
                    living[index].saved.append(living[index].names)
                case 6:
                    living[index].stock.manager.pop()
                    if let names = living[index].saved.popLast() { living[index].names = names }
                default: #expect(living[index].stock.item(item)().name == living[index].names[item])
                }
            }
            for copy in living {
                for (item, name) in copy.names.enumerated() { #expect(copy.stock.item(item)().name == name) }
            }
        }

        @Test func aSavedStateHasOnlyWhatHasChanged() {
            fill()
            stock.manager.push()
            let before = stock.item(1)()
            stock.item(1).reset()
            stock.manager.lazyState.saved.withLock { #expect($0[0].end(before: nil).count == 1) }
            #expect(stock.item(1)() !== before)
        }

        @Test func onlyTheLastSavedStateReceivesWhatChanges() {
            fill()
            for number in 0..<3 {
                stock.manager.push()
                stock.item(number).reset()
            }
            stock.manager.lazyState.saved.withLock { #expect($0[0].end(before: nil).count == 1) }
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
        /// How often an entry was copied.
        let copied = Locked(0)
        /// How often an entry was emptied.
        let emptied = Locked(0)
        /// Runs when the next entry is copied.
        let whileCopying = Locked<(@Sendable () -> Void)?>(nil)

        deinit { entries.end() }

        var sharing: Sharing {
            entries.sharing {
                Sharing(
                    entries.own.reference,
                    of: self,
                    copy: { [unowned self] declaration, _ in
                        copied.withLock { $0 += 1 }
                        whileCopying.withLock { $0.take() }?()
                        return Instances(declaration)
                    },
                    empty: { [unowned self] entry in
                        emptied.withLock { $0 += 1 }
                        return entry.restore(Instances.Snapshot())
                    },
                    adopt: { _ = unsafeDowncast($0, to: Table.self).entries.own.insert($1) }
                )
            }
        }
    }
#endif
