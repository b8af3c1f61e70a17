#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    @Suite(.timeLimit(.minutes(10))) struct ConstructionTests {
        private let scope = Scope.cached.id
        private var spare: Construction? { ThreadRecord.current.pointee.spareConstruction }

        /// Claims an empty cell.
        private func claim(_ cell: Cell) throws -> Construction {
            guard
                case .build(let construction) = try Cell.Reference.cell(cell).claim(
                    Cell.Policy(scope: scope),
                    outdatedBy: nil
                )
            else { throw Miss() }
            return construction
        }

        private func built(_ value: Int) -> Construction.Output { Cell.Policy(scope: scope).output(value) }

        @Test func aConstructionWithoutWaitersIsReused() throws {
            let cell = Cell()
            let first = try claim(cell)
            first.end(with: built(1))
            #expect(spare === first)
            let second = try claim(Cell())
            #expect(second === first)
            #expect(!second.isFinished)
            #expect(second.builder == ResolutionStack.threadNumber)
            second.end(with: built(2))
            #expect((try? cell.value(Int.self, scope: scope)) == 1)
        }

        // builder              another
        // begins
        //                      waits
        // ends
        //                      gets the built instance
        @Test func aWaitingThreadGetsTheBuiltInstance() throws {
            let cell = Cell()
            let begun = Gate()
            let waiter = WaitingThread()
            onThreads(2) { [scope] number in
                if number == 0 {
                    guard let construction = try? claim(cell) else { return begun.open() }
                    begun.open()
                    waiter.waitUntilWaiting()
                    #expect(!construction.isFinished)
                    construction.end(with: built(7))
                    #expect(construction.isFinished)
                    #expect(spare !== construction)
                } else {
                    begun.pass()
                    let claim = waiter.run {
                        try? Cell.Reference.cell(cell).claim(Cell.Policy(scope: scope), outdatedBy: nil)
                    }
                    guard case .instance(let instance) = claim else {
                        Issue.record("no instance")
                        return
                    }
                    #expect(instance.value(Int.self) == 7)
                }
            }
        }

        @Test func waitingForAFinishedConstructionReturnsItsInstance() {
            let construction = Construction(builder: 1)
            let stored = StoredInstance("built", scope: scope)
            construction.resumeWaiters(with: stored)
            #expect(construction.wait() == stored)
        }

        /// Constructions in progress hold no lock. The thread sanitizer stops a program that holds 128.
        @Test func aThreadCanHaveManyConstructionsInProgress() throws {
            let cells = (0..<500).map { _ in Cell() }
            let constructions = try cells.map { try claim($0) }
            for construction in constructions.reversed() { construction.end(with: built(1)) }
            #expect(cells.allSatisfy { (try? $0.value(Int.self, scope: scope)) == 1 })
        }
    }
#endif
