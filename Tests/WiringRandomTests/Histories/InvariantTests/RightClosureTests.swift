import Testing
import WiringTesting

/// The closure that applies builds the instance.
@Suite struct RightClosureTests {
    private var history = History()
    private let wrongClosure = "built by a closure that did not apply"
    private let replaced = "an instance of a closure that had been replaced"

    @Test mutating func aConstructionByAReplacedClosureIsAFault() {
        history.change(.register(.plain), 1, 2)
        history.build(.plain, 3, 5, by: 1)
        history.change(.register(.plain), 6, 7)
        history.build(.plain, 8, 10, by: 1)
        #expect(history.rules == [wrongClosure])
    }

    @Test mutating func aConstructionByAClosureThatIsBeingReplacedIsNotAFault() {
        history.change(.register(.plain), 1, 2)
        history.change(.register(.plain), 6, 9)
        history.build(.plain, 8, 10, by: 1)
        history.build(.plain, 7, 11, by: 6)
        #expect(history.rules == [])
    }

    @Test mutating func anOverrideWinsOverALaterRegistration() {
        history.change(.override(.plain), 1, 2)
        history.change(.register(.plain), 3, 4)
        history.build(.plain, 5, 7, by: 1)
        #expect(history.rules == [])
        history.build(.plain, 15, 17, by: 3)
        #expect(history.rules == [wrongClosure])
    }

    @Test mutating func aContextClosureMayWinOverARegistration() {
        history.change(.setContext(.plain), 1, 2)
        history.change(.register(.plain), 3, 4)
        history.build(.plain, 5, 7, by: 1)
        history.build(.plain, 8, 10, by: 3)
        #expect(history.rules == [])
        history.build(.plain, 11, 13)
        #expect(history.rules == [wrongClosure])
    }

    @Test(arguments: [
        HistoryChange.Kind.resetFactory(.plain, .registration), .resetContainer(.all), .resetContainer(.registration),
    ])
    mutating func aResetRestoresTheDeclaredClosure(_ kind: HistoryChange.Kind) {
        history.change(.register(.plain), 1, 2)
        history.change(kind, 3, 4)
        history.build(.plain, 5, 7)
        #expect(history.rules == [])
        history.build(.plain, 8, 10, by: 1)
        #expect(history.rules == [wrongClosure])
    }

    @Test mutating func aPopMayRestoreAnyClosure() {
        history.change(.register(.plain), 1, 2)
        history.change(.register(.plain), 3, 4)
        history.change(.pop, 5, 6)
        history.build(.plain, 7, 9, by: 1)
        #expect(history.rules == [])
    }

    // The closure was chosen before the registration. The fault is that its instance is stored after it.
    @Test mutating func anInstanceOfAReplacedClosureIsAFault() {
        history.change(.register(.cached), 4, 8)
        let instance = history.build(.cached, 5, 10)
        history.use(instance, 6, 11)
        #expect(history.rules == [])
        history.use(instance, 12, 13)
        #expect(history.rules == [replaced])
    }

    @Test mutating func anInstanceOfAResetClosureIsNotAFault() {
        history.change(.register(.cached), 1, 2)
        let instance = history.build(.cached, 3, 5, by: 1)
        history.change(.resetContainer(.registration), 6, 7)
        history.use(instance, 8, 9)
        #expect(history.rules == [])
    }
}
