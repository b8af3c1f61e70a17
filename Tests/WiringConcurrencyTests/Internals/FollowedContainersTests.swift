#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring
    import WiringAsync

    @Suite(.timeLimit(.minutes(10))) struct FollowedContainersTests {
        /// How deep the stack is at each wait.
        nonisolated(unsafe) private static var depths: Set<UInt> = []

        // A function behind a generic lock would be wrapped once more at each access. In a process of its own, where no other test follows a
        // container.
        @Test func aWaitIsNotedAtTheSameDepthHoweverManyThereHaveBeen() async {
            await #expect(processExitsWith: .success) {
                FollowedContainers.begin { _, _ in
                    var local = 0
                    withUnsafeMutablePointer(to: &local) { _ = Self.depths.insert(UInt(bitPattern: $0)) }
                    return nil
                }
                let flight = Flight(builder: 1)
                let step = PathStep(declaration: .autoRegistration, container: Container.self, number: 0)
                for _ in 0..<100 { _ = FollowedContainers.beginWait(for: flight, step) }
                #expect(Self.depths.count == 1)
            }
        }
    }
#endif
