import Testing

/// Each rule rejects a history that violates it, by hand.
@Suite struct FlightFaultTests {
    private typealias Place = FlightHistory.Place

    private var history = FlightHistory()
    @Test mutating func sharedFlightsHaveNoFaults() {
        #expect(history.faults == [])
        history.fly(10, 13)
        history.use(11, 15, .instance(flight: 10, decorations: []))
        #expect(history.faults == [])
    }

    @Test mutating func aSecondFlightIsAFault() {
        history.fly(10, 15)
        history.fly(12, 18)
        #expect(history.faults == ["a second flight"])
        history.change(.clear, 11, 20)
        #expect(history.faults == [])
    }

    @Test mutating func aSecondFlightAfterAFailureIsNotAFault() {
        history.fly(10, 15, hasFailed: true)
        history.fly(20, 25)
        #expect(history.faults == [])
        history.fly(23, 28, hasFailed: true)
        #expect(history.faults == ["a second flight"])
    }

    @Test mutating func aSecondFlightAfterACallerHasLeftIsNotAFault() {
        history.fly(10, 15)
        history.fly(12, 18)
        history.use(8, 11, .left, wasCancelled: true)
        #expect(history.faults == [])
    }

    @Test(arguments: [(4, true), (11, false)])
    mutating func aFlightThatBeginsAfterItsCallersHaveLeftIsNotAFault(_ requested: Int, isRight: Bool) {
        history.fly(12, 18)
        history.fly(14, 19, requested: requested)
        history.uses.removeLast()
        history.use(4, 6, .left, wasCancelled: true)
        #expect(history.faults == (isRight ? [] : ["a second flight"]))
    }

    @Test(arguments: [(19, true), (21, false)])
    mutating func aSecondFlightInAnEndedChildIsNotAFault(_ end: Int, isRight: Bool) {
        history.fly(10, 15)
        history.fly(20, 25)
        history.childEnds[1] = end
        #expect(history.faults == (isRight ? [] : ["a second flight"]))
    }

    @Test(arguments: [1, 5])
    mutating func aStopOfTheOwnerMayStopAForeignInstance(_ container: Int) {
        let foreign = Place(container: 2, declared: .served)
        history.owners[2] = 1
        history.fly(10, 15, of: foreign)
        history.fly(20, 25, of: foreign)
        #expect(history.faults == ["a second flight"])
        history.change(.mayClear, 17, 18, of: Place(container: container, declared: .served))
        #expect(history.faults == [])
    }

    @Test mutating func aClosureOfTheOwnerDoesNotApplyToAForeignContainer() {
        let foreign = Place(container: 2, declared: .served)
        history.owners[2] = 1
        history.change(.register, 1, 2, of: Place(container: 1, declared: .served))
        history.fly(10, 15, of: foreign)
        #expect(history.faults == [])
        history.flights[0].closure = 1
        #expect(history.faults == ["a closure that does not apply"])
    }

    @Test mutating func twoGraphsAndAnInstanceThatIsLeftAreFaults() {
        history.fly(10, 15)
        history.splitGraphs = [10]
        history.leftInstances = [10]
        #expect(history.faults == ["two graphs in one flight", "an instance that is left"])
    }

    @Test mutating func aFailureThatALaterCallerGetsIsAFault() {
        history.fly(10, 15, hasFailed: true)
        history.use(14, 18, .failure(flight: 10))
        #expect(history.faults == [])
        history.use(17, 20, .failure(flight: 10))
        #expect(history.faults == ["a failure of another flight"])
    }

    @Test mutating func aFailureOfAnotherPlaceIsAFault() {
        history.fly(10, 15, hasFailed: true)
        history.use(11, 15, .failure(flight: 10), of: Place(container: 2, declared: .cached))
        #expect(history.faults == ["a failure of another flight"])
    }

    @Test(arguments: FlightDeclared.allCases)
    mutating func aCallerThatCannotLeaveWaits(_ declared: FlightDeclared) {
        history.use(1, 2, .left, of: Place(container: 1, declared: declared), wasCancelled: true)
        let isRight = declared != .typed && declared != .immediate
        #expect(history.faults == (isRight ? [] : ["a caller that has left"]))
    }

    @Test(arguments: [FlightDeclared.cached, .single, .served, .dependent, .session, .each])
    mutating func aCallerThatIsNotCancelledWaits(_ declared: FlightDeclared) {
        let place = Place(container: 1, declared: declared)
        history.use(2, 5, .left, of: place)
        #expect(history.faults == ["left without being cancelled"])
        history.uses = []
        history.use(2, 5, .cancelledStart, of: place)
        #expect(history.faults == ["a cancelled start without a cause"])
        history.change(.mayClear, 4, 6, of: Place(container: 1, declared: .served))
        #expect(history.faults == (declared.hasHooks ? [] : ["a cancelled start without a cause"]))
    }

    @Test(arguments: [false, true]) mutating func theResultOfACancelledFlightIsAFault(_ hasFailed: Bool) {
        history.fly(10, 15, hasFailed: hasFailed)
        history.flights[0].wasCancelled = true
        #expect(history.faults == ["the result of a cancelled flight"])
        history.uses = []
        #expect(history.faults == [])
    }

    @Test mutating func parametersHaveFlightsOfTheirOwn() {
        let places = (0..<2).map { Place(container: 1, declared: .each, parameter: $0) }
        history.fly(10, 15, of: places[0])
        history.fly(12, 18, of: places[1])
        #expect(history.faults == [])
        history.use(11, 16, .instance(flight: 10, decorations: []), of: places[1])
        #expect(history.faults == ["an instance of another place"])
        history.uses.removeLast()
        history.fly(13, 19, of: places[1])
        #expect(history.faults == ["a second flight"])
    }

    @Test(arguments: [FlightHistory.Change.Kind.clear, .register, .decorate, .mayClear])
    mutating func anInstanceFromBeforeAChangeIsAFault(_ kind: FlightHistory.Change.Kind) {
        history.fly(10, 15)
        history.change(kind, 12, 18)
        history.use(17, 20, .instance(flight: 10, decorations: []))
        #expect(history.faults == [])
        history.use(19, 20, .instance(flight: 10, decorations: []))
        #expect(history.faults == (kind == .mayClear ? [] : ["an instance from before a completed change"]))
    }

    @Test mutating func anInstanceOfAnotherContainerIsAFault() {
        history.fly(10, 15)
        history.use(11, 15, .instance(flight: 10, decorations: []), of: Place(container: 2, declared: .cached))
        #expect(history.faults == ["an instance of another place"])
        history.use(11, 15, .instance(flight: 9, decorations: []))
        #expect(history.faults.contains("an instance without a flight"))
    }

    @Test mutating func aClosureThatHadBeenReplacedIsAFault() {
        history.change(.register, 1, 2)
        history.change(.register, 3, 4)
        history.fly(10, 15, closure: 3)
        #expect(history.faults == [])
        history.fly(20, 25, closure: 1)
        #expect(history.faults.contains("a closure that does not apply"))
    }

    @Test mutating func registrationsAtTheSameTimeHaveNoOrder() {
        history.change(.register, 1, 4)
        history.change(.register, 2, 3)
        history.fly(10, 15, closure: 1)
        #expect(history.faults == [])
    }

    @Test(arguments: [
        ([1, 5], true), ([1, 5, 9], true), ([5], false), ([5, 1], false), ([1, 5, 5], false), ([1, 5, 19], false),
    ])
    mutating func decorationsAreThoseThatWereSet(_ decorations: [Int], isRight: Bool) {
        history.change(.decorate, 1, 2)
        history.change(.decorate, 5, 6)
        history.change(.decorate, 9, 14)
        history.change(.decorate, 19, 20)
        history.fly(10, 15)
        history.uses = []
        history.use(8, 16, .instance(flight: 10, decorations: decorations))
        #expect(history.faults == (isRight ? [] : ["wrong decorations"]))
    }

    @Test(arguments: [([1], true), ([1, 5], true), ([], false), ([1, 9], false), ([1, 1], false)])
    mutating func partsAreThoseThatWereContributed(_ parts: [Int], isRight: Bool) {
        history.contributions = [Span(1, 2), Span(5, 8), Span(9, 10)].map {
            FlightHistory.Contribution(container: 1, span: $0)
        }
        history.assemblies = [FlightHistory.Assembly(container: 1, span: Span(6, 7), parts: parts)]
        #expect(history.faults == (isRight ? [] : ["wrong parts"]))
    }

    @Test mutating func anInstanceThatAChildKeepsDespiteAChangeIsAFault() {
        let child = Place(container: 3, declared: .cached)
        history.fly(10, 15, of: child)
        history.use(14, 18, .instance(flight: 10, decorations: []), of: child)
        history.change(.clear, 11, 12)
        #expect(history.faults == [])
        history.use(17, 19, .instance(flight: 10, decorations: []), of: child)
        #expect(history.faults == ["an instance from before a change of a parent"])
    }
}
