import Testing
import WiringTesting

/// What a parent changes concerns its children.
@Suite struct ChildrenTests {
    private var history = History()

    init() { history.parents = [2: 1, 3: 2] }

    @Test(arguments: [HistoryChange.Kind.register(.cached), .decorate(.cached), .resetContainer(.all)], [2, 3])
    mutating func anInstanceFromBeforeAChangeOfAParentIsAFault(_ kind: HistoryChange.Kind, _ container: Int) {
        let instance = history.build(.cached, 1, 10, container: container)
        history.change(kind, 4, 5)
        history.use(instance, 6, 12, container: container)
        #expect(history.rules == [])
        history.use(instance, 11, 12, container: container)
        #expect(history.rules == ["an instance from before a change of a parent"])
    }

    @Test(arguments: [Span(0, 5), Span(4, 10), Span(11, 12)])
    mutating func aChangeThatMayComeBeforeOrAfterTheConstructionIsNotAFault(_ span: Span) {
        let instance = history.build(.cached, 1, 10, container: 2)
        history.change(.register(.cached), span.begin, span.end)
        history.use(instance, 13, 14, container: 2)
        #expect(history.rules == [])
    }

    @Test mutating func aParentClearsNothingThatAChildHasStored() {
        history.build(.cached, 1, 3, container: 2)
        history.change(.resetContainer(.all), 4, 5)
        history.build(.cached, 6, 8, container: 2)
        #expect(history.rules == ["2 constructions with 0 clears between them"])
    }

    @Test mutating func aConstructionThatAParentOutdatesIsNotStored() {
        history.build(.cached, 1, 8, container: 2)
        history.change(.register(.cached), 4, 5)
        history.build(.cached, 10, 12, by: 4, container: 2)
        #expect(history.rules == [])
    }

    @Test(arguments: [(0, false), (1, true), (5, false)], [HistoryChange.Kind.override(.cached), .register(.cached)])
    mutating func theClosureOfTheNearestContainerApplies(_ closure: (Int, Bool), _ kind: HistoryChange.Kind) {
        let (closure, isRight) = closure
        history.change(kind, 1, 2, container: 2)
        history.change(kind, 5, 6)
        history.build(.cached, 10, 12, by: closure, container: 3)
        #expect(history.rules == (isRight ? [] : ["built by a closure that did not apply"]))
    }

    @Test(arguments: [(1, true), (5, false), (8, false)])
    mutating func anOverrideOfAParentAppliesBeforeARegistration(_ closure: Int, isRight: Bool) {
        history.change(.override(.cached), 1, 2)
        history.change(.register(.cached), 5, 6, container: 2)
        history.change(.registerAutomatically(.cached), 8, 9, container: 2)
        history.build(.cached, 10, 12, by: closure, container: 2)
        #expect(history.rules.first == (isRight ? nil : "built by a closure that did not apply"))
    }

    @Test mutating func theClosureOfAChildDoesNotApplyToItsParent() {
        history.change(.register(.cached), 1, 2, container: 2)
        history.build(.cached, 10, 12, by: 1)
        #expect(history.rules.first == "built by a closure that did not apply")
    }

    @Test mutating func whatAParentRegistersAutomaticallyDoesNotApplyToItsChild() {
        history.change(.registerAutomatically(.cached), 1, 2)
        history.build(.cached, 10, 12, by: 1, container: 2)
        #expect(history.rules.first == "built by a closure that did not apply")
    }

    @Test mutating func onlyAClosureThatAParentHasRegisteredBelongsToTheParent() {
        history.change(.register(.cached), 1, 2)
        let place = Place(1, .cached)
        let instance = Instance(place: place, requested: 3, begun: 4, generation: 1)
        let own = Instance(place: place, requested: 13, begun: 14, generation: 0)
        history.use(instance, 3, 6, container: 2)
        #expect(history.rules == [])
        history.change(.resetFactory(.cached, .all), 7, 8)
        history.use(own, 13, 16, container: 2)
        #expect(history.rules.contains("an instance of another container"))
    }
}
