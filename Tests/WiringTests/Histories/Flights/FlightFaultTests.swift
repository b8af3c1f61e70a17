import Testing

/// Each rule rejects a history that violates it, by hand.
@Suite struct FlightFaultTests {
    private typealias Place = FlightHistory.Place

    private var history = FlightHistory()
    private let place = Place(container: 1, declared: .cached)

    /// Adds a flight, and a resolution that requests it.
    private mutating func fly(
        _ begin: Int,
        _ end: Int,
        requested: Int? = nil,
        closure: Int = 0,
        hasFailed: Bool = false
    ) {
        history.flights.append(
            FlightHistory.Flight(
                place: place,
                requested: requested ?? begin - 1,
                span: Span(begin, end),
                closure: closure,
                hasFailed: hasFailed
            )
        )
        use(
            requested ?? begin - 1,
            end + 1,
            hasFailed ? .failure(flight: begin) : .instance(flight: begin, decorations: [])
        )
    }

    private mutating func use(_ begin: Int, _ end: Int, _ outcome: FlightHistory.Use.Outcome, of other: Place? = nil) {
        history.uses.append(FlightHistory.Use(place: other ?? place, span: Span(begin, end), outcome: outcome))
    }

    private mutating func change(_ kind: FlightHistory.Change.Kind, _ begin: Int, _ end: Int) {
        history.changes.append(FlightHistory.Change(place: place, span: Span(begin, end), kind: kind))
    }

    @Test mutating func sharedFlightsHaveNoFaults() {
        #expect(history.faults == [])
        fly(10, 13)
        use(11, 15, .instance(flight: 10, decorations: []))
        #expect(history.faults == [])
    }

    @Test mutating func aSecondFlightIsAFault() {
        fly(10, 15)
        fly(12, 18)
        #expect(history.faults == ["a second flight"])
        change(.clear, 11, 20)
        #expect(history.faults == [])
    }

    @Test mutating func aSecondFlightAfterAFailureIsNotAFault() {
        fly(10, 15, hasFailed: true)
        fly(20, 25)
        #expect(history.faults == [])
        fly(23, 28, hasFailed: true)
        #expect(history.faults == ["a second flight"])
    }

    @Test mutating func aSecondFlightAfterACallerHasLeftIsNotAFault() {
        fly(10, 15)
        fly(12, 18)
        use(8, 11, .left)
        #expect(history.faults == [])
    }

    @Test(arguments: [(4, true), (11, false)])
    mutating func aFlightThatBeginsAfterItsCallersHaveLeftIsNotAFault(_ requested: Int, isRight: Bool) {
        fly(12, 18)
        fly(14, 19, requested: requested)
        history.uses.removeLast()
        use(4, 6, .left)
        #expect(history.faults == (isRight ? [] : ["a second flight"]))
    }

    @Test mutating func aFailureThatALaterCallerGetsIsAFault() {
        fly(10, 15, hasFailed: true)
        use(14, 18, .failure(flight: 10))
        #expect(history.faults == [])
        use(17, 20, .failure(flight: 10))
        #expect(history.faults == ["a failure of another flight"])
    }

    @Test mutating func aFailureOfAnotherPlaceIsAFault() {
        fly(10, 15, hasFailed: true)
        use(11, 15, .failure(flight: 10), of: Place(container: 2, declared: .cached))
        #expect(history.faults == ["a failure of another flight"])
    }

    @Test(arguments: [FlightHistory.Change.Kind.clear, .register, .decorate, .mayClear])
    mutating func anInstanceFromBeforeAChangeIsAFault(_ kind: FlightHistory.Change.Kind) {
        fly(10, 15)
        change(kind, 12, 18)
        use(17, 20, .instance(flight: 10, decorations: []))
        #expect(history.faults == [])
        use(19, 20, .instance(flight: 10, decorations: []))
        #expect(history.faults == (kind == .mayClear ? [] : ["an instance from before a completed change"]))
    }

    @Test mutating func anInstanceOfAnotherContainerIsAFault() {
        fly(10, 15)
        use(11, 15, .instance(flight: 10, decorations: []), of: Place(container: 2, declared: .cached))
        #expect(history.faults == ["an instance of another place"])
        use(11, 15, .instance(flight: 9, decorations: []))
        #expect(history.faults.contains("an instance without a flight"))
    }

    @Test mutating func aClosureThatHadBeenReplacedIsAFault() {
        change(.register, 1, 2)
        change(.register, 3, 4)
        fly(10, 15, closure: 3)
        #expect(history.faults == [])
        fly(20, 25, closure: 1)
        #expect(history.faults.contains("a closure that had been replaced"))
    }

    @Test mutating func registrationsAtTheSameTimeHaveNoOrder() {
        change(.register, 1, 4)
        change(.register, 2, 3)
        fly(10, 15, closure: 1)
        #expect(history.faults == [])
    }

    @Test(arguments: [
        ([1, 5], true), ([1, 5, 9], true), ([5], false), ([5, 1], false), ([1, 5, 5], false), ([1, 5, 19], false),
    ])
    mutating func decorationsAreThoseThatWereSet(_ decorations: [Int], isRight: Bool) {
        change(.decorate, 1, 2)
        change(.decorate, 5, 6)
        change(.decorate, 9, 14)
        change(.decorate, 19, 20)
        fly(10, 15)
        history.uses = []
        use(8, 16, .instance(flight: 10, decorations: decorations))
        #expect(history.faults == (isRight ? [] : ["wrong decorations"]))
    }

    @Test(arguments: [([1], true), ([1, 5], true), ([], false), ([1, 9], false), ([1, 1], false)])
    mutating func partsAreThoseThatWereContributed(_ parts: [Int], isRight: Bool) {
        history.contributions = [Span(1, 2), Span(5, 8), Span(9, 10)]
        history.assemblies = [FlightHistory.Assembly(span: Span(6, 7), parts: parts)]
        #expect(history.faults == (isRight ? [] : ["wrong parts"]))
    }

    @Test mutating func aSecondStartOrAMissingStopIsAFault() {
        (history.started, history.stopped) = ([1, 2], [2, 1])
        #expect(history.faults == [])
        history.stopped = [2]
        #expect(history.faults == ["starts without stops, or stops without starts"])
        (history.started, history.stopped) = ([1, 1], [1, 1])
        #expect(history.faults == ["a second start"])
    }
}
