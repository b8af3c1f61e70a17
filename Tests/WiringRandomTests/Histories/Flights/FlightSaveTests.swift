import Testing

/// The rules of `push` and `pop` reject a history that violates them, by hand.
@Suite struct FlightSaveTests {
    private var history = FlightHistory()
    private let stale = "an instance from before a completed change"

    @Test mutating func anInstanceFromAfterThePushIsAFault() {
        history.push(1, 2)
        history.fly(10, 13)
        history.pop(16, 17)
        history.use(16, 20, .instance(flight: 10, decorations: []))
        #expect(history.faults == [])
        history.use(18, 20, .instance(flight: 10, decorations: []))
        #expect(history.faults == [stale])
        // Without a saved state, a pop does nothing.
        history.saves.removeFirst()
        #expect(history.faults == [])
    }

    @Test(arguments: [(11, 12, false), (12, 14, true), (14, 15, true)])
    mutating func anInstanceThatWasBeingMadeIsNotSaved(_ begin: Int, _ end: Int, isRight: Bool) {
        history.fly(10, 13)
        history.push(begin, end)
        history.change(.clear, 16, 17)
        history.pop(18, 19)
        history.use(20, 22, .instance(flight: 10, decorations: []))
        #expect(history.faults == (isRight ? [] : [stale]))
    }

    @Test mutating func aPopRestoresTheLastSavedState() {
        history.push(1, 2)
        history.fly(10, 13)
        history.push(15, 16)
        history.pop(17, 18)
        history.use(19, 20, .instance(flight: 10, decorations: []))
        #expect(history.faults == [])
        history.pop(21, 22)
        history.use(23, 24, .instance(flight: 10, decorations: []))
        #expect(history.faults == [stale])
    }

    @Test mutating func aFlightForARestoredInstanceIsAFault() {
        history.fly(10, 13)
        history.push(15, 16)
        history.change(.clear, 17, 18)
        history.pop(19, 20)
        history.fly(30, 33)
        #expect(history.faults == ["a flight for an instance that had been kept"])
    }

    @Test(arguments: [(FlightHistory.Change.Kind.clear, 21), (.register, 14), (.mayClear, 17)])
    mutating func aFlightForAnInstanceThatMayBeGoneIsNotAFault(_ kind: FlightHistory.Change.Kind, _ begin: Int) {
        history.fly(10, 13)
        history.push(15, 16)
        history.change(kind, begin, begin + 1)
        history.pop(19, 20)
        history.fly(30, 33, closure: kind == .register ? begin : 0)
        #expect(history.faults == [])
    }

    @Test mutating func aPopOfTheParentJustifiesAFlight() {
        let place = FlightHistory.Place(container: 3, declared: .cached)
        history.push(1, 2)
        history.fly(10, 15, of: place)
        history.fly(18, 20, of: place)
        #expect(history.faults == ["a second flight"])
        history.pop(16, 17)
        #expect(history.faults == [])
    }

    @Test(arguments: [0, 1])
    mutating func aPopDoesNotClearSingletons(_ container: Int) {
        let place = FlightHistory.Place(container: container, declared: .single)
        history.push(1, 2)
        history.fly(10, 15, of: place)
        history.pop(16, 17)
        history.use(18, 19, .instance(flight: 10, decorations: []), of: place)
        #expect(history.faults == [])
        history.fly(20, 22, of: place)
        #expect(history.faults == ["a second flight"])
    }

    @Test(arguments: [(0, true), (3, false)])
    mutating func aPopRestoresClosures(_ closure: Int, isRight: Bool) {
        history.push(1, 2)
        history.change(.register, 3, 4)
        history.pop(5, 6)
        history.fly(10, 15, closure: closure)
        #expect(history.faults == (isRight ? [] : ["a closure that does not apply"]))
    }

    @Test(arguments: [([1], true), ([1, 11], true), ([1, 5], false), ([], false)])
    mutating func aPopRestoresDecorations(_ decorations: [Int], isRight: Bool) {
        history.change(.decorate, 1, 2)
        history.push(3, 4)
        history.change(.decorate, 5, 6)
        history.pop(7, 8)
        if decorations.contains(11) { history.change(.decorate, 11, 12) }
        history.fly(20, 25)
        history.uses = []
        history.use(18, 26, .instance(flight: 20, decorations: decorations))
        #expect(history.faults == (isRight ? [] : ["wrong decorations"]))
    }

    @Test(arguments: [([1], true), ([1, 5], false), ([], false)])
    mutating func aPopRestoresContributions(_ parts: [Int], isRight: Bool) {
        history.contributions = [Span(1, 2), Span(5, 6)].map { FlightHistory.Contribution(container: 1, span: $0) }
        history.push(3, 4)
        history.pop(7, 8)
        history.assemblies = [FlightHistory.Assembly(container: 1, span: Span(9, 10), parts: parts)]
        #expect(history.faults == (isRight ? [] : ["wrong parts"]))
    }

    @Test(arguments: [[], [1], [5], [1, 5]])
    mutating func overlappingSavesHaveNoOrder(_ parts: [Int]) {
        history.contributions = [Span(1, 2), Span(5, 6)].map { FlightHistory.Contribution(container: 1, span: $0) }
        history.push(0, 20)
        history.push(3, 10)
        history.pop(11, 12)
        history.assemblies = [FlightHistory.Assembly(container: 1, span: Span(21, 22), parts: parts)]
        #expect(history.faults == [])
    }
}
