import Testing
import WiringTesting

/// A resolution is given what it asked for.
@Suite struct StrangersTests {
    private var history = History()

    @Test mutating func anInstanceOfSomethingElseIsAFault() {
        let other = Instance(place: Place(1, .own), asked: 1, begun: 2, generation: 0)
        history.uses = [
            HistoryUse(worker: 0, span: Span(3, 4), place: Place(1, .cached), instance: other, outermost: 3)
        ]
        #expect(history.rules == ["an instance of something else"])
    }

    @Test mutating func anotherContainersInstanceIsAFaultUnlessItIsASingleton() {
        history.use(history.build(.single, 1, 3), 4, 5, container: 2)
        #expect(history.rules == [])
        history.use(history.build(.cached, 6, 8), 9, 10, container: 2)
        #expect(history.rules == ["another container's"])
    }

    @Test mutating func anUnscopedInstanceOfAnotherResolutionIsAFault() {
        history.use(history.build(.plain, 1, 3), 4, 5)
        #expect(history.rules == ["another resolution's"])
    }

    @Test mutating func aDecoratorThatIsToldWrongIsAFault() {
        let instance = history.build(.decorated, 1, 3)
        history.use(instance, 4, 5, isNew: false)
        #expect(history.rules == [])
        history.use(instance, 6, 7, isNew: true)
        #expect(history.rules == ["a decorator that was told wrong"])
    }
}
