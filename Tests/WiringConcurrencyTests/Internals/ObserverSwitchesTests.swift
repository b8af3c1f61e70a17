#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    /// What the observers of a container turn off the fast path for.
    struct ObserverSwitchesTests {
        @Test func anObserverOfFailuresHearsOfNoChanges() {
            let container = Container()
            func isOn(_ switches: FastPathFlags.Switches) -> Bool { container.manager.flags.isOn(switches) }
            container.manager.failureObserver = { _ in }
            #expect(isOn(.failures))
            #expect(!isOn(.changes))
            #expect(!isOn(.construction))
        }
    }
#endif
