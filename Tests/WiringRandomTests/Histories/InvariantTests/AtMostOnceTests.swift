import Testing
import WiringTesting

/// A second construction requires a clear in between.
@Suite struct AtMostOnceTests {
    private var history = History()
    private let twice = "2 constructions with 0 clears between them"

    @Test mutating func anEmptyHistoryHasNoFaults() {
        #expect(history.rules == [])
        history.build(.cached, 1, 3)
        #expect(history.rules == [])
    }

    @Test mutating func twoOverlappingConstructionsAreAFault() {
        history.build(.cached, 1, 5)
        history.build(.cached, 3, 6)
        #expect(history.rules == [twice])
        #expect(history.faults.first?.uses.count == 2)
    }

    @Test mutating func twoSuccessiveConstructionsAreAFault() {
        history.build(.single, 1, 3)
        history.build(.single, 11, 13, container: 2)
        #expect(history.rules == [twice])
    }

    @Test(arguments: [Span(0, 1), Span(13, 14)])
    mutating func aClearBeforeOrAfterBothDoesNotJustifyASecondConstruction(_ span: Span) {
        history.build(.cached, 2, 4)
        history.build(.cached, 11, 15)
        history.change(.resetFactory(.cached, .scope), span.begin, span.end)
        #expect(history.rules.contains(twice))
    }

    @Test(arguments: [Span(0, 3), Span(3, 4), Span(6, 7), Span(9, 14)])
    mutating func aClearThatMayHaveComeInBetweenJustifiesASecondConstruction(_ span: Span) {
        history.build(.cached, 2, 5)
        history.build(.cached, 10, 13)
        history.change(.resetFactory(.cached, .scope), span.begin, span.end)
        #expect(history.rules == [])
    }

    @Test(arguments: [
        HistoryChange.Kind.register(.shared), .resetFactory(.shared, .all), .resetScope(.custom), .push,
        .resetSingletons(.singleton),
    ])
    mutating func aChangeThatDoesNotClearThePlaceDoesNotJustifyASecondConstruction(_ kind: HistoryChange.Kind) {
        history.build(.cached, 1, 3)
        history.change(kind, 4, 5)
        history.build(.cached, 6, 8)
        #expect(history.rules == [twice])
    }

    @Test(arguments: [HistoryChange.Kind.resetContainer(.all), .resetContainer(.scope), .resetScope(.cached), .pop])
    mutating func aChangeToAnotherContainerDoesNotJustifyASecondConstruction(_ kind: HistoryChange.Kind) {
        history.build(.cached, 1, 3)
        history.change(kind, 4, 5, container: 2)
        history.build(.cached, 6, 8)
        #expect(history.rules == [twice])
    }

    @Test mutating func oneClearDoesNotJustifyThreeConstructions() {
        history.build(.cached, 1, 3)
        history.change(.resetFactory(.cached, .scope), 2, 25)
        history.build(.cached, 11, 13)
        history.build(.cached, 21, 23)
        #expect(history.rules == ["3 constructions with 1 clears between them"])
        history.change(.resetFactory(.cached, .scope), 14, 15)
        #expect(history.rules == [])
    }

    @Test mutating func aConstructionAfterAFailureIsNotAFault() {
        history.build(.throwing, 1, 9, hasFailed: true)
        history.build(.throwing, 3, 13)
        #expect(history.rules == [twice])
        history.uses.removeLast()
        history.build(.throwing, 8, 13)
        #expect(history.rules == [])
        history.build(.throwing, 21, 23, hasFailed: true)
        #expect(history.rules == [twice])
    }

    @Test mutating func anInstanceBuiltDuringAContainerResetIsNotStored() {
        history.change(.resetContainer(.scope), 1, 30)
        for begin in [2, 12, 22] { history.build(.cached, begin, begin + 3) }
        #expect(history.rules == [])
        history.build(.cached, 42, 45)
        history.build(.cached, 52, 55)
        #expect(history.rules == [twice])
    }

    @Test mutating func aSingletonIsNotStoredWhileAutoRegisterIsDue() {
        history.build(.single, 1, 8)
        history.change(.resetContainer(.all), 2, 3)
        history.build(.single, 11, 13, container: 2)
        #expect(history.rules == [])
        history.build(.single, 21, 23, container: 2)
        #expect(history.rules == [twice])
    }
}
