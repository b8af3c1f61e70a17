#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct PathStepTests {
        final class Node: ManagedContainer {
            let manager = ContainerManager()
            var name: Factory<String> { self { "node" } }
        }

        /// A container at the address of an earlier one, which has been released, and the step of the earlier one.
        private func reuseAddress() -> (earlier: PathStep, node: Node)? {
            var earlier: [ObjectIdentifier: PathStep] = [:]
            for _ in 0..<10_000 {
                let node = Node()
                if let step = earlier[ObjectIdentifier(node)] { return (step, node) }
                earlier[ObjectIdentifier(node)] = node.name.registration.step
            }
            return nil
        }

        // The frame is that of a resolution whose container has been released.
        @Test func aContainerAtAReusedAddressIsAnotherOne() throws {
            let reused = reuseAddress()
            let (earlier, node) = try #require(reused)
            #expect(earlier.containerNumber != node.manager.number)
            node.manager.circularDependencyTesting = true
            let name = ResolutionStack.withFrame(earlier) { node.name() }
            #expect(name == "node")
        }
    }
#endif
