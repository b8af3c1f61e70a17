import Testing

/// The rules of copies reject a history that violates them, by hand.
@Suite struct FlightCopyTests {
    private typealias Place = FlightHistory.Place

    private var history = FlightHistory()
    private let copy = Place(container: 2, declared: .cached)
    private let stale = "an instance from before a completed change"

    @Test(arguments: [FlightDeclared.cached, .single])
    mutating func aCopyInheritsInstances(_ declared: FlightDeclared) {
        let origin = Place(container: declared == .single ? 0 : 1, declared: declared)
        let place = Place(container: 2, declared: declared)
        history.fly(10, 13, of: origin)
        history.copy(15, 16)
        history.use(17, 18, .instance(flight: 10, decorations: []), of: place)
        #expect(history.faults == [])
        history.fly(20, 23, of: place)
        #expect(history.faults == ["a flight for an instance that had been kept"])
        history.change(.clear, 17, 19, of: place)
        #expect(history.faults == [])
    }

    @Test(arguments: [(11, 12, false), (12, 14, true)])
    mutating func anInstanceThatWasBeingMadeIsNotInherited(_ begin: Int, _ end: Int, isRight: Bool) {
        history.fly(10, 13)
        history.copy(begin, end)
        history.use(17, 18, .instance(flight: 10, decorations: []), of: copy)
        #expect(history.faults == (isRight ? [] : ["an instance that was not there to be copied"]))
    }

    @Test mutating func anInstanceThatHadBeenClearedIsNotInherited() {
        history.fly(10, 13)
        history.copy(17, 18)
        history.use(19, 20, .instance(flight: 10, decorations: []), of: copy)
        history.change(.clear, 20, 21)
        #expect(history.faults == [])
        history.change(.clear, 14, 15)
        #expect(history.faults == [stale])
    }

    @Test mutating func anInstanceOfACopyStaysThere() {
        history.copy(1, 2)
        history.fly(10, 13, of: copy)
        history.use(14, 15, .instance(flight: 10, decorations: []))
        #expect(history.faults == ["an instance of another place"])
    }

    @Test mutating func aClearOfTheCopyClearsWhatItHasInherited() {
        history.fly(10, 13)
        history.copy(15, 16)
        history.change(.clear, 17, 18, of: copy)
        history.use(19, 20, .instance(flight: 10, decorations: []), of: copy)
        #expect(history.faults == [stale])
    }

    @Test mutating func aChangeOfTheOriginDoesNotJustifyAFlightInTheCopy() {
        history.copy(1, 2)
        history.fly(10, 13, of: copy)
        history.change(.clear, 14, 15)
        history.fly(20, 23, of: copy)
        #expect(history.faults == ["a second flight"])
    }

    @Test mutating func aFailureOfTheOriginIsAFault() {
        history.fly(10, 15, hasFailed: true)
        history.copy(11, 12)
        history.use(13, 16, .failure(flight: 10), of: copy)
        #expect(history.faults == ["a failure of another flight"])
    }

    @Test mutating func aCopyDoesNotInheritSavedStates() {
        history.fly(10, 13)
        history.push(14, 15)
        history.copy(16, 17)
        history.change(.clear, 18, 19, of: copy)
        history.pop(20, 21, container: 2)
        history.use(22, 23, .instance(flight: 10, decorations: []), of: copy)
        #expect(history.faults == [stale])
    }

    @Test(arguments: [(1, true), (0, false), (6, false)])
    mutating func aCopyInheritsClosures(_ closure: Int, isRight: Bool) {
        history.change(.register, 1, 2)
        history.copy(3, 5)
        history.change(.register, 6, 7)
        history.fly(10, 13, closure: closure, of: copy)
        #expect(history.faults == (isRight ? [] : ["a closure that does not apply"]))
    }

    @Test(arguments: [([1], false), ([1, 7], true), ([1, 5, 7], false), ([7], false)])
    mutating func aCopyInheritsDecorations(_ decorations: [Int], isRight: Bool) {
        history.change(.decorate, 1, 2)
        history.copy(3, 4)
        history.change(.decorate, 5, 6)
        history.change(.decorate, 7, 8, of: copy)
        history.fly(10, 13, of: copy)
        history.uses = []
        history.use(9, 14, .instance(flight: 10, decorations: decorations), of: copy)
        #expect(history.faults == (isRight ? [] : ["wrong decorations"]))
    }

    @Test(arguments: [([1], true), ([1, 5], false), ([], false)])
    mutating func aCopyInheritsContributions(_ parts: [Int], isRight: Bool) {
        history.contributions = [Span(1, 2), Span(5, 6)].map { FlightHistory.Contribution(container: 1, span: $0) }
        history.copy(3, 4)
        history.assemblies = [FlightHistory.Assembly(container: 2, span: Span(9, 10), parts: parts)]
        #expect(history.faults == (isRight ? [] : ["wrong parts"]))
    }
}
