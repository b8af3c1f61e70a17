#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct FlightStateTests {
        private var state = Flight.State()

        @Test mutating func whoeverWaitsIsResumedOnce() {
            let latch = Flight.Latch()
            let waits = state.enter(latch)
            #expect(waits)
            let resumed = state.end()
            #expect(resumed.count == 1)
            #expect(resumed.first === latch)
            #expect(state.hasEnded)
            let again = state.end()
            #expect(again.isEmpty)
        }

        @Test mutating func whoeverComesLaterClaimsAgain() {
            _ = state.end()
            let waits = state.enter(Flight.Latch())
            #expect(!waits)
        }
    }
#endif
