import Testing
import WiringTesting

/// A failure goes to those who wait for it.
@Suite struct FailuresTests {
    private var history = History()

    @Test mutating func aFailureThatALaterResolutionGetsIsAFault() {
        let failure = history.build(.throwing, 1, 9, hasFailed: true)
        history.use(failure, 7, 12, hasFailed: true)
        #expect(history.rules == [])
        history.use(failure, 10, 11, hasFailed: true)
        #expect(history.rules == ["a failure from before"])
        #expect(history.faults.first?.uses.count == 2)
    }

    @Test mutating func anInstanceOfAFailedConstructionIsAFault() {
        let failure = history.build(.throwing, 1, 9, hasFailed: true)
        history.use(failure, 7, 12)
        #expect(history.rules == ["an instance of a failed construction"])
    }

    @Test mutating func aFailureHasNoDecorations() {
        history.change(.decorate(.throwing), 1, 2)
        let failure = history.build(.throwing, 3, 9, hasFailed: true)
        history.use(failure, 7, 12, hasFailed: true)
        #expect(history.rules == [])
    }

    @Test mutating func aFailureFromBeforeAClearIsAFault() {
        let failure = history.build(.throwing, 1, 20, hasFailed: true)
        history.change(.resetFactory(.throwing, .scope), 5, 6)
        history.use(failure, 7, 21, hasFailed: true)
        #expect(history.rules == ["an instance from before a completed clear"])
    }
}
