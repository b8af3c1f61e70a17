import Testing
import WiringTesting

/// A resolution gets an instance of what it requested.
@Suite struct WrongInstancesTests {
    private var history = History()

    @Test mutating func anInstanceOfAnotherDeclarationIsAFault() {
        let other = Instance(place: Place(1, .custom), requested: 1, begun: 2, generation: 0)
        history.uses = [
            HistoryUse(worker: 0, span: Span(3, 4), place: Place(1, .cached), instance: other, outermost: 3)
        ]
        #expect(history.rules == ["an instance of another declaration or parameter"])
    }

    @Test mutating func anotherContainersInstanceIsAFaultUnlessItIsASingleton() {
        history.use(history.build(.single, 1, 3), 4, 5, container: 2)
        #expect(history.rules == [])
        history.use(history.build(.cached, 6, 8), 9, 10, container: 2)
        #expect(history.rules == ["an instance of another container"])
    }

    @Test mutating func anUnscopedInstanceOfAnotherResolutionIsAFault() {
        history.use(history.build(.plain, 1, 3), 4, 5)
        #expect(history.rules == ["an instance of another resolution"])
    }

    @Test mutating func aDecoratorWithTheWrongIsNewIsAFault() {
        let instance = history.build(.decorated, 1, 3)
        history.use(instance, 4, 5, isNew: false)
        #expect(history.rules == [])
        history.use(instance, 6, 7, isNew: true)
        #expect(history.rules == ["a decorator with the wrong isNew"])
    }
}
