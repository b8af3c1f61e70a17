#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct ContainerIDTests {
        final class Node: ManagedContainer {
            let manager = ContainerManager()
            var name: Factory<String> { self { "node" } }
        }

        /// A container at the address of an earlier one, which has been released, and the identity of the earlier one.
        private func reuseAddress() -> (earlier: Frame.ContainerID, node: Node)? {
            var earlier: [ObjectIdentifier: Frame.ContainerID] = [:]
            for _ in 0..<10_000 {
                let node = Node()
                if let id = earlier[ObjectIdentifier(node)] { return (id, node) }
                earlier[ObjectIdentifier(node)] = Frame.ContainerID(node, node.manager)
            }
            return nil
        }

        // The frame is that of a resolution whose container has been released.
        @Test func aContainerAtAReusedAddressIsAnotherOne() throws {
            let reused = reuseAddress()
            let (earlier, node) = try #require(reused)
            #expect(earlier != Frame.ContainerID(node, node.manager))
            node.manager.circularDependencyTesting = true
            let name = ResolutionStack.withFrame(node.name.registration.declaration, of: earlier) { node.name() }
            #expect(name == "node")
        }
    }
#endif
