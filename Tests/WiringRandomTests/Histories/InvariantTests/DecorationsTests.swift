import Testing
import WiringTesting

/// An instance has the decorations that were set when it was requested.
@Suite struct DecorationsTests {
    private var history = History()
    private let wrong = "wrong decorations"

    /// The decorations 1, 5 and 9 of a container, of which the last one may come at any moment until 24.
    private mutating func decorate() {
        history.change(.decorate(.cached), 1, 2)
        history.change(.decorate(.cached), 5, 6)
        history.change(.decorate(.cached), 9, 24)
    }

    @Test(arguments: [
        ([1, 5], true), ([1, 5, 9], true), ([5], false), ([5, 1], false), ([1, 5, 5], false), ([], false),
    ])
    mutating func decorationsAreThoseThatWereSet(_ decorations: [Int], isRight: Bool) {
        decorate()
        history.build(.cached, 20, 23, decorations: decorations)
        #expect(history.rules == (isRight ? [] : [wrong]))
    }

    @Test mutating func aDecorationFromLaterIsAFault() {
        history.build(.cached, 1, 5, decorations: [7])
        history.change(.decorate(.cached), 7, 8)
        #expect(history.rules == [wrong])
    }

    @Test mutating func everyoneGetsAnInstanceWithTheSameDecorations() {
        decorate()
        let instance = history.build(.cached, 20, 23, decorations: [1, 5])
        history.use(instance, 21, 30, decorations: [1, 5])
        #expect(history.rules == [])
        history.use(instance, 22, 31, decorations: [1, 5, 9])
        #expect(history.rules == ["different decorations"])
    }

    @Test(arguments: [
        HistoryChange.Kind.resetFactory(.cached, .all), .resetContainer(.registration), .override(.cached),
    ])
    mutating func aResetOrOverrideRemovesEarlierDecorations(_ kind: HistoryChange.Kind) {
        history.change(.decorate(.cached), 1, 2)
        history.change(kind, 3, 4)
        history.change(.decorate(.cached), 5, 6)
        history.build(.cached, 10, 13, by: kind == .override(.cached) ? 3 : 0, decorations: [5])
        #expect(history.rules == [])
        history.change(.resetFactory(.cached, .scope), 14, 15)
        history.build(.cached, 20, 23, by: kind == .override(.cached) ? 3 : 0, decorations: [1, 5])
        #expect(history.rules == [wrong])
    }

    @Test(arguments: [([1], true), ([], true), ([3], true), ([1, 3], true), ([3, 1], false)])
    mutating func aPopMayRestoreAndRemove(_ decorations: [Int], isRight: Bool) {
        history.change(.decorate(.cached), 1, 2)
        history.change(.decorate(.cached), 3, 4)
        history.change(.resetFactory(.cached, .registration), 5, 6)
        history.change(.pop, 7, 8)
        history.build(.cached, 10, 13, decorations: decorations)
        #expect(history.rules == (isRight ? [] : [wrong]))
    }

    @Test mutating func theDecorationsOfParentsComeFirst() {
        history.parents = [2: 1]
        history.change(.decorate(.cached), 1, 2, container: 2)
        history.change(.decorate(.cached), 3, 4)
        history.build(.cached, 10, 13, container: 2, decorations: [3, 1])
        #expect(history.rules == [])
        history.change(.resetFactory(.cached, .scope), 14, 15, container: 2)
        history.build(.cached, 20, 23, container: 2, decorations: [1, 3])
        #expect(history.rules == [wrong])
    }

    @Test mutating func theDecorationsOfAChildAreItsOwn() {
        history.parents = [2: 1]
        history.change(.decorate(.cached), 1, 2, container: 2)
        history.build(.cached, 10, 13, decorations: [1])
        #expect(history.rules == [wrong])
    }

    @Test mutating func theOverrideOfAChildIsNotDecoratedByItsParent() {
        history.parents = [2: 1]
        history.change(.override(.cached), 1, 2, container: 2)
        history.change(.decorate(.cached), 3, 4)
        history.build(.cached, 10, 13, by: 1, container: 2)
        #expect(history.rules == [])
        history.change(.resetFactory(.cached, .scope), 14, 15, container: 2)
        history.build(.cached, 20, 23, by: 1, container: 2, decorations: [3])
        #expect(history.rules == [wrong])
    }
}
