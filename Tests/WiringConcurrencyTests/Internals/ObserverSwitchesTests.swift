#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    /// What the observers of a container turn off the fast path for.
    struct ObserverSwitchesTests {
        @Test func theObserverOfFailuresTurnsOffNothing() {
            let container = Container()
            let flags = { container.manager.flags.isOn(.observation | .construction | .changes | .failures) }
            container.manager.failureObserver = { _ in }
            #expect(!flags())
        }
    }
#endif
