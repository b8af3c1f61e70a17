#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring
    @testable import WiringLifecycle

    /// Two images of a process have a copy of the module each, and one copy of the core.
    @Suite(.timeLimit(.minutes(10))) struct SecondCopyTests {
        /// What follows an instance in the other copy.
        private final class OtherNode: Follower {
            let marks = FollowerMarks()
            let declaration = Declaration(
                Declaration.Site(key: "key", fileID: "Module/File.swift", line: 1, column: 1),
                product: Int.self
            )
            let dependsOnEnded = false

            func note(_ drop: InstanceDrop) {}
            func letGo() {}
            func awaitReadiness(isCancellable: Bool) async throws {}
        }

        @Test func theErrorNamesTheProductThatHasOneCopy() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = LifecycleNode.of(FollowerHandle(OtherNode()))
            }
            expectStandardError(
                of: result,
                contains: "there are two copies of WiringLifecycle in this process",
                "depend on the product WiringDynamic instead of Wiring and WiringLifecycle"
            )
        }
    }
#endif
