import Testing
import WiringTesting

/// An outermost resolution has its own graph instances.
@Suite struct GraphsTests {
    private var history = History()

    @Test mutating func twoInstancesOfOneGraphAreAFault() {
        history.build(.graph, 2, 4, within: 1)
        history.build(.graph, 5, 7, within: 1)
        #expect(history.rules == ["two instances of one graph"])
        // Unless the first instance could not be stored.
        history.change(.resetContainer(.all), 3, 4)
        #expect(history.rules == [])
    }

    @Test mutating func oneInstancePerGraphIsNotAFault() {
        let instance = history.build(.graph, 2, 4, within: 1)
        history.use(instance, 5, 6, within: 1)
        history.build(.graph, 8, 10, within: 7)
        #expect(history.rules == [])
    }

    @Test mutating func oneInstanceInTwoGraphsIsAFault() {
        let instance = history.build(.graph, 2, 4, within: 1)
        history.use(instance, 6, 7, within: 5)
        #expect(history.rules == ["one instance in two graphs"])
    }
}
