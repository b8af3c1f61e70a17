#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct LifecycleNodesTests {
        private let own = [AnyLifecycleNode(), AnyLifecycleNode()]
        private var handles: [LifecycleHandle] { own.map(LifecycleHandle.init) }

        @Test func aStopIsSeen() {
            let nodes = LifecycleNodes(handles)
            #expect(!nodes.haveStopped)
            own[1].setStopped()
            #expect(nodes.haveStopped)
            #expect(nodes.haveStopped)
        }

        @Test func aStartIsSeenUntilItHasEnded() {
            let nodes = LifecycleNodes(handles)
            #expect(!nodes.areStarting)
            own[0].setAdmitted()
            #expect(nodes.areStarting)
            own[0].setStarted()
            #expect(!nodes.areStarting)
            own[1].setAdmitted()
            #expect(nodes.areStarting)
        }

        @Test func aStopBeforeTheNodesWereStoredIsSeen() {
            own[0].setStopped()
            #expect(LifecycleNodes(handles).haveStopped)
        }
    }
#endif
