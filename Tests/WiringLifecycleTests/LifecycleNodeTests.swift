#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring
    @testable import WiringLifecycle

    /// What the nodes of instances retain.
    @Suite(.timeLimit(.minutes(10))) struct LifecycleNodeTests {
        private struct Node: Sendable {
            weak var node: LifecycleNode?
        }

        /// Each publisher runs when a session is first resolved, which therefore stops after it if they stop together. The sessions
        /// outlive the publishers.
        @Test(arguments: [true, false])
        func whatOutlivesAnInstanceDoesNotRetainItsNode(isResolvedInItsHook: Bool) async throws {
            let plant = Plant()
            var nodes: [Node] = []
            try await plant.start()
            for number in 0..<20 {
                let running = AsyncGate()
                plant.on("running publisher") { [unowned plant] in
                    if isResolvedInItsHook { _ = plant.session(number) }
                    running.open()
                    await untilCancelled()
                }
                _ = plant.publisher()
                await running.pass()
                if !isResolvedInItsHook { _ = plant.session(number) }
                nodes.append(Node(node: plant.manager.lifecycle?.state.withLock(\.nodes).last(where: \.isRunning)))
                #expect(nodes.last?.node != nil)
                plant.publisher.reset(.scope)
            }
            await yieldOften(while: { nodes.contains { $0.node != nil } })
            #expect(nodes.count { $0.node != nil } == 0)
            await plant.shutdown()
        }
    }
#endif
