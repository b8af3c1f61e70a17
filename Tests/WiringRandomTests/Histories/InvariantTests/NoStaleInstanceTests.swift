import Testing
import WiringTesting

/// A cleared instance is not returned again unless it is restored.
@Suite struct NoStaleInstanceTests {
    private var history = History()
    private let stale = "an instance from before a completed clear"

    @Test mutating func anInstanceFromBeforeAClearIsAFault() {
        let instance = history.build(.cached, 1, 9)
        history.change(.resetFactory(.cached, .scope), 4, 5)
        history.use(instance, 10, 11)
        #expect(history.rules == [stale])
        #expect(history.faults.first?.changes.count == 1)
    }

    @Test mutating func anInstanceBegunOrResolvedDuringAClearIsNotAFault() {
        let instance = history.build(.cached, 1, 9)
        history.change(.resetFactory(.cached, .scope), 0, 10)
        history.use(instance, 11, 12)
        history.change(.resetFactory(.cached, .scope), 13, 15)
        history.use(instance, 14, 16)
        #expect(history.rules == [])
    }

    @Test(arguments: [Storage.inContainer(.cached, surely: true), .uncertain])
    mutating func anInstanceThatAPopMayHaveRestoredIsNotAFault(_ storage: Storage) {
        history.storage[.cached] = storage
        let instance = history.build(.cached, 1, 3)
        history.change(.push, 4, 5)
        history.change(.resetFactory(.cached, .scope), 6, 7)
        history.change(.pop, 8, 9)
        history.use(instance, 10, 11)
        #expect(history.rules == [])
    }

    @Test mutating func anInstanceBuiltAfterThePushIsNotRestored() {
        history.change(.push, 1, 2)
        let instance = history.build(.cached, 3, 5)
        history.change(.resetFactory(.cached, .scope), 6, 7)
        history.change(.pop, 8, 9)
        history.use(instance, 10, 11)
        #expect(history.rules == [stale])
    }

    @Test mutating func aPopClearsInstancesBuiltAfterThePush() {
        history.change(.push, 1, 2)
        let instance = history.build(.cached, 3, 5)
        history.change(.pop, 6, 7)
        history.use(instance, 8, 9)
        #expect(history.rules == [stale])
        // Without a saved state, a pop does nothing.
        history.changes.removeFirst()
        #expect(history.rules == [])
    }

    @Test mutating func aPopDoesNotRestoreSingletons() {
        let instance = history.build(.single, 1, 3)
        history.change(.push, 4, 5)
        history.change(.resetSingletons(.singleton), 6, 7, container: 0)
        history.change(.pop, 8, 9)
        history.use(instance, 10, 11)
        #expect(history.rules == [stale])
    }

    @Test mutating func aResetOfRegistrationsKeepsInstances() {
        let instance = history.build(.cached, 1, 3)
        history.change(.resetFactory(.cached, .registration), 4, 5)
        history.change(.resetContainer(.registration), 6, 7)
        history.use(instance, 8, 9)
        #expect(history.rules == [])
    }
}
