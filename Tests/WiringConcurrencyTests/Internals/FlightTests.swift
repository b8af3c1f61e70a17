#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite(.timeLimit(.minutes(10))) struct FlightTests {
        private let scope = Scope.cached.id
        private var spare: Flight? { ThreadRecord.current.pointee.spareFlight }

        /// Claims an empty cell.
        private func claim(_ cell: Cell) throws -> Flight {
            guard
                case .build(let flight) = try Cell.Reference.cell(cell).claim(
                    Cell.Policy(scope: scope),
                    outdatedBy: nil
                )
            else { throw Miss() }
            return flight
        }

        private func built(_ value: Int) -> Flight.Output { Cell.Policy(scope: scope).output(value) }

        @Test func aFlightWithoutWaitersIsReused() throws {
            let cell = Cell()
            let first = try claim(cell)
            first.end(with: built(1))
            #expect(spare === first)
            let second = try claim(Cell())
            #expect(second === first)
            #expect(second.isUnderway)
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
                    guard let flight = try? claim(cell) else { return begun.open() }
                    begun.open()
                    waiter.waitUntilWaiting()
                    #expect(flight.isUnderway)
                    flight.end(with: built(7))
                    #expect(flight.hasEnded)
                    #expect(spare !== flight)
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

        @Test func aThreadDoesNotWaitForAFlightThatHasEnded() throws {
            let flight = Flight(builder: 1)
            flight.resume(with: .nothing)
            guard case .nothing = try flight.wait(path: []) else {
                Issue.record("an arrival")
                return
            }
        }

        // builder              another
        // begins
        //                      waits
        // fails
        //                      gets the error
        @Test func aWaitingThreadGetsTheFailure() throws {
            struct Refused: Error {}
            let cell = Cell()
            let begun = Gate()
            let waiter = WaitingThread()
            onThreads(2) { [scope] number in
                if number == 0 {
                    guard let flight = try? claim(cell) else { return begun.open() }
                    begun.open()
                    waiter.waitUntilWaiting()
                    flight.fail(ConstructionFailure(error: Refused()))
                } else {
                    begun.pass()
                    let claim = waiter.run {
                        try? Cell.Reference.cell(cell).claim(Cell.Policy(scope: scope), outdatedBy: nil)
                    }
                    guard case .failure(let failure) = claim, failure.error is Refused else {
                        Issue.record("no failure")
                        return
                    }
                }
            }
            // It has left nothing in the cell.
            try claim(cell).abandon()
        }

        /// Flights under way hold no lock. The thread sanitizer stops a program that holds 128.
        @Test func aThreadCanHaveManyFlights() throws {
            let cells = (0..<500).map { _ in Cell() }
            let flights = try cells.map { try claim($0) }
            for flight in flights.reversed() { flight.end(with: built(1)) }
            #expect(cells.allSatisfy { (try? $0.value(Int.self, scope: scope)) == 1 })
        }
    }
#endif
