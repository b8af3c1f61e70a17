import Testing
import WiringTesting

/// A stored instance is not built from a cleared one.
@Suite struct NoStalePartTests {
    private var history = History()

    /// Builds a whole from a part that is older than a reset.
    private mutating func buildWhole(reset: Span) -> Instance {
        let part = history.build(.each, 1, 3)
        history.change(.resetContainer(.scope), reset.begin, reset.end)
        let whole = history.build(.nested, 12, 20)
        history.use(part, 15, 16, within: 12)
        return whole
    }

    @Test mutating func aWholeBuiltFromAPartOlderThanAResetIsAFault() {
        let whole = buildWhole(reset: Span(11, 21))
        #expect(history.rules == [])
        history.use(whole, 22, 23)
        #expect(history.rules == ["a part from before a completed reset"])
    }

    @Test mutating func aWholeOlderThanTheResetIsStaleItself() {
        let whole = buildWhole(reset: Span(30, 31))
        history.use(whole, 32, 33)
        #expect(history.rules.contains("an instance from before a completed clear"))
    }

    @Test mutating func aWholeBuiltFromAPartBuiltDuringTheResetIsNotAFault() {
        history.change(.resetContainer(.scope), 1, 21)
        let part = history.build(.each, 2, 4)
        let whole = history.build(.nested, 12, 20)
        history.use(part, 15, 16, within: 12)
        history.use(whole, 22, 23)
        #expect(history.rules == [])
    }

    @Test mutating func aPartThatAPopMayHaveRestoredIsNotAFault() {
        history.change(.push, 4, 5)
        let whole = buildWhole(reset: Span(11, 21))
        history.change(.pop, 13, 14)
        history.use(whole, 22, 23)
        #expect(history.rules == [])
    }
}
